// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The allocator of a symmetric heap. Equal calls in equal order give equal offsets on every PE.
/*
 * The allocator takes the smallest gap that fits, and of equal gaps the one at the lowest offset. It orders gaps by
 * offset, so that neighbours coalesce. No result depends on addresses, time or hashing order: so the heaps of all PEs
 * stay alike without messages. Every block starts on a cache line, so that two objects never share one. One thread of
 * a PE allocates at a time; other threads may read the sizes meanwhile.
 */
final class Heap {
    private final long size;
    private final long line;
    private final TreeMap<Long, Long> gaps = new TreeMap<>(); // offset to bytes
    private final Map<Long, Long> blocks = new HashMap<>(); // offset to bytes
    private long used;

    /// @param line bytes of a cache line, a power of two; every block starts at a multiple of it
    Heap(long size, long line) {
        this.size = size;
        this.line = line;
        if (size > 0) gaps.put(0L, size);
    }

    /// Allocates a block at a multiple of `align`, a power of two. Returns its offset, or -1 if no gap is large enough.
    synchronized long allocate(long bytes, long align) {
        long need = lines(bytes);
        long step = Math.max(align, line);
        long bestGap = -1;
        long bestBytes = Long.MAX_VALUE;
        for (var gap : gaps.entrySet()) {
            long start = alignUp(gap.getKey(), step);
            boolean fits = need >= bytes && start - gap.getKey() <= gap.getValue() - need;
            if (fits && gap.getValue() < bestBytes) {
                bestGap = gap.getKey();
                bestBytes = gap.getValue();
            }
        }
        if (bestGap < 0) return -1;
        long start = alignUp(bestGap, step);
        take(bestGap, start, need);
        return start;
    }

    private void take(long gap, long start, long bytes) {
        long gapEnd = gap + gaps.remove(gap);
        if (start > gap) gaps.put(gap, start - gap);
        if (start + bytes < gapEnd) gaps.put(start + bytes, gapEnd - start - bytes);
        blocks.put(start, bytes);
        used += bytes;
    }

    /// Frees a block.
    synchronized void release(long start) {
        long bytes = blocks.remove(start);
        used -= bytes;
        open(start, bytes);
    }

    private void open(long start, long bytes) {
        var before = gaps.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            gaps.remove(before.getKey());
            start = before.getKey();
            bytes += before.getValue();
        }
        Long after = gaps.remove(start + bytes);
        gaps.put(start, after == null ? bytes : bytes + after);
    }

    /// Changes the size of a block in place. False, without a change, if the gap after the block is too small.
    synchronized boolean resize(long start, long bytes) {
        long have = blocks.get(start);
        long want = lines(bytes);
        if (want < bytes) return false;
        if (want < have) {
            blocks.put(start, want);
            used -= have - want;
            open(start + want, have - want);
            return true;
        }
        Long follows = gaps.get(start + have);
        if (want > have) {
            if (follows == null || follows < want - have) return false;
            used -= have;
            blocks.remove(start);
            gaps.remove(start + have);
            gaps.put(start, have + follows);
            take(start, start, want);
        }
        return true;
    }

    /// Divides a block into blocks of one line each, which are released one by one.
    synchronized void split(long start) {
        long bytes = blocks.get(start);
        for (long at = 0; at < bytes; at += line) blocks.put(start + at, line);
    }

    /// Bytes of a cache line; every block starts at a multiple of it.
    long line() {
        return line;
    }

    /// Bytes of the heap.
    long size() {
        return size;
    }

    /// Bytes in blocks.
    synchronized long used() {
        return used;
    }

    /// Bytes of the largest gap.
    synchronized long largestFree() {
        long largest = 0;
        for (long bytes : gaps.values()) largest = Math.max(largest, bytes);
        return largest;
    }

    private long lines(long bytes) {
        return (bytes + line - 1) & -line; // negative on overflow; then no gap fits
    }

    private static long alignUp(long offset, long step) {
        return (offset + step - 1) & -step;
    }
}
