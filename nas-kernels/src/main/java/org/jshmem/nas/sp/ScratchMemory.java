// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Zeroed scratch memory, aligned to cache lines: private memory that lives as long as this object, or a piece of a
/// [Space].
///
/// In Java arrays elements begin 16 bytes into a line, so every 64-byte vector would straddle two lines.
final class ScratchMemory {
    private static final long LINE = 64;

    /// Null if a space has the memory.
    private final MemorySegment memory;

    private final long address;

    ScratchMemory(long doubles) {
        memory = Arena.ofAuto().allocate(bytes(doubles), LINE);
        address = memory.address() + LINE;
    }

    private ScratchMemory(Space space, long doubles) {
        memory = null;
        address = space.next + LINE;
        space.next += bytes(doubles);
    }

    /// Returns the bytes with a line more on either side: rows are read two nodes beyond their ends.
    private static long bytes(long doubles) {
        return (doubles * Double.BYTES + LINE - 1) / LINE * LINE + 2 * LINE;
    }

    long address() {
        return address;
    }

    /// Sets double number `i`.
    void set(long i, double value) {
        Lanes.set(address + i * Double.BYTES, value);
    }

    /// A source of scratch memory: private memory, or pieces of a larger memory, in order.
    static final class Space {
        private final boolean own;
        private final long begin;
        private long next;

        private Space(boolean own, long begin) {
            this.own = own;
            this.begin = begin;
            next = begin;
        }

        /// Returns a space of private memory.
        static Space own() {
            return new Space(true, 0);
        }

        /// Returns a space from an address on, which begins a cache line and holds zeros. Pieces from address 0 on
        /// must not be used: [#taken] then returns the needed memory.
        static Space at(long address) {
            return new Space(false, address);
        }

        ScratchMemory take(long doubles) {
            return own ? new ScratchMemory(doubles) : new ScratchMemory(this, doubles);
        }

        /// Returns the bytes of the pieces taken.
        long taken() {
            return next - begin;
        }
    }
}
