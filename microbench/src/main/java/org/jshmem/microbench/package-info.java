// SPDX-License-Identifier: Apache-2.0
/// The PGAS microbenchmark suite and STREAM, written to `org.jshmem` alone: the command line and the list of tests.
///
/// Tests are in `transfer`, `collective` and `cache`; `harness` measures them, and `page` writes the results.
package org.jshmem.microbench;
