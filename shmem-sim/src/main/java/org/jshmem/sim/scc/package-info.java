// SPDX-License-Identifier: Apache-2.0
/// The Intel SCC: 48 cores on a mesh, without coherence.
package org.jshmem.sim.scc;
