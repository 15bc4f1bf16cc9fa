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

    /// One put and the bytes it had when it was made.
    static final class Held {
        private final long target;
        private final MemorySegment bytes;

        Held(long target, long count) {
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
    Held put(long target, long bytes) {
        Held put = new Held(target, bytes);
        held.add(put);
        return put;
    }

    /// Lets everything arrive.
    void deliver() {
        for (Held put : held.reversed()) Memory.copy(put.bytes.address(), put.target, put.bytes.byteSize());
        held.clear();
    }
}
