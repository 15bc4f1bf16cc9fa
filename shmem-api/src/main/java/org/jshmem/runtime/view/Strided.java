// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymArray;
import org.jshmem.transport.Channel;

/// Strided transfers of single elements or of blocks. The starts of two blocks are `stride` elements apart on the
/// symmetric side and `step` elements on the other side.
///
/// All checks precede the first transfer. Single elements move between symmetric and Java arrays by stores and loads;
/// all other transfers move block by block.
final class Strided {
    private Strided() {}

    // Java arrays

    static <A, S extends SymArray<A, S>> void put(
            Array<A, S> x, String verb, long i, long stride, A src, int from, int step, int size, int n, int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        checkOther(x, verb, "src", from, step, size, n, x.size(verb, src));
        Channel via = x.towards(pe);
        int target = x.world(pe);
        for (int k = 0; k < n; k++) {
            if (size > 1) x.put(i + k * stride, src, from + k * step, size, pe);
            else via.store(target, x.at(i + k * stride), x.width, x.bits(src, from + k * step));
        }
    }

    static <A, S extends SymArray<A, S>> void get(
            Array<A, S> x, String verb, long i, long stride, A dst, int to, int step, int size, int n, int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        checkOther(x, verb, "dst", to, step, size, n, x.size(verb, dst));
        Channel via = x.towards(pe);
        int target = x.world(pe);
        for (int k = 0; k < n; k++) {
            if (size > 1) x.get(i + k * stride, dst, to + k * step, size, pe);
            else x.bits(dst, to + k * step, via.load(target, x.at(i + k * stride), x.width));
        }
    }

    // symmetric arrays

    static <A, S extends SymArray<A, S>> void put(
            Array<A, S> x, String verb, long i, long stride, S src, long from, long step, long size, long n, int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        Array<?, ?> source = x.other(verb, "src", src, 0, 0);
        checkOther(x, verb, "src", from, step, size, n, source.length);
        Channel via = x.towards(pe);
        int own = x.transport.pe();
        for (long k = 0; k < n; k++) {
            via.copy(x.world(pe), x.at(i + k * stride), own, source.at(from + k * step), size * x.width);
        }
    }

    static <A, S extends SymArray<A, S>> void get(
            Array<A, S> x, String verb, long i, long stride, S dst, long to, long step, long size, long n, int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        Array<?, ?> target = x.other(verb, "dst", dst, 0, 0);
        checkOther(x, verb, "dst", to, step, size, n, target.length);
        Channel via = x.towards(pe);
        int own = x.transport.pe();
        for (long k = 0; k < n; k++) {
            via.copy(own, target.at(to + k * step), x.world(pe), x.at(i + k * stride), size * x.width);
        }
    }

    // segments

    static void put(
            Array<?, ?> x,
            String verb,
            long i,
            long stride,
            MemorySegment src,
            long from,
            long step,
            long size,
            long n,
            int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        checkOther(x, verb, "src", from, step, size, n, x.elements(verb, "src", src));
        Channel via = x.towards(pe);
        for (long k = 0; k < n; k++) {
            via.put(x.world(pe), x.at(i + k * stride), src, (from + k * step) * x.width, size * x.width);
        }
    }

    static void get(
            Array<?, ?> x,
            String verb,
            long i,
            long stride,
            MemorySegment dst,
            long to,
            long step,
            long size,
            long n,
            int pe) {
        if (isNothing(x, verb, i, stride, step, size, n, pe)) return;
        checkOther(x, verb, "dst", to, step, size, n, x.elements(verb, "dst", dst));
        if (dst.isReadOnly()) throw x.readOnly(verb);
        Channel via = x.towards(pe);
        for (long k = 0; k < n; k++) {
            via.get(x.world(pe), x.at(i + k * stride), dst, (to + k * step) * x.width, size * x.width);
        }
    }

    // checks

    /// Checks the symmetric side. True if no element moves.
    private static boolean isNothing(
            Array<?, ?> x, String verb, long i, long stride, long step, long size, long n, int pe) {
        x.checkPe(verb, 0, 0, pe);
        if (n < 0) throw Refusal.count(x, verb, verb.startsWith("ib") ? "blocks" : "count", n);
        if (size < 0) throw Refusal.count(x, verb, "blockSize", size);
        long least = Math.max(1, size);
        if (stride < least || step < least) {
            throw Refusal.argument(
                    x,
                    verb,
                    "strides %d and %d must be at least %d; give element strides from block start to block start"
                            .formatted(stride, step, least));
        }
        if (n == 0 || size == 0) return true;
        if (i < 0 || i > x.length - size || n - 1 > (x.length - size - i) / stride) {
            throw Refusal.strided(x, verb, i, n, size, stride);
        }
        return false;
    }

    /// Checks the other side, which has `have` elements.
    private static void checkOther(
            Array<?, ?> x, String verb, String name, long from, long step, long size, long n, long have) {
        if (from < 0 || from > have - size || n - 1 > (have - size - from) / step) {
            throw Refusal.stridedBuffer(x, verb, name, from, n, size, step, have);
        }
    }
}
