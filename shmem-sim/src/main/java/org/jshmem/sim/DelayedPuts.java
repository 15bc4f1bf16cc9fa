// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.transport.Memory;

/// Puts that an adversary holds back until something orders or completes them, and then delivers last one first: what
/// OpenSHMEM allows and hardware seldom does. A program that forgot a fence fails here every time.
final class DelayedPuts {
    private final List<Held> held = new ArrayList<>();
    private final Arrival arrival;

    /// Told what has arrived.
    interface Arrival {
        /// Bytes of a region have changed.
        void arrived(int region, long offset, long bytes);
    }

    DelayedPuts(Arrival arrival) {
        this.arrival = arrival;
    }

    /// One put and the bytes it had when it was made.
    static final class Held {
        private final int region;
        private final long offset;
        private final long target;
        private final MemorySegment bytes;

        Held(int region, long offset, long target, long count) {
            this.region = region;
            this.offset = offset;
            this.target = target;
            bytes = Arena.ofAuto().allocate(count, Long.BYTES);
        }

        void from(MemorySegment src, long offset, long count) {
            Memory.copyIn(src, offset, bytes.address(), count);
        }

        void from(long source, long count) {
            Memory.copy(source, bytes.address(), count);
        }
    }

    /// Holds a put back; the caller fills it.
    Held put(int region, long offset, long target, long bytes) {
        Held put = new Held(region, offset, target, bytes);
        held.add(put);
        return put;
    }

    /// Lets everything arrive, and whoever waits for it look again.
    void deliver() {
        if (held.isEmpty()) return;
        for (Held put : held.reversed()) {
            Memory.copy(put.bytes.address(), put.target, put.bytes.byteSize());
            arrival.arrived(put.region, put.offset, put.bytes.byteSize());
        }
        held.clear();
    }
}
