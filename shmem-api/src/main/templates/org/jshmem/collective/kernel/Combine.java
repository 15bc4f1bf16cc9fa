// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Op;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.jdk.Vectors;
import org.jshmem.transport.Memory;

/// The numeric loops of the library: combines arrays at absolute addresses, element by element.
///
/// Integers wrap. `MAX` and `MIN` of floating point are those of `Math.max` and `Math.min`: a NaN on either side
/// wins, and -0.0 is less than 0.0. `AND`, `OR` and `XOR` are for integers. An address is a multiple of the
/// element's bytes; the destination is one of the sources exactly or overlaps neither.
///
/// Loops over more than a few elements run in vector registers where the JVM has `jdk.incubator.vector`, after its
/// compiler has compiled them; all others are scalar. The bits are the same.
public final class Combine {
    /*
     * Each operation has a loop of its own, with the species a constant and the choice outside: the compiler keeps
     * vectors in registers only if the operation is a constant. Several sources are folded in blocks that stay in the
     * cache, so that memory is read once for each source and written once.
     *
     * Before the compiler has compiled a loop over registers, each register is an object, and the loop takes a thousand
     * times as long as it will. So a thread that runs nothing else warms the loop up, while scalar loops combine the
     * arrays. A program that combines little never loads the vector module.
     */
    /// Elements below which scalar code is faster than registers.
    private static final int SHORT = 8;

    /// Elements that a JVM combines by scalar loops in the time that it needs to load the vector module.
    private static final long LOADING = 1 << 26;

    /// The same for PEs that a carrier runs. The warm-up and the compiler take their cores for half a second,
    /// in which a long sum takes three times as long. Afterwards registers save little, since the operands of
    /// many PEs wait for memory: the rows sum-8k-8 and sum-8k-64 of bench/ab.
    private static final long LOADING_OF_CARRIED = 1 << 30;

    /// Elements that scalar loops have combined in this JVM. Threads may lose each other's counts.
    private static long combined;

    /// A warm-up: bytes of a call, a multiple of a register's; calls of a run; and the most runs.
    private static final long WARM_UP_BYTES = 256;

    private static final int CALLS = 100;
    private static final int MOST_RUNS = 5000;

    /// The bytes of the call by which a run is judged. They are many, so that the time of the call itself, which an
    /// interpreter may make, does not count.
    private static final long JUDGED_BYTES = 16 << 10;

    /// One call of this number is judged, to notice a loop that has fallen out of compiled code.
    private static final int CALLS_OF_A_JUDGMENT = 64;

    /// Nanoseconds for an element above which a call is slow: twenty times those of a compiled loop from memory.
    private static final long SLOW = 20;

    /// Elements below which no call is judged: reading the clock takes as long.
    private static final int JUDGED = 256;

    /// Calls over registers in this JVM. Threads may lose each other's counts.
    private static int calls;

    private static final int OPERATIONS = Op.values().length;

    /// The loops over registers by type and operation: 0, `WARMING` or `COMPILED`.
    private static final AtomicIntegerArray loops = new AtomicIntegerArray(ElementType.values().length * OPERATIONS);

    private static final int WARMING = 1;
    private static final int COMPILED = 2;

    /// Bytes of the block in which several sources are folded: the size of a staging buffer.
    static final int BLOCK = SystemLayout.STAGING_BYTES;

    private Combine() {}

    /// Whether elements of a type can be combined by an operation: the bitwise ones are for integers.
    public static boolean has(ElementType type, Op op) {
        return op.ordinal() > Op.XOR.ordinal() || !type.floating();
    }

    /// Returns the exception for an operation that a type does not have.
    static IllegalArgumentException refuse(Op op, ElementType type) {
        return new IllegalArgumentException(
                "%s of %ss does not exist; use it with integers, or MAX, MIN, SUM, PROD".formatted(op, type.label()));
    }

    /// `to[i] = a[i] op b[i]`.
    public static void apply(Op op, ElementType type, long to, long a, long b, long count) {
        long bytes = count * type.bytes;
        long done = count >= SHORT && isCompiled(op, type, count) ? watchedLanes(op, type, to, a, b, bytes) : 0;
        if (done < bytes) scalars(op, type, to + done, a + done, b + done, (bytes - done) / type.bytes);
    }

    private static int loop(Op op, ElementType type) {
        return type.ordinal() * OPERATIONS + op.ordinal();
    }

    /// Whether a loop over registers is compiled. If it is not, `count` elements are combined by a scalar loop now.
    private static boolean isCompiled(Op op, ElementType type, long count) {
        int loop = loop(op, type);
        int state = loops.getPlain(loop);
        if (state != 0) return state == COMPILED;
        combined += count;
        long loading = Thread.currentThread().isVirtual() ? LOADING_OF_CARRIED : LOADING;
        if (combined > loading && has(type, op)) startWarmUp(op, type, 0);
        return false;
    }

