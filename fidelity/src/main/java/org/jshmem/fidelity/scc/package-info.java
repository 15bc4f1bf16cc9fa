// SPDX-License-Identifier: Apache-2.0
/// The two papers on the Intel SCC: what they print, and the scenes that measure it.
package org.jshmem.fidelity.scc;
