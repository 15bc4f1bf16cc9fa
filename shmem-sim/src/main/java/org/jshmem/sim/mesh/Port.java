// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

/// The way into a core's on-chip buffer: one line at a time, in the order of asking.
final class Port {
    private long busy;

    /// Takes a line through the port, which is occupied for `service`; returns when its turn comes.
    long enter(long now, long service) {
        long start = Math.max(now, busy);
        busy = start + service;
        return start;
    }
}
