// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.session;

import java.util.Arrays;

/// The allocator of a symmetric heap. Equal calls in equal order give equal offsets on every PE.
/*
 * The allocator takes the smallest gap that fits, and of equal gaps the one at the lowest offset. No result depends on
 * addresses, time or hashing order: so the heaps of all PEs stay alike without messages. Every block starts on a cache
 * line, so that two objects never share one. One thread of a PE allocates at a time; other threads may read the sizes
 * meanwhile. Programs allocate in their first calls, before a compiler has seen them: so gaps are plain arrays.
 */
public final class Heap {
    private final long size;
    private final long line;

    /// Starts and ends of the gaps, by offset; no gap ends where the next one starts.
    private long[] starts = new long[16];

    private long[] ends = new long[16];
    private int gaps;
    private long used;

    /// @param line bytes of a cache line, a power of two; every block starts at a multiple of it
    Heap(long size, long line) {
        this.size = size;
        this.line = line;
        if (size > 0) insert(0, 0, size);
    }

    /// Allocates a block at a multiple of `align`, a power of two. Returns its offset, or -1 if no gap is large enough.
    synchronized long allocate(long bytes, long align) {
        long need = lines(bytes);
        long step = Math.max(align, line);
        int best = -1;
        for (int i = 0; i < gaps; i++) {
            boolean fits = need >= bytes && alignUp(starts[i], step) <= ends[i] - need;
            if (fits && (best < 0 || length(i) < length(best))) best = i;
        }
        if (best < 0) return -1;
        long start = alignUp(starts[best], step);
        take(best, start, start + need);
        return start;
    }

    /// Takes a part of gap `i`.
    private void take(int i, long start, long end) {
        used += end - start;
        long gapEnd = ends[i];
        if (start > starts[i]) {
            ends[i] = start;
            if (end < gapEnd) insert(i + 1, end, gapEnd);
        } else if (end < gapEnd) {
            starts[i] = end;
        } else {
            remove(i);
        }
    }

    /// Frees a block of `bytes` bytes.
    synchronized void release(long start, long bytes) {
        open(start, start + lines(bytes));
    }

    private void open(long start, long end) {
        used -= end - start;
        int i = next(start);
        boolean joinsBefore = i > 0 && ends[i - 1] == start;
        boolean joinsAfter = i < gaps && starts[i] == end;
        if (joinsBefore && joinsAfter) {
            ends[i - 1] = ends[i];
            remove(i);
        } else if (joinsBefore) {
            ends[i - 1] = end;
        } else if (joinsAfter) {
            starts[i] = start;
        } else {
            insert(i, start, end);
        }
    }

    /// Changes the size of a block in place. False, without a change, if the gap after the block is too small.
    synchronized boolean resize(long start, long old, long bytes) {
        long end = start + lines(old);
        long want = lines(bytes);
        if (want < bytes) return false;
        if (start + want < end) {
            open(start + want, end);
        } else if (start + want > end) {
            int i = next(start);
            if (i == gaps || starts[i] != end || want > ends[i] - start) return false;
            take(i, end, start + want);
        }
        return true;
    }

    /// Returns the number of the first gap behind `offset`.
    private int next(long offset) {
        return -1 - Arrays.binarySearch(starts, 0, gaps, offset); // never found: a block is there
    }

    private void insert(int i, long start, long end) {
        if (gaps == starts.length) {
            starts = Arrays.copyOf(starts, 2 * gaps);
            ends = Arrays.copyOf(ends, 2 * gaps);
        }
        shift(i, i + 1, gaps++ - i);
        starts[i] = start;
        ends[i] = end;
    }

    private void remove(int i) {
        shift(i + 1, i, --gaps - i);
    }

    private void shift(int from, int to, int n) {
        System.arraycopy(starts, from, starts, to, n);
        System.arraycopy(ends, from, ends, to, n);
    }

    private long length(int i) {
        return ends[i] - starts[i];
    }

    /// Bytes of a cache line; every block starts at a multiple of it.
    long line() {
        return line;
    }

    /// Bytes of the heap.
    public long size() {
        return size;
    }

    /// Bytes in blocks.
    public synchronized long used() {
        return used;
    }

    /// Bytes of the largest gap.
    public synchronized long largestFree() {
        long largest = 0;
        for (int i = 0; i < gaps; i++) largest = Math.max(largest, length(i));
        return largest;
    }

    private long lines(long bytes) {
        return (bytes + line - 1) & -line; // negative on overflow; then no gap fits
    }

    private static long alignUp(long offset, long step) {
        return (offset + step - 1) & -step;
    }
}
