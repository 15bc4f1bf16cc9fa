// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
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
        return x.slice(i, Math.max(0, x.length() - i));
    }

    /// Converts C's `status`: elements that are not 0 are skipped.
    static boolean[] skip(int[] status) {
        if (status == null) return null;
        boolean[] skip = new boolean[status.length];
        for (int k = 0; k < skip.length; k++) skip[k] = status[k] != 0;
        return skip;
    }

    /// As above, for the first `n` signals.
    static boolean[] skip(int[] status, long n) {
        return status == null ? null : Arrays.copyOf(skip(status), Math.clamp(n, 0, status.length));
    }

    /// The first `n` signals of an array.
    static Signal[] first(Signal[] signals, long n) {
        if (n >= 0 && n <= signals.length) return Arrays.copyOf(signals, (int) n);
        throw new IndexOutOfBoundsException(
                "%snelems=%d of %d signals; give 0 to %d".formatted(who(), n, signals.length, signals.length));
    }

    /// The first `n` numbers of PEs.
    static int[] first(int[] pes, long n) {
        if (n == 0) return new int[0];
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
        return ShmemProvider.get().unsigned(words);
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
            String name, Team team, S dest, S source, int bits, long dst, long sst, long nelems) {
        if (dst == 1 && sst == 1) team.alltoall(dest, source, elements(name, dest, bits, nelems));
        else if (elements(name, dest, bits, 1) == 1) team.alltoalls(dest, source, dst, sst, nelems);
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
        return inDest(dest, n, () -> {
            flip(dest, source, n);
            team.reduce(op, dest, dest, n);
            flip(dest, dest, n);
        });
    }

    /// Whether a reduction refuses these arrays: one is missing or too short, or they share a part of their memory.
    private static <S extends SymNumbers<?, S>> boolean isRefused(S dest, S source, long n) {
        if (dest == null || source == null || n < 0 || n > dest.length() || n > source.length()) return true;
        MemorySegment to = dest.slice(0, n).local();
        MemorySegment from = source.slice(0, n).local();
        return to.address() != from.address() && to.asOverlappingSlice(from).isPresent();
    }

    /// Runs a reduction that works in the first `n` elements of `dest`. If it throws, they have their old values.
    private static <S extends SymNumbers<?, S>> int inDest(S dest, long n, Runnable reduction) {
        MemorySegment elements = dest.slice(0, n).local();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment before = arena.allocate(elements.byteSize()).copyFrom(elements);
            try {
                reduction.run();
            } catch (RuntimeException e) {
                elements.copyFrom(before);
                throw e;
            }
        }
        return 0;
    }

    private static void flip(SymNumbers<?, ?> dest, SymNumbers<?, ?> source, long n) {
        for (long i = 0; i < n; i++) {
            switch (dest) {
                case SymBytes x -> x.set(i, (byte) (((SymBytes) source).get(i) ^ Byte.MIN_VALUE));
                case SymShorts x -> x.set(i, (short) (((SymShorts) source).get(i) ^ Short.MIN_VALUE));
                case SymInts x -> x.set(i, ((SymInts) source).get(i) ^ Integer.MIN_VALUE);
                default -> ((SymLongs) dest).set(i, ((SymLongs) source).get(i) ^ Long.MIN_VALUE);
            }
        }
    }

    /// As above, for pairs of real and imaginary part. For a product each member in turn broadcasts its elements in
    /// `dest`, which only this call writes. All members multiply them in team order.
    static <S extends SymNumbers<?, S>> int reduceComplex(Team team, Op op, S dest, S source, long n) {
        if (op == Op.SUM || isRefused(dest, source, 2 * n)) return reduce(team, op, dest, source, 2 * n);
        return inDest(dest, 2 * n, () -> multiply(team, dest, source, 2 * n));
    }

    private static <S extends SymNumbers<?, S>> void multiply(Team team, S dest, S source, long n) {
        double[] mine = new double[Math.toIntExact(n)];
        for (int i = 0; i < mine.length; i++) mine[i] = number(source, i);
        double[] product = null;
        for (int root = 0; root < team.nPes(); root++) {
            if (root == team.myPe()) for (int i = 0; i < mine.length; i++) number(dest, i, mine[i]);
            team.broadcast(dest, dest, n, root);
            double[] next = new double[mine.length];
            for (int i = 0; i < next.length; i++) next[i] = number(dest, i);
            if (product != null) multiply(product, next);
            else product = next;
        }
        for (int i = 0; i < mine.length; i++) number(dest, i, product[i]);
    }

    private static void multiply(double[] product, double[] by) {
        for (int i = 0; i < product.length; i += 2) {
            double real = product[i] * by[i] - product[i + 1] * by[i + 1];
            product[i + 1] = product[i] * by[i + 1] + product[i + 1] * by[i];
            product[i] = real;
        }
    }

    private static double number(SymNumbers<?, ?> x, long i) {
        return x instanceof SymFloats floats ? floats.get(i) : ((SymDoubles) x).get(i);
    }

    private static void number(SymNumbers<?, ?> x, long i, double value) {
        if (x instanceof SymFloats floats) floats.set(i, (float) value);
        else ((SymDoubles) x).set(i, value);
    }
}