    private static void startWarmUp(Op op, ElementType type, int state) {
        if (!loops.compareAndSet(loop(op, type), state, WARMING)) return;
        Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false)
                .name("vector loops")
                .start(() -> warmUp(op, type));
    }

    /// Combines as [#lanes], and judges a call now and then.
    private static long watchedLanes(Op op, ElementType type, long to, long a, long b, long bytes) {
        if (++calls % CALLS_OF_A_JUDGMENT != 0 || bytes < (long) JUDGED * type.bytes) {
            return lanes(op, type, to, a, b, bytes);
        }
        long start = System.nanoTime();
        long done = lanes(op, type, to, a, b, bytes);
        judge(op, type, bytes, System.nanoTime() - start);
        return done;
    }

    /// Gives up a loop over registers that took the time of an interpreted one, until the compiler is done with it
    /// again. A thread that has lost its core meanwhile looks slow too; then the loop is back after three runs.
    static void judge(Op op, ElementType type, long bytes, long nanos) {
        if (nanos > SLOW * bytes / type.bytes) startWarmUp(op, type, COMPILED);
    }

    /// Runs a loop over registers until three runs in a row end with a call that takes the time of a compiled
    /// loop: less than a nanosecond for an element, a tenth of the time of an interpreted loop. Most calls are
    /// short and many, since the compiler counts calls. In a JVM that does not compile, the scalar loop stays.
    private static void warmUp(Op op, ElementType type) {
        if (!Vectors.THERE) return;
        try (Arena arena = Arena.ofConfined()) {
            long at = arena.allocate(JUDGED_BYTES, WARM_UP_BYTES).address();
            int fast = 0;
            for (int run = 0; run < MOST_RUNS && fast < 3; run++) {
                long start = System.nanoTime();
                for (int call = 0; call < CALLS; call++) lanes(op, type, at, at, at, WARM_UP_BYTES);
                long judged = System.nanoTime();
                lanes(op, type, at, at, at, JUDGED_BYTES);
                long end = System.nanoTime();
                fast = end - judged < JUDGED_BYTES / type.bytes ? fast + 1 : 0;
                LockSupport.parkNanos(end - start); // PEs may have no other core
            }
            if (fast == 3) loops.set(loop(op, type), COMPILED);
        }
    }

    /// Sets for tests how many elements scalar loops have combined, and whether all loops over registers are compiled.
    static void warmedUp(boolean compiled, long elements) {
        for (int loop = 0; loop < loops.length(); loop++) loops.set(loop, compiled ? COMPILED : 0);
        combined = elements;
    }

    /// Whether a loop over registers combines whole arrays.
    static boolean isWarmedUp(Op op, ElementType type) {
        return loops.get(loop(op, type)) == COMPILED;
    }

    /// Combines by scalar loops, with the same bits as the vector loops: the rest that does not fill a register, and
    /// everything if the vector module is absent.
    static void scalars(Op op, ElementType type, long to, long a, long b, long count) {
        long bytes = count * type.bytes;
        switch (type) {
            // for TYPES
            case ElementType.TYPE -> TypeScalarLoops.apply(op, to, a, b, bytes);
            // end
        }
    }

    /// Combines the elements that fill registers; returns their bytes.
    private static long lanes(Op op, ElementType type, long to, long a, long b, long bytes) {
        long whole = bytes & -LongVectorLoops.STEP; // registers are the same size for all types
        switch (type) {
            // for TYPES
            case ElementType.TYPE -> TypeVectorLoops.apply(op, to, a, b, whole);
            // end
        }
        return whole;
    }

    /// `to[i] = (a0[i] op a1[i]) op a2[i] ...` over the sources at `n >= 2` addresses, in this order.
    /// `scratch` is `BLOCK` bytes of own memory; `to` may be any of the sources.
    public static void fold(Op op, ElementType type, long to, long[] sources, int n, long count, long scratch) {
        int width = type.bytes;
        for (long i = 0, m; i < count; i += m) {
            m = Math.min(BLOCK / width, count - i);
            long at = i * width;
            long left = sources[0] + at;
            for (int k = 1; k < n; k++, left = scratch) {
                long into = k < n - 1 ? scratch : to + at; // last: `to` may be any source
                apply(op, type, into, left, sources[k] + at, m);
            }
        }
    }

    /// Fills an array with the neutral element of an operation.
    public static void neutral(Op op, ElementType type, long to, long count) {
        int width = type.bytes;
        long bits = neutral(op, type);
        for (long i = 0; i < count; i++) Memory.set(to + i * width, width, bits);
    }

    private static long neutral(Op op, ElementType type) {
        long lowest = -1L << type.bytes * Byte.SIZE - 1;
        return switch (op) {
            case OR, XOR, SUM -> 0; // of a sum of floating point too, as in the specification
            case AND -> -1;
            case PROD -> type.bits(1);
            case MAX -> type.floating() ? type.bits(Double.NEGATIVE_INFINITY) : lowest;
            case MIN -> type.floating() ? type.bits(Double.POSITIVE_INFINITY) : ~lowest;
        };
    }
}
