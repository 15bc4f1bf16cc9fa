// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.stream.Stream;

/// A server that handles one request after the other, in the order of their arrival: a memory's bandwidth, a buffer's
/// port, a lock.
public final class FifoServer {
    private long free;

    /// A server that is free from time 0 on.
    public FifoServer() {}

    /// Servers that are free from time 0 on.
    public static FifoServer[] several(int count) {
        return Stream.generate(FifoServer::new).limit(count).toArray(FifoServer[]::new);
    }

    /// Enters a request that occupies the server for `service`. Returns the time at which the service begins.
    public long enter(long now, long service) {
        long start = Math.max(now, free);
        free = start + service;
        return start;
    }

    /// Enters a request that occupies the server for `service`. Returns the time at which the service ends.
    public long serve(long now, long service) {
        return enter(now, service) + service;
    }

    /// The time in picoseconds that `bytes` take at a bandwidth in GB/s.
    public static long time(long bytes, double bandwidth) {
        return Math.round(bytes * 1000 / bandwidth);
    }
}
