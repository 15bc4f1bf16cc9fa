// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymNumbers;
import org.jshmem.SymShorts;
import org.jshmem.SymWords;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;

/// Conversions of C's arguments to those of `org.jshmem`, for the bodies of the C names.
class Support {
    Support() {}

    /// The PE of the calling code: C's names take no handle.
    static Shmem pe() {
        return ShmemProvider.get().current();
    }

    /// Converts a count or stride to the `int` of forms with an array of the program. A number that is not an `int`
    /// stays too large or too small for every array.
    static int count(long n) {
        return Math.clamp(n, -1, Integer.MAX_VALUE);
    }

    /// C's `&x[i]` for a routine that takes no index.
    static <S extends SymArray<?, S>> S tail(S x, long i) {
        return x == null ? null : x.slice(i, Math.max(0, x.length() - i)); // null is refused later
    }

    /// Converts C's `status`: elements that are not 0 are skipped.
    static boolean[] skip(int[] status) {
        if (status == null) return null;
        boolean[] skip = new boolean[status.length];
        for (int k = 0; k < skip.length; k++) skip[k] = status[k] != 0;
        return skip;
    }

    /// Returns an argument of a C name, and refuses null by that name.
    static <T> T given(T argument, String what, String allocator) {
        if (argument != null) return argument;
        throw new NullPointerException("%s%s is null; allocate it by %s on every PE".formatted(who(), what, allocator));
    }

    /// The bytes of `count` objects; a product that is not a `long` stays too large for every heap.
    static long product(long count, long size) {
        if (count < 0 || size < 0) {
            throw new IllegalArgumentException(
                    "%sshmem_calloc, count=%d and size=%d: give 0 or more of each".formatted(who(), count, size));
        }
        return size != 0 && count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
    }

    /// The first `n` signals of an array.
    static Signal[] first(Signal[] signals, long n) {
        Objects.requireNonNull(signals, () -> who() + "ivars is null; give an array of signals");
        if (n >= 0 && n <= signals.length) return Arrays.copyOf(signals, (int) n);
        throw new IndexOutOfBoundsException(
                "%snelems=%d of %d signals; give 0 to %d".formatted(who(), n, signals.length, signals.length));
    }

    /// The first `n` numbers of PEs.
    static int[] first(int[] pes, long n) {
        if (n == 0) return new int[0];
        Objects.requireNonNull(pes, () -> who() + "shmem_pe_quiet, target_pes is null; give numbers of PEs");
        if (n > 0 && n <= pes.length) return Arrays.copyOf(pes, (int) n);
        throw new IndexOutOfBoundsException(
                "%sshmem_pe_quiet, npes=%d of target_pes with %d elements; give at most its length"
                        .formatted(who(), n, pes.length));
    }

    /// The thread level of C's number, or the nearest one.
    static ThreadLevel level(int requested) {
        ThreadLevel[] levels = ThreadLevel.values();
        return levels[Math.clamp(requested, 0, levels.length - 1)];
    }

    /// Stores a text in C's form, with zeros after it.
    static void terminated(byte[] to, String text) {
        byte[] characters = text.getBytes(StandardCharsets.US_ASCII);
        Arrays.fill(to, (byte) 0);
        System.arraycopy(characters, 0, to, 0, characters.length);
    }

    /// The beginning of messages: this PE's number.
    static String who() {
        return "PE %d/%d: ".formatted(pe().myPe(), pe().nPes());
    }

    /// A view of an array, whose comparisons are unsigned.
    static <A, S extends SymWords<A, S>> S unsigned(S words) {
        return words == null ? null : ShmemProvider.get().unsigned(words);
    }

    // widths

    /// Returns the number of elements that `n` units of `bits` bits have in an array. Refuses units that do not
    /// fill whole elements.
    static long elements(String name, SymArray<?, ?> array, int bits, long n) {
        if (array == null || n == 0) return n; // without elements null is legal; with elements it is refused later
        int width = width(array);
        if (bits >= width) return Math.multiplyExact(n, bits / width);
        if (n * bits % width == 0) return n * bits / width;
        throw new IllegalArgumentException(
                "%s%s, nelems=%d of %d bits is not a whole number of %d-bit elements; give a multiple of %d, or an array of smaller elements"
                        .formatted(who(), name, n, bits, width, width / bits));
    }

    /// The same, of units that lie in an array from element `i` on, and in another one, if it is given, from `j` on.
    static long elements(String name, SymArray<?, ?> array, long i, Object other, long j, int bits, long n) {
        return new Units(name, "nelems", array, bits, 1, n)
                .in(array, i, 1)
                .in(other, j, 1)
                .elements(n);
    }

    /// The `n` blocks of `size` units of `bits` bits that a call moves between arrays with elements as in `array`.
    /// `count` is the parameter with their number.
    record Units(String name, String count, SymArray<?, ?> array, int bits, long size, long n) {
        /// Refuses more blocks, `stride` units apart, than an array has from element `i` on, of the program or
        /// symmetric.
        Units in(Object x, long i, long stride) {
            if (array == null || x == null || stride < 1 || size < 1) return this; // refused later
            boolean own = !(x instanceof SymArray<?, ?>);
            long length = own ? Array.getLength(x) : ((SymArray<?, ?>) x).length();
            if (i < 0 || i > length) return this;
            long units = (length - i) * width(array) / bits;
            long most = units < size ? 0 : (units - size) / stride + 1;
            if (n <= most) return this;
            String blocks = size == 1 ? "" : size + " times ";
            String apart = stride == 1 ? "" : " with stride " + stride;
            String from = i == 0 ? "" : " from index " + i;
            Object whole = own ? "%s[%d]".formatted(x.getClass().componentType(), length) : x;
            throw new IndexOutOfBoundsException(
                    "%s%s, %s=%d of %s%d bits%s%s exceeds %s; give at most %d, or make it longer"
                            .formatted(who(), name, count, n, blocks, bits, apart, from, whole, most));
        }

