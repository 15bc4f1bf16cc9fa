// SPDX-License-Identifier: Apache-2.0
/// The PGAS microbenchmark suite and STREAM, written to `org.jshmem` alone: the command line and the list of tests.
///
/// Tests are in `transfer`, `collective` and `cache`, what measures them in `harness`; `page` says what was found.
package org.jshmem.microbench;
