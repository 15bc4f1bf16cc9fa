// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.agrona.UnsafeApi;

/// The library's only access to mapped memory: absolute addresses in a segment that spans all memory.
///
/// **Nothing is checked here.** The caller has checked PE, index and count against the object.
///
/// The access mode is in the name: `setLongRelease` pairs with `getLongAcquire`. A name without a mode is a plain
/// access. Words are aligned to their width.
public final class Memory {
    /*
     * Why one all-memory segment: the JDK's segment accessors specialise on the kinds of segment that have reached
     * them. Mapped, native and heap segments that pass through the same call sites slow them down: a put from 0.4
     * to 7 ns, a vector loop from 438 to 16 GB/s. Only this one segment passes through here, so the program's use
     * of other segments slows no access.
     */
    private static final MemorySegment ALL = everything();

    /// The class of native segments, which is the class of most buffers.
    private static final Class<?> NATIVE = ALL.getClass();

    /// Whether this class uses the JDK's internal accessors of words, which `oshrun` opens to Agrona. They are faster
    /// in the interpreter, and compilers have less to do: docs/internals/decisions.md, the first second.
    static final boolean DIRECT = direct();

    static {
        loadHeapKinds();
    }

    private Memory() {}

    /// Loads classes of segments over Java arrays. Before the first of them is loaded, the compiler takes every
    /// segment for native, and before the second, every segment over an array for one over bytes. Their load
    /// invalidates all code compiled so far: a put that took 5 ns takes 250 ns until it is compiled again.
    private static void loadHeapKinds() {
        MemorySegment.ofArray(new byte[0]);
        MemorySegment.ofArray(new long[0]);
    }

    @SuppressWarnings("restricted") // the all-memory segment is the purpose of this class
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    private static boolean direct() {
        try {
            return UnsafeApi.pageSize() > 0;
        } catch (LinkageError e) {
            return false; // this JVM does not open them, or the program brings an Agrona that has no such class
        }
    }

    /// The all-memory segment itself, for vector loads and stores at absolute addresses.
    public static MemorySegment everywhere() {
        return ALL;
    }

