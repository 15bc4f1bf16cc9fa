// SPDX-License-Identifier: Apache-2.0
/// The two papers on the Intel SCC: their targets, and the scenes that measure them.
package org.jshmem.fidelity.scc;
