// SPDX-License-Identifier: Apache-2.0
/// The papers' baselines as algorithms over the same simulated memory: messages of two copies, MPICH's collectives
/// over them, and the barrier of Intel's OpenMP.
///
/// Loads, stores and copies have their costs. Matching, requests, and all other work of such a library except moving
/// bytes cost nothing here, and no constant is fitted, unless `t_mpi` is set. So these times are lower bounds of the
/// libraries' times, and a gain over them is a lower bound of the gain over the library.
package org.jshmem.fidelity.baseline;
