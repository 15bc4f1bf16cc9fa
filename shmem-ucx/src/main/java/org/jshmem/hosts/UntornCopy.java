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

    private static short getShort(long address) {
        return (short) SHORT.get(ALL, address);
    }

    /// Copies to memory that other threads read: each store is as wide as the alignment of its address allows.
    static void copy(long from, long to, long bytes) {
        long end = to + bytes;
        long shift = from - to;
        if ((to & 1) != 0 && end - to >= 1) {
            Memory.setByte(to, Memory.getByte(to + shift));
            to += 1;
        }
        if ((to & 2) != 0 && end - to >= 2) {
            Memory.setShort(to, getShort(to + shift));
            to += 2;
        }
        if ((to & 4) != 0 && end - to >= 4) {
            Memory.setInt(to, getInt(to + shift));
            to += 4;
        }
        if ((to & 7) == 0) {
            long whole = end - to & -8;
            if ((shift & 7) == 0) Memory.copy(to + shift, to, whole);
            else for (long i = 0; i < whole; i += 8) Memory.setLong(to + i, getLong(to + shift + i));
            to += whole;
        }
        if (end - to >= 4) {
            Memory.setInt(to, getInt(to + shift));
            to += 4;
        }
        if (end - to >= 2) {
            Memory.setShort(to, getShort(to + shift));
            to += 2;
        }
        if (end - to >= 1) Memory.setByte(to, Memory.getByte(to + shift));
    }
}
