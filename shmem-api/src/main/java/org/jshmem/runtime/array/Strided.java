// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Channel;

/// Strided transfers of blocks. The starts of two blocks are `stride` elements apart on the symmetric side and `step`
/// elements on the other side: a Java array, a segment, or this PE's copy of a symmetric array.
///
/// All checks precede the first transfer. Blocks of one element move between symmetric and Java arrays by stores and
/// loads.
final class Strided {
    private Strided() {}

    /// Puts to, or gets from, elements `i`, `i + stride` and so on of PE `pe`.
    static <A> void move(
            boolean puts,
            Array<A, ?> x,
            long i,
            long stride,
            Object other,
            long from,
            long step,
            long size,
            long n,
            int pe) {
        String verb = puts ? (size == 1 ? "iput" : "ibput") : size == 1 ? "iget" : "ibget";
        String name = puts ? "src" : "dst";
        x.checkPe(verb, 0, 0, pe);
        if (n < 0) throw Refusal.count(x, verb, size == 1 ? "count" : "blocks", n);
        if (size < 0) throw Refusal.count(x, verb, "blockSize", size);
        long least = Math.max(1, size);
        if (stride < least || step < least) {
            String mistake =
                    "strides %d and %d must be at least %d; give element strides from block start to block start";
            throw Refusal.argument(x, verb, mistake, stride, step, least);
        }
        if (n == 0 || size == 0) return;
        if (exceeds(i, stride, size, n, x.length)) throw Refusal.strided(x, verb, i, n, size, stride);
        long have = switch (other) {
            case null -> throw Refusal.missing(x, verb, name);
            case Array<?, ?> _ -> x.other(verb, name, other, 0, 0).length;
            case MemorySegment segment -> x.elements(verb, name, segment);
            default -> java.lang.reflect.Array.getLength(other);
        };
        if (exceeds(from, step, size, n, have)) {
            throw Refusal.stridedBuffer(x, verb, name, from, n, size, step, have);
        }
        Channel via = x.towards(pe);
        int target = x.world(pe);
        int me = x.transport.pe();
        int width = x.width;
        Array<?, ?> own = other instanceof Array<?, ?> symmetric ? symmetric : null;
        A array = own != null || other instanceof MemorySegment ? null : array(other);
        MemorySegment segment = array != null ? x.segment(array) : own == null ? (MemorySegment) other : null;
        if (!puts && segment != null) x.writable(verb, segment);
        for (long k = 0; k < n; k++) {
            long at = x.at(i + k * stride);
            long there = from + k * step;
            if (size == 1 && array != null) {
                if (puts) via.store(target, at, width, x.bits(array, (int) there));
                else x.bits(array, (int) there, via.load(target, at, width));
            } else if (segment != null) {
                if (puts) via.put(target, at, segment, there * width, size * width);
                else via.get(target, at, segment, there * width, size * width);
            } else if (puts) via.copy(target, at, me, own.at(there), size * width);
            else via.copy(me, own.at(there), target, at, size * width);
        }
    }

    @SuppressWarnings("unchecked") // the caller's parameter is an array of this class
    private static <A> A array(Object array) {
        return (A) array;
    }

    /// Whether `n` blocks of `size` elements, from index `i` on, end beyond `length` elements.
    private static boolean exceeds(long i, long stride, long size, long n, long length) {
        return i < 0 || i > length - size || n - 1 > (length - size - i) / stride;
    }
}
