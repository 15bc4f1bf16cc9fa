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

    static long atomic(Atomic op, long address, int width, long operand, long expected) {
        if (width == 8) {
            if (op == Atomic.ADD) return (long) LONG.getAndAdd(ALL, address, operand);
            if (op == Atomic.COMPARE_SWAP) {
                return (long) LONG.compareAndExchange(ALL, address, expected, operand);
            }
            if (op == Atomic.SWAP) return (long) LONG.getAndSet(ALL, address, operand);
            if (op == Atomic.AND) return (long) LONG.getAndBitwiseAnd(ALL, address, operand);
            if (op == Atomic.OR) return (long) LONG.getAndBitwiseOr(ALL, address, operand);
            return (long) LONG.getAndBitwiseXor(ALL, address, operand);
        }
        int o = (int) operand;
        if (op == Atomic.ADD) return (int) INT.getAndAdd(ALL, address, o);
        if (op == Atomic.COMPARE_SWAP) return (int) INT.compareAndExchange(ALL, address, (int) expected, o);
        if (op == Atomic.SWAP) return (int) INT.getAndSet(ALL, address, o);
        if (op == Atomic.AND) return (int) INT.getAndBitwiseAnd(ALL, address, o);
        if (op == Atomic.OR) return (int) INT.getAndBitwiseOr(ALL, address, o);
        return (int) INT.getAndBitwiseXor(ALL, address, o);
    }
}
