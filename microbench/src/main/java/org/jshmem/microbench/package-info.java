// SPDX-License-Identifier: Apache-2.0
/// The PGAS microbenchmark suite and STREAM: the command line and the list of benchmarks.
///
/// Benchmarks are in `pgas`, those of caches in `calibrate`; `runner` measures them, `reference` measures the
/// same in C, and `page` writes the results.
package org.jshmem.microbench;
