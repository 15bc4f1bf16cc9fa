// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

/// The memory behind all caches: it serves one request after the other at its bandwidth, whoever asks.
public final class MemoryServer {
    private long busy;

    MemoryServer() {}

    /// Takes so many bytes, at so many GB/s, through the memory: when the last has passed.
    public long serve(long bytes, double bandwidth, long now) {
        busy = Math.max(busy, now) + Math.round(bytes * 1000 / bandwidth);
        return busy;
    }
}
