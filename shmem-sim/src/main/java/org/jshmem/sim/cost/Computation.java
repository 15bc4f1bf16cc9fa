// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.sim.kernel.Picos;

/// A computation of a PE: `busy` in its core after `lead`, and `bytes` through the memory, whose bandwidth all PEs
/// share, chunk by chunk. Its `footprint` then displaces lines from the core's caches.
public final class Computation {
    private final long lead;
    private final long busy;
    private final double bandwidth;
    private final double own;
    private final long footprint;
    private long left; // bytes
    private long done = -1;
    private boolean isOver;
    private boolean displaces;

    /// A computation.
    ///
    /// @param bandwidth of the memory, in GB/s
    /// @param own bandwidth of the PE alone
    public Computation(long lead, long busy, long bytes, double bandwidth, double own, long footprint) {
        this.lead = lead;
        this.busy = busy;
        this.bandwidth = bandwidth;
        this.own = own;
        this.footprint = footprint;
        left = bytes;
    }

    /// The time of the core alone.
    public long busy() {
        return busy;
    }

    /// Takes the next step, and returns the time of its end.
    public long step(long now, FifoServer server, long chunkBytes) {
        if (done < 0) {
            done = Picos.plus(now + lead, busy);
            if (left <= 0) return end();
            if (lead > 0) return now + lead;
        }
        if (left <= 0) { // PEs that have acted earlier saw the caches unchanged
            isOver = true;
            displaces = true;
            return now;
        }
        long chunk = Math.min(left, chunkBytes);
        left -= chunk;
        long served = server.serve(now, FifoServer.time(chunk, bandwidth));
        long at = Math.max(now + FifoServer.time(chunk, own), served);
        if (left > 0) return at;
        done = Math.max(done, at);
        return end();
    }

    private long end() {
        isOver = footprint <= 0;
        return done;
    }

    /// Whether the latest step was the last one.
    public boolean isOver() {
        return isOver;
    }

    /// Whether the latest step displaces lines.
    public boolean displaces() {
        return displaces;
    }

    /// The bytes that displace others.
    public long footprint() {
        return footprint;
    }
}
