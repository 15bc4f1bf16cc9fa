// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.sim.kernel.Picos;

/// The cost of a computation of a PE: `busy` in its core after `lead`, and `bytes` through the memory, whose bandwidth
/// all PEs share, chunk by chunk. Its `footprint` then displaces lines from the core's caches.
///
/// @param lead picoseconds before it begins
/// @param busy picoseconds of the core alone
/// @param bytes from and to memory
/// @param bandwidth of the memory, in GB/s
/// @param own bandwidth of the PE alone
/// @param footprint bytes that displace others
public record Computation(long lead, long busy, long bytes, double bandwidth, double own, long footprint) {

    /// The end of the core's part of a computation that begins now.
    public long end(long now) {
        return Picos.plus(now + lead, busy);
    }
}
