// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.parts;

/// The order in which a memory is accessed, for assertions: the engine's turns give accesses the order of their times.
public final class TimeOrder {
    private long latest;

    /// An order without an access so far.
    public TimeOrder() {}

    /// Whether an access at this time comes after all accesses before it.
    public boolean holds(long now) {
        boolean ordered = now >= latest;
        latest = now;
        return ordered;
    }
}