        /// The elements of `units` units.
        long elements(long units) {
            return Support.elements(name, array, bits, units);
        }
    }

    private static int width(SymArray<?, ?> array) {
        return switch (array) {
            case SymMem _, SymBytes _ -> 8;
            case SymShorts _ -> 16;
            case SymLongs _, SymDoubles _ -> 64;
            default -> 32;
        };
    }

    /// Exchanges units of `bits` bits, with strides in units.
    static <S extends SymArray<?, S>> void alltoalls(
            String name, Supplier<Team> team, S dest, S source, int bits, long dst, long sst, long nelems) {
        boolean packed = dst == 1 && sst == 1;
        long elements = elements(name, dest, bits, packed ? nelems : 1); // before the team: an active set may be made
        if (packed) team.get().alltoall(dest, source, elements);
        else if (elements == 1) team.get().alltoalls(dest, source, dst, sst, nelems);
        else
            throw new IllegalArgumentException(
                    "%s%s, dst=%d and sst=%d are strides of %d bits in arrays of %d-bit elements; give arrays of %d-bit elements, or strides of 1"
                            .formatted(who(), name, dst, sst, bits, width(dest), bits));
    }

    // reductions; they return 0, C's result of a successful reduction

    static <S extends SymNumbers<?, S>> int reduce(Team team, Op op, S dest, S source, long n) {
        team.reduce(op, dest, source, n);
        return 0;
    }

    /// As above, for unsigned elements. The maximum and the minimum are found with flipped sign bits, which turn
    /// the unsigned order into the signed one.
    static <S extends SymNumbers<?, S>> int reduceUnsigned(Team team, Op op, S dest, S source, long n) {
        boolean ordered = op == Op.MAX || op == Op.MIN;
        if (!ordered || isRefused(dest, source, n)) return reduce(team, op, dest, source, n);
        return inDest(dest, source, n, elements -> {
            flip(elements, width(dest) / Byte.SIZE);
            team.reduce(op, dest, dest, n);
            flip(elements, width(dest) / Byte.SIZE);
        });
    }

    /// Flips the sign bits: each is in the last byte of its element.
    private static void flip(MemorySegment elements, int width) {
        for (long at = width - 1L; at < elements.byteSize(); at += width) {
            elements.set(JAVA_BYTE, at, (byte) (elements.get(JAVA_BYTE, at) ^ Byte.MIN_VALUE));
        }
    }

    /// Whether a reduction refuses these arrays: one is missing or too short, or they share a part of their memory.
    private static <S extends SymNumbers<?, S>> boolean isRefused(S dest, S source, long n) {
        if (dest == null || source == null || n < 0 || n > dest.length() || n > source.length()) return true;
        MemorySegment to = dest.slice(0, n).local();
        MemorySegment from = source.slice(0, n).local();
        return to.address() != from.address() && to.asOverlappingSlice(from).isPresent();
    }

    /// Runs a reduction that works in the first `n` elements of `dest`, where it finds those of `source`. If it throws,
    /// they have their old values.
    private static <S extends SymNumbers<?, S>> int inDest(
            S dest, S source, long n, Consumer<MemorySegment> reduction) {
        MemorySegment elements = dest.slice(0, n).local();
        MemorySegment before = copy(elements);
        try {
            reduction.accept(elements.copyFrom(source.slice(0, n).local()));
        } catch (RuntimeException e) {
            elements.copyFrom(before);
            throw e;
        }
        return 0;
    }

    static MemorySegment copy(MemorySegment elements) {
        return Arena.ofAuto().allocate(elements.byteSize()).copyFrom(elements);
    }

    /// As above, for pairs of real and imaginary part. For a product each member in turn broadcasts its elements in
    /// `dest`, which only this call writes. All members multiply them in team order.
    static <S extends SymNumbers<?, S>> int reduceComplex(Team team, Op op, S dest, S source, long n) {
        if (op == Op.SUM || isRefused(dest, source, 2 * n)) return reduce(team, op, dest, source, 2 * n);
        return inDest(dest, source, 2 * n, _ -> {
            double[] mine = numbers(dest, 2 * n);
            double[] product = null;
            for (int root = 0; root < team.nPes(); root++) {
                if (root == team.myPe()) store(mine, dest);
                team.broadcast(dest, dest, 2 * n, root);
                product = root == 0 ? numbers(dest, 2 * n) : product(product, numbers(dest, 2 * n));
            }
            store(product, dest);
        });
    }

    private static double[] product(double[] x, double[] y) {
        double[] product = new double[x.length];
        for (int i = 0; i < product.length; i += 2) {
            product[i] = x[i] * y[i] - x[i + 1] * y[i + 1];
            product[i + 1] = x[i] * y[i + 1] + x[i + 1] * y[i];
        }
        return product;
    }

    private static double[] numbers(SymNumbers<?, ?> x, long n) {
        return IntStream.range(0, Math.toIntExact(n))
                .mapToDouble(i -> x instanceof SymFloats floats ? floats.get(i) : ((SymDoubles) x).get(i))
                .toArray();
    }

    private static void store(double[] values, SymNumbers<?, ?> x) {
        for (int i = 0; i < values.length; i++) {
            if (x instanceof SymFloats floats) floats.set(i, (float) values[i]);
            else ((SymDoubles) x).set(i, values[i]);
        }
    }
}
