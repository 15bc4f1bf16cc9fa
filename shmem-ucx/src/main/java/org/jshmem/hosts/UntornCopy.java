// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.transport.Memory;

/// Copies that never tear an aligned element of up to 8 bytes. Library copies guarantee that only if both sides are
/// aligned alike, and received messages need not be.
final class UntornCopy {
    private static final MemorySegment ALL = Memory.everywhere();
    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle INT =
            ValueLayout.JAVA_INT_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.varHandle().withInvokeExactBehavior();

    private UntornCopy() {}

    /// Loads 8 bytes from any address.
    static long getLong(long address) {
        return (long) LONG.get(ALL, address);
    }

    /// Loads 4 bytes from any address.
    static int getInt(long address) {
        return (int) INT.get(ALL, address);
    }

    /// Stores 8 bytes at any address.
    static void setLong(long address, long value) {
        LONG.set(ALL, address, value);
    }

    private static long get(long address, int width) {
        return switch (width) {
            case 1 -> Memory.getByte(address);
            case 2 -> (short) SHORT.get(ALL, address);
            default -> getInt(address);
        };
    }

    /// Copies to memory that other threads read: each store is as wide as the alignment of its address allows.
    static void copy(long from, long to, long bytes) {
        long shift = from - to;
        for (long end = to + bytes; to < end; ) {
            int width = (int) Math.min(Long.lowestOneBit(to | Long.BYTES), Long.highestOneBit(end - to));
            long last = to + (end - to & -Long.BYTES); // the end of whole words
            if (width < Long.BYTES) {
                Memory.set(to, width, get(to + shift, width));
                to += width;
            } else if ((shift & 7) == 0) {
                Memory.copy(to + shift, to, last - to);
                to = last;
            } else for (; to < last; to += Long.BYTES) setLong(to, getLong(to + shift)); // five times as fast as `get`
        }
    }
}