    /// Returns a segment of exactly these bytes that dies with `arena`, for `ptr`. It has the class of segments
    /// from `Arena.allocate`, so loops over both stay monomorphic.
    @SuppressWarnings("restricted") // the caller owns the bytes and has checked them
    public static MemorySegment segment(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    /// Keeps an object, and the mapping that it holds, as long as a segment of `arena` is reachable.
    @SuppressWarnings("restricted") // no bytes are touched
    public static void keep(Arena arena, Object held) {
        MemorySegment.ofAddress(1).reinterpret(1, arena, gone -> Objects.requireNonNull(held));
    }

    /// Loads the low `width` bytes, sign-extended; an acquire. `width` is a constant where this is inlined.
    public static long getAcquire(long address, int width) {
        if (!DIRECT) return SegmentMemory.getAcquire(address, width);
        return switch (width) {
            case 8 -> UnsafeApi.getLongAcquire(null, address);
            case 4 -> UnsafeApi.getIntAcquire(null, address);
            case 2 -> UnsafeApi.getShortAcquire(null, address);
            default -> UnsafeApi.getByteAcquire(null, address);
        };
    }

    /// Stores the low `width` bytes by one plain store instruction, since a put of one element has to cost no more.
    /// With a release, a loop of puts takes twice the time: the compiler then reloads everything after each.
    public static void set(long address, int width, long value) {
        switch (width) {
            case 8 -> setLong(address, value);
            case 4 -> setInt(address, (int) value);
            case 2 -> setShort(address, (short) value);
            default -> setByte(address, (byte) value);
        }
    }
    // for TYPES

    /// Plain load of a TYPE.
    public static TYPE getType(long address) {
        return DIRECT ? UnsafeApi.getType(null, address) : ALL.get(ValueLayout.JAVA_TYPE, address);
    }

    /// Plain store of a TYPE, bit for bit.
    public static void setType(long address, TYPE value) {
        if (DIRECT) UnsafeApi.putType(null, address, value);
        else ALL.set(ValueLayout.JAVA_TYPE, address, value);
    }
    // end

    /// Acquire load of 8 bytes.
    public static long getLongAcquire(long address) {
        return DIRECT ? UnsafeApi.getLongAcquire(null, address) : (long) SegmentMemory.LONG.getAcquire(ALL, address);
    }

    /// Release store of 8 bytes.
    public static void setLongRelease(long address, long value) {
        if (DIRECT) UnsafeApi.putLongRelease(null, address, value);
        else SegmentMemory.LONG.setRelease(ALL, address, value);
    }

    /// Sequentially consistent load of 4 bytes.
    public static int getIntVolatile(long address) {
        return DIRECT ? UnsafeApi.getIntVolatile(null, address) : (int) SegmentMemory.INT.getVolatile(ALL, address);
    }

    /// Sequentially consistent store of 4 bytes.
    public static void setIntVolatile(long address, int value) {
        if (DIRECT) UnsafeApi.putIntVolatile(null, address, value);
        else SegmentMemory.INT.setVolatile(ALL, address, value);
    }

    /// Changes an aligned 4- or 8-byte word atomically and returns its old value; a full barrier. `op` and `width`
    /// are constants where this is inlined, so the code compares with constants and has no switch over the enum.
    public static long atomic(Atomic op, long address, int width, long operand, long expected) {
        if (!DIRECT) return SegmentMemory.atomic(op, address, width, operand, expected);
        if (width == 8) {
            if (op == Atomic.ADD) return UnsafeApi.getAndAddLong(null, address, operand);
            if (op == Atomic.COMPARE_SWAP) return UnsafeApi.compareAndExchangeLong(null, address, expected, operand);
            if (op == Atomic.SWAP) return UnsafeApi.getAndSetLong(null, address, operand);
            if (op == Atomic.AND) return UnsafeApi.getAndBitwiseAndLong(null, address, operand);
            if (op == Atomic.OR) return UnsafeApi.getAndBitwiseOrLong(null, address, operand);
            return UnsafeApi.getAndBitwiseXorLong(null, address, operand);
        }
        int o = (int) operand;
        if (op == Atomic.ADD) return UnsafeApi.getAndAddInt(null, address, o);
        if (op == Atomic.COMPARE_SWAP) return UnsafeApi.compareAndExchangeInt(null, address, (int) expected, o);
        if (op == Atomic.SWAP) return UnsafeApi.getAndSetInt(null, address, o);
        if (op == Atomic.AND) return UnsafeApi.getAndBitwiseAndInt(null, address, o);
        if (op == Atomic.OR) return UnsafeApi.getAndBitwiseOrInt(null, address, o);
        return UnsafeApi.getAndBitwiseXorInt(null, address, o);
    }

    /// Copies bytes between two places that may overlap. A word is copied by a load and a store: the JDK's copy
    /// calls many more methods, which are slow in an interpreter.
    public static void copy(long from, long to, long bytes) {
        if (bytes == 8 && ((from | to) & 7) == 0) setLong(to, getLong(from));
        else if (DIRECT) UnsafeApi.copyMemory(from, to, bytes);
        else bytes(ALL, from, ALL, to, bytes);
    }

    /*
     * The JDK's copy without layouts copies fewer than 64 bytes by a loop of Java. In an array of one of several types,
     * the second compiler may move the program's own accesses across this loop (JDK-8331133): a get was read as zeros.
     * The copy with layouts is a call of native code for any number of bytes, and no access moves across a call.
     */
    private static void bytes(MemorySegment src, long from, MemorySegment dst, long to, long bytes) {
        MemorySegment.copy(src, ValueLayout.JAVA_BYTE, from, dst, ValueLayout.JAVA_BYTE, to, bytes);
    }

    /*
     * The next three methods have two equal branches. In the first branch the JIT knows the class of the segment,
     * even after other classes have come along, and resolves no call at run time. Measured at 64 bytes, in a
     * program that has put from Java arrays and mapped segments before: 8 ns without, 3 ns with the branch.
     */

    /// Returns the bytes of any segment.
    public static long bytes(MemorySegment segment) {
        return segment.getClass() == NATIVE ? segment.byteSize() : segment.byteSize();
    }

    /// Copies from any segment, which checks its own side.
    public static void copyIn(MemorySegment src, long from, long to, long bytes) {
        if (src.getClass() == NATIVE) in(src, from, to, bytes);
        else in(src, from, to, bytes);
    }

    /// Copies to any segment, which checks its own side.
    public static void copyOut(long from, MemorySegment dst, long to, long bytes) {
        if (dst.getClass() == NATIVE) out(from, dst, to, bytes);
        else out(from, dst, to, bytes);
    }

    // methods of at most 35 bytecodes are inlined even if they have rarely run
    private static void in(MemorySegment src, long from, long to, long bytes) {
        bytes(src, from, ALL, to, bytes);
    }

    private static void out(long from, MemorySegment dst, long to, long bytes) {
        bytes(ALL, from, dst, to, bytes);
    }

    /// Zeroes bytes.
    public static void zero(long address, long bytes) {
        if (DIRECT) UnsafeApi.setMemory(address, bytes, (byte) 0);
        else ALL.asSlice(address, bytes).fill((byte) 0);
    }

    /// Orders everything before it with everything after it.
    public static void fullFence() {
        VarHandle.fullFence();
    }

    /// Orders loads and stores before it with stores after it.
    public static void releaseFence() {
        VarHandle.releaseFence();
    }
}
