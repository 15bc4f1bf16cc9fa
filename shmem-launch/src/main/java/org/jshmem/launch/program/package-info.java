// SPDX-License-Identifier: Apache-2.0
/// What is to be run: built-in programs, machines, classes, jars and source files.
package org.jshmem.launch.program;
