// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The allocator of a symmetric heap: the same calls give the same offsets on every PE.
/*
 * Best fit over the free gaps, ordered by offset so that neighbours coalesce; ties go to the lower offset. Nothing depends
 * on addresses, time or hashing order, which is what keeps the heaps of all PEs alike without a word between them. Every
 * block starts on a cache line, so that two objects never share one.
 */
final class Heap {
    private final long size;
    private final long line;
    private final TreeMap<Long, Long> gaps = new TreeMap<>(); // offset to bytes
    private final Map<Long, Long> blocks = new HashMap<>(); // offset to bytes
    private long used;

    /// @param line every block starts at a multiple of it, a power of two
    Heap(long size, long line) {
        this.size = size;
        this.line = line;
        if (size > 0) gaps.put(0L, size);
    }

    /// Takes a block that starts at a multiple of `align`, a power of two; -1 when no gap is large enough.
    long allocate(long bytes, long align) {
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

    /// Gives a block back.
    void release(long start) {
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

    /// Changes the size of a block where it stands; false when what follows it is in use.
    boolean resize(long start, long bytes) {
        long have = blocks.get(start);
        long want = lines(bytes);
        if (want < have) {
            blocks.put(start, want);
            used -= have - want;
            open(start + want, have - want);
            return true;
        }
        Long follows = gaps.get(start + have);
        if (want > have) {
            if (want < bytes || follows == null || follows < want - have) return false;
            used -= have;
            blocks.remove(start);
            gaps.remove(start + have);
            gaps.put(start, have + follows);
            take(start, start, want);
        }
        return true;
    }

    /// Makes a block of so many lines as many blocks of a line each, which are released one by one.
    void split(long start) {
        long bytes = blocks.get(start);
        for (long at = 0; at < bytes; at += line) blocks.put(start + at, line);
    }

    /// Every block starts at a multiple of it.
    long line() {
        return line;
    }

    /// Bytes of the heap.
    long size() {
        return size;
    }

    /// Bytes in blocks.
    long used() {
        return used;
    }

    /// The largest block that can be had.
    long largestFree() {
        long largest = 0;
        for (long bytes : gaps.values()) largest = Math.max(largest, bytes);
        return largest;
    }

    private long lines(long bytes) {
        return (bytes + line - 1) & -line; // negative on overflow, which fits no gap
    }

    private static long alignUp(long offset, long step) {
        return (offset + step - 1) & -step;
    }
}
