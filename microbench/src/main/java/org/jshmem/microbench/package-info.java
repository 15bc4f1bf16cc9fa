// SPDX-License-Identifier: Apache-2.0
/// The PGAS microbenchmark suite and STREAM: the command line and the list of tests.
///
/// Tests are in `transfer`, `collective` and `cache`; `harness` measures them, and `page` writes the results. Tests
/// call `org.jshmem` only; calibration and the names of algorithms also read the library's catalog and costs.
package org.jshmem.microbench;
