// SPDX-License-Identifier: Apache-2.0
/// What the papers' authors compared themselves with, as algorithms over the same simulated memory: messages of two
/// copies, MPICH's collectives over them, the barrier of Intel's OpenMP.
///
/// Loads, stores and copies have their prices; matching, requests, and everything else that such a library does
/// beside moving bytes costs nothing here, and nothing is fitted. So these times are lower bounds of the
/// libraries', and a gain over them is a lower bound of the gain over the library.
package org.jshmem.fidelity.baseline;
