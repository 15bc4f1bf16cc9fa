// SPDX-License-Identifier: Apache-2.0
/// The OSHMEM tests of the OSU micro-benchmarks under their own names: their loops, iterations and columns.
///
/// The package uses `org.jshmem` alone, no class of the suite.
package org.jshmem.microbench.osu;
