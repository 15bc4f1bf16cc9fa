// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.microbench.runner.FreshData;

/// The data of a collective that `--fresh-data` measures: each PE's source holds one value, another one in each call.
///
/// @param odd the destination of calls with an odd number
/// @param set writes an element
/// @param get reads an element
record FreshBlocks<S extends SymArray<?, S>>(
        Shmem sh, MeasuredCollective operation, int width, S even, S odd, S src, Set<S> set, Get<S> get)
        implements FreshData {
    private static final int VALUES = 64; // small ones, whose sums are exact in each type

    @FunctionalInterface
    interface Set<S> {
        void set(S array, long index, double value);
    }

    @FunctionalInterface
    interface Get<S> {
        double get(S array, long index);
    }

    private static int value(int pe, int call) {
        return (pe + call) % VALUES;
    }

    @Override
    public void write(long bytes, int call) {
        long length = bytes / width * operation.source(sh.nPes());
        for (long i = 0; i < length; i++) set.set(src, i, value(sh.myPe(), call));
    }

    @Override
    public void check(long bytes, int call) {
        if (!operation.arrivesAt(sh.myPe())) return;
        long count = bytes / width;
        S dst = call % 2 == 0 ? even : odd;
        for (int block = 0; block < operation.arriving(sh.nPes()); block++) {
            double expected = operation.expected(pe -> value(pe, call), block, sh.myPe(), sh.nPes());
            for (long i = 0; i < count; i++) {
                long index = (block * count + i) * operation.stride();
                double found = get.get(dst, index);
                if (found != expected) throw FreshData.wrong(sh.myPe(), index, found, expected);
            }
        }
    }
}
