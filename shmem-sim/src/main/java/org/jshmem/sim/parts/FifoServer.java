// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.parts;

/// Serves one request after the other, in the order of asking: a memory's bandwidth, a buffer's port, a lock.
public final class FifoServer {
    private long free;

    /// All requests so far are served by time 0.
    public FifoServer() {}

    /// A request that occupies the server for `service`: when the service begins.
    public long enter(long now, long service) {
        long start = Math.max(now, free);
        free = start + service;
        return start;
    }

    /// A request that occupies the server for `service`: when the service ends.
    public long serve(long now, long service) {
        return enter(now, service) + service;
    }

    /// The time that so many bytes take at so many GB/s, in picoseconds.
    public static long time(long bytes, double bandwidth) {
        return Math.round(bytes * 1000 / bandwidth);
    }
}
