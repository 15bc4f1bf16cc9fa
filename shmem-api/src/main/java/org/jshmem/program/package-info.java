// SPDX-License-Identifier: Apache-2.0
/// The program of a PE: its main method, its classes, its lines in a stack, and the text of an exception that ends it.
/// These are equal for all launchers and backends.
package org.jshmem.program;
