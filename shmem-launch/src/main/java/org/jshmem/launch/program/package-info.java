// SPDX-License-Identifier: Apache-2.0
/// The program of a job: built-in programs, machines, classes, jars and source files.
package org.jshmem.launch.program;
