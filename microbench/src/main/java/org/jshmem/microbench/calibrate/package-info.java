// SPDX-License-Identifier: Apache-2.0
/// `oshrun calibrate`: the benchmarks of caches, and the parameters of a host that the simulator and the choice of
/// algorithms read, from rows of the
/// suite.
package org.jshmem.microbench.calibrate;
