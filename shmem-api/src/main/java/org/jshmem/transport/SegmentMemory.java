// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The accesses of [Memory] to single words by the public API of the JDK, for a JVM that does not open its internal
/// one. Other JVMs do not load this class.
final class SegmentMemory {
    private static final MemorySegment ALL = Memory.everywhere();
    static final VarHandle BYTE = handle(ValueLayout.JAVA_BYTE);
    static final VarHandle SHORT = handle(ValueLayout.JAVA_SHORT);
    static final VarHandle INT = handle(ValueLayout.JAVA_INT);
    static final VarHandle LONG = handle(ValueLayout.JAVA_LONG);

    private SegmentMemory() {}

    private static VarHandle handle(ValueLayout layout) {
        return layout.varHandle().withInvokeExactBehavior();
    }

    static long getAcquire(long address, int width) {
        return switch (width) {
            case 8 -> (long) LONG.getAcquire(ALL, address);
            case 4 -> (int) INT.getAcquire(ALL, address);
            case 2 -> (short) SHORT.getAcquire(ALL, address);
            default -> (byte) BYTE.getAcquire(ALL, address);
        };
    }

    /// Swaps until no other PE has come between: one loop instead of an access for each operation and
    /// width.
    static long atomic(Atomic op, long address, int width, long operand, long expected) {
        long wanted = width == 8 ? expected : (int) expected;
        while (true) {
            long old = width == 8 ? (long) LONG.getVolatile(ALL, address) : (int) INT.getVolatile(ALL, address);
            long word = op.apply(old, operand, wanted);
            if (width == 8 && LONG.compareAndSet(ALL, address, old, word)) return old;
            if (width == 4 && INT.compareAndSet(ALL, address, (int) old, (int) word)) return old;
        }
    }
}
