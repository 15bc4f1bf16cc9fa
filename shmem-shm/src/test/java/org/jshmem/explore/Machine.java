// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jshmem.explore.Actor.Kind;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Replaces [Memory], futexes and clocks for woven code: each access of shared memory becomes a step
/// of the actor that makes it. Where nothing is being explored, memory is what it is and nobody sleeps.
public final class Machine {
    private Machine() {}

    private static boolean isReal(long address) {
        return Actor.current() == null || Actor.current().isPrivate(address);
    }

    private static long load(Kind kind, long address, int width) {
        if (isReal(address)) return Memory.getAcquire(address, width);
        return Actor.current().load(kind, address, width);
    }

    private static void store(Kind kind, long address, int width, long value) {
        if (isReal(address)) Memory.set(address, width, value);
        else Actor.current().store(kind, address, width, value);
    }

    public static long getAcquire(long address, int width) {
        return load(Kind.LOAD_ACQUIRE, address, width);
    }

    public static void set(long address, int width, long value) {
        store(Kind.STORE, address, width, value);
    }

    public static long getLong(long address) {
        return load(Kind.LOAD, address, 8);
    }

    public static void setLong(long address, long value) {
        store(Kind.STORE, address, 8, value);
    }

    public static long getLongAcquire(long address) {
        return load(Kind.LOAD_ACQUIRE, address, 8);
    }

    public static void setLongRelease(long address, long value) {
        store(Kind.STORE_RELEASE, address, 8, value);
    }

    public static int getInt(long address) {
        return (int) load(Kind.LOAD, address, 4);
    }

    public static void setInt(long address, int value) {
        store(Kind.STORE, address, 4, value);
    }

    public static int getIntVolatile(long address) {
        return (int) load(Kind.LOAD_ACQUIRE, address, 4);
    }

    public static void setIntVolatile(long address, int value) {
        store(Kind.STORE_RELEASE, address, 4, value);
        if (!isReal(address)) fullFence();
    }

    public static short getShort(long address) {
        return (short) load(Kind.LOAD, address, 2);
    }

    public static void setShort(long address, short value) {
        store(Kind.STORE, address, 2, value);
    }

    public static byte getByte(long address) {
        return (byte) load(Kind.LOAD, address, 1);
    }

    public static void setByte(long address, byte value) {
        store(Kind.STORE, address, 1, value);
    }

    public static long atomic(Atomic op, long address, int width, long operand, long expected) {
        if (isReal(address)) return Memory.atomic(op, address, width, operand, expected);
        return Actor.current().atomic(op, address, width, operand, expected);
    }

    public static void fullFence() {
        if (Actor.current() != null) Actor.current().fence();
    }

    public static void releaseFence() {
        if (Actor.current() != null) Actor.current().releaseFence();
    }

    public static void copyIn(MemorySegment src, long from, long to, long bytes) {
        if (isReal(to)) {
            Memory.copyIn(src, from, to, bytes);
        } else if (src.isNative()) {
            copy(src.address() + from, to, bytes);
        } else {
            for (int i = 0, width; i < bytes; i += width) {
                width = width(bytes - i);
                store(Kind.STORE, to + i, width, word(src.asSlice(from + i, width)));
            }
        }
    }

    public static void copyOut(long from, MemorySegment dst, long to, long bytes) {
        if (isReal(from)) {
            Memory.copyOut(from, dst, to, bytes);
        } else if (dst.isNative()) {
            copy(from, dst.address() + to, bytes);
        } else {
            for (int i = 0, width; i < bytes; i += width) {
                width = width(bytes - i);
                MemorySegment word = MemorySegment.ofArray(new long[] {load(Kind.LOAD, from + i, width)});
                MemorySegment.copy(word, 0, dst, to + i, width);
            }
        }
    }

    public static void copy(long from, long to, long bytes) {
        if (Actor.current() == null) {
            Memory.copy(from, to, bytes);
        } else {
            for (int i = 0, width; i < bytes; i += width) {
                width = width(bytes - i);
                store(Kind.STORE, to + i, width, load(Kind.LOAD, from + i, width));
            }
        }
    }

    /// The widest word that a copy of so many bytes takes next.
    private static int width(long bytes) {
        return (int) Math.min(8, Long.highestOneBit(bytes));
    }

    private static long word(MemorySegment bytes) {
        long[] word = new long[1];
        MemorySegment.copy(bytes, 0, MemorySegment.ofArray(word), 0, bytes.byteSize()); // of the lowest bytes
        return word[0];
    }

    public static void zero(long address, long bytes) {
        if (isReal(address)) Memory.zero(address, bytes);
        else Actor.current().clear(address, bytes);
    }

    public static MemorySegment everywhere() {
        return Memory.everywhere();
    }

    public static MemorySegment segment(long address, long bytes, Arena arena) {
        return Memory.segment(address, bytes, arena);
    }

    public static void keep(Arena arena, Object held) {
        Memory.keep(arena, held);
    }

    public static long bytes(MemorySegment segment) {
        return Memory.bytes(segment);
    }

    public static void futexWait(long address, int expected, long nanos) {
        if (Actor.current() != null) Actor.current().futexWait(address, expected);
    }

    public static void futexWakeAll(long address) {
        if (Actor.current() != null) Actor.current().futexWakeAll(address);
    }

    public static void parkNanos(long nanos) {
        if (Actor.current() != null) throw new AssertionError("parks, so that nobody can wake it");
    }

    /// Nothing: a wait that looks again does so at once.
    public static void yield() {}

    /// Nothing, as above.
    public static void onSpinWait() {}

    /// What a program asks to sleep takes no time but its own.
    public static void sleep(TimeUnit unit, long time) throws InterruptedException {
        if (Actor.current() == null) unit.sleep(time);
        else Actor.current().clock += unit.toNanos(time);
    }

    /// Time stands still for waits: whatever would be seen at the end of a sleep has to be seen without one.
    public static long nanoTime() {
        return Actor.current() == null ? System.nanoTime() : Actor.current().clock;
    }
}
