// SPDX-License-Identifier: Apache-2.0
/// Knights Corner, the first Xeon Phi: its cards' parameters with their sources, its in-order cores, and what is
/// doubtful about it. Its memory is that of `org.jshmem.sim.coherent`.
package org.jshmem.sim.knc;
