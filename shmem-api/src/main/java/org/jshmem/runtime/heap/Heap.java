// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import java.util.Map;
import java.util.TreeMap;
import org.jshmem.transport.MemorySpace;

/// A memory of the machine, such as the symmetric heap, and the allocator of its bytes. Equal calls in equal order give
/// equal offsets on every PE.
/*
 * The allocator takes the smallest gap that fits, and of equal gaps the one at the lowest offset. No result depends on
 * addresses, time or hashing order: so the heaps of all PEs stay alike without messages. Every block starts on a cache
 * line, so that two objects never share one. One thread of a PE allocates at a time; other threads may read the sizes
 * meanwhile.
 */
public final class Heap {
    /// Bytes of the heap.
    public final long size;

    /// Bytes of a line: each object begins at a multiple of it.
    public final int line;

    /// The memory.
    public final MemorySpace memory;

    /// Offset in every region at which its objects begin.
    public final long start;

    /// The end of each gap by its start; no gap ends where the next one starts.
    private final TreeMap<Long, Long> gaps = new TreeMap<>();

    private long used;

    /// @param reserved bytes at the beginning of the memory that are the library's own
    Heap(MemorySpace memory, long reserved) {
        this.memory = memory;
        this.start = memory.offset() + reserved;
        this.size = memory.bytes() - reserved;
        this.line = memory.line();
        if (size > 0) gaps.put(0L, size);
    }

    /// Allocates a block at a multiple of `align`, a power of two. Returns its offset, or -1 if no gap is large enough.
    synchronized long allocate(long bytes, long align) {
        long need = lines(bytes);
        long step = Math.max(align, (long) line);
        long best = -1;
        long shortest = Long.MAX_VALUE;
        for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
            long start = gap.getKey();
            long end = gap.getValue();
            boolean fits = need >= bytes && alignUp(start, step) <= end - need;
            if (!fits || end - start >= shortest) continue;
            best = start;
            shortest = end - start;
        }
        if (best < 0) return -1;
        long start = alignUp(best, step);
        take(best, start, start + need);
        return start;
    }

    /// Takes a part of the gap that starts at `gap`.
    private void take(long gap, long start, long end) {
        used += end - start;
        long gapEnd = gaps.remove(gap);
        if (gap < start) gaps.put(gap, start);
        if (end < gapEnd) gaps.put(end, gapEnd);
    }

    /// Frees a block of `bytes` bytes.
    synchronized void release(long start, long bytes) {
        open(start, start + lines(bytes));
    }

    private void open(long start, long end) {
        used -= end - start;
        Map.Entry<Long, Long> before = gaps.lowerEntry(start);
        Long after = gaps.remove(end);
        boolean joins = before != null && before.getValue() == start;
        gaps.put(joins ? before.getKey() : start, after == null ? end : after);
    }

    /// Changes the size of a block in place. False, without a change, if the gap after the block is too small.
    synchronized boolean resize(long start, long old, long bytes) {
        long end = start + lines(old);
        long want = lines(bytes);
        if (want < bytes) return false;
        long more = want - (end - start);
        if (more < 0) open(start + want, end);
        if (more <= 0) return true;
        Long gapEnd = gaps.get(end);
        if (gapEnd == null || more > gapEnd - end) return false;
        take(end, end, end + more);
        return true;
    }

    /// Bytes in blocks.
    public synchronized long used() {
        return used;
    }

    /// Bytes of the largest gap.
    public synchronized long largestFree() {
        return gaps.entrySet().stream()
                .mapToLong(gap -> gap.getValue() - gap.getKey())
                .max()
                .orElse(0);
    }

    private long lines(long bytes) {
        return (bytes + line - 1) & -line; // negative on overflow; then no gap fits
    }

    private static long alignUp(long offset, long step) {
        return (offset + step - 1) & -step;
    }
}
