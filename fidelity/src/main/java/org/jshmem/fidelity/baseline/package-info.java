// SPDX-License-Identifier: Apache-2.0
/// The papers' baselines as experiments: MPICH's collectives over messages of two copies, and the barrier of Intel's
/// OpenMP. Their times are lower bounds of the libraries' times, since their own software takes no time.
package org.jshmem.fidelity.baseline;
