// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.lang.foreign.MemorySegment;

/// Copies between symmetric memory and arrays, both counted in elements.
/*
 * The methods of `MemorySegment` that take an array switch over its type. The JVM makes a class for that switch at the
 * first copy, while a short kernel waits. Here the array is a segment too.
 */
public final class ArrayCopy {
    private ArrayCopy() {}

    public static void out(MemorySegment from, long index, double[] to, int at, int count) {
        copy(from, index, MemorySegment.ofArray(to), at, count, Double.BYTES);
    }

    public static void out(MemorySegment from, long index, int[] to, int at, int count) {
        copy(from, index, MemorySegment.ofArray(to), at, count, Integer.BYTES);
    }

    public static void in(int[] from, int at, MemorySegment to, long index, int count) {
        copy(MemorySegment.ofArray(from), at, to, index, count, Integer.BYTES);
    }

    private static void copy(MemorySegment from, long at, MemorySegment to, long index, long count, long width) {
        MemorySegment.copy(from, at * width, to, index * width, count * width);
    }
}
