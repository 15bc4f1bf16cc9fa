// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.jshmem.nas.sp.VectorMemory.address;
import static org.jshmem.nas.sp.VectorMemory.distance;
import static org.jshmem.nas.sp.VectorMemory.get;
import static org.jshmem.nas.sp.VectorMemory.load;
import static org.jshmem.nas.sp.VectorMemory.set;
import static org.jshmem.nas.sp.VectorMemory.store;

import jdk.incubator.vector.DoubleVector;

/// The transposition of squares of 8 by 8 doubles: rows of nodes to rows of lines and back.
/*
 * Three rounds, each of which exchanges halves, quarters and eighths between two rows, as in Eklundh, "A fast
 * computer method for matrix transposing" (1972). If vectors are not 8 doubles wide, the loop copies element by
 * element.
 */
final class Transpose {
    static final int SIDE = 8;

    private static final long WORD = Double.BYTES;

    /// The lanes of two rows that form the first of the new rows, and the second.
    // spotless:off
    private static final DoubleVector LOW_HALVES = lanes(0, 1, 2, 3, 8, 9, 10, 11);
    private static final DoubleVector HIGH_HALVES = lanes(4, 5, 6, 7, 12, 13, 14, 15);
    private static final DoubleVector LOW_QUARTERS = lanes(0, 1, 8, 9, 4, 5, 12, 13);
    private static final DoubleVector HIGH_QUARTERS = lanes(2, 3, 10, 11, 6, 7, 14, 15);
    private static final DoubleVector LOW_EIGHTHS = lanes(0, 8, 2, 10, 4, 12, 6, 14);
    private static final DoubleVector HIGH_EIGHTHS = lanes(1, 9, 3, 11, 5, 13, 7, 15);
    // spotless:on

    private Transpose() {}

    /// Sets `to[i][j] = from[j][i]` for `i < columns`, `j < rows`, both padded to whole squares. A row of `from` is
    /// `fromStep` bytes after the one before, a row of `to` `toStep` bytes.
    static void rectangle(long from, long fromStep, int rows, int columns, long to, long toStep) {
        for (int j = 0; j < rows; j += SIDE) {
            for (int i = 0; i < columns; i += SIDE) {
                long at = from + j * fromStep + i * WORD, out = to + i * toStep + j * WORD;
                if (VectorMemory.COUNT == SIDE) square(at, fromStep, out, toStep);
                else elements(at, fromStep, out, toStep);
            }
        }
    }

    private static void elements(long from, long fromStep, long to, long toStep) {
        for (int j = 0; j < SIDE; j++) {
            for (int i = 0; i < SIDE; i++) set(to + i * toStep + j * WORD, get(from + j * fromStep + i * WORD));
        }
    }

    private static void square(long fromAt, long fromBytes, long toAt, long toBytes) {
        long from = address(fromAt), to = address(toAt);
        long fromStep = distance(fromBytes), toStep = distance(toBytes);
        DoubleVector a0 = load(from), a1 = load(from + fromStep), a2 = load(from + 2 * fromStep);
        DoubleVector a3 = load(from + 3 * fromStep), a4 = load(from + 4 * fromStep), a5 = load(from + 5 * fromStep);
        DoubleVector a6 = load(from + 6 * fromStep), a7 = load(from + 7 * fromStep);

        DoubleVector b0 = LOW_HALVES.selectFrom(a0, a4), b4 = HIGH_HALVES.selectFrom(a0, a4);
        DoubleVector b1 = LOW_HALVES.selectFrom(a1, a5), b5 = HIGH_HALVES.selectFrom(a1, a5);
        DoubleVector b2 = LOW_HALVES.selectFrom(a2, a6), b6 = HIGH_HALVES.selectFrom(a2, a6);
        DoubleVector b3 = LOW_HALVES.selectFrom(a3, a7), b7 = HIGH_HALVES.selectFrom(a3, a7);

        DoubleVector c0 = LOW_QUARTERS.selectFrom(b0, b2), c2 = HIGH_QUARTERS.selectFrom(b0, b2);
        DoubleVector c1 = LOW_QUARTERS.selectFrom(b1, b3), c3 = HIGH_QUARTERS.selectFrom(b1, b3);
        DoubleVector c4 = LOW_QUARTERS.selectFrom(b4, b6), c6 = HIGH_QUARTERS.selectFrom(b4, b6);
        DoubleVector c5 = LOW_QUARTERS.selectFrom(b5, b7), c7 = HIGH_QUARTERS.selectFrom(b5, b7);

        DoubleVector d0 = LOW_EIGHTHS.selectFrom(c0, c1), d1 = HIGH_EIGHTHS.selectFrom(c0, c1);
        DoubleVector d2 = LOW_EIGHTHS.selectFrom(c2, c3), d3 = HIGH_EIGHTHS.selectFrom(c2, c3);
        DoubleVector d4 = LOW_EIGHTHS.selectFrom(c4, c5), d5 = HIGH_EIGHTHS.selectFrom(c4, c5);
        DoubleVector d6 = LOW_EIGHTHS.selectFrom(c6, c7), d7 = HIGH_EIGHTHS.selectFrom(c6, c7);

        store(d0, to);
        store(d1, to + toStep);
        store(d2, to + 2 * toStep);
        store(d3, to + 3 * toStep);
        store(d4, to + 4 * toStep);
        store(d5, to + 5 * toStep);
        store(d6, to + 6 * toStep);
        store(d7, to + 7 * toStep);
    }

    private static DoubleVector lanes(double... numbers) {
        DoubleVector none = DoubleVector.zero(VectorMemory.V);
        return VectorMemory.COUNT == SIDE ? DoubleVector.fromArray(VectorMemory.V, numbers, 0) : none;
    }
}
