// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import static org.junit.jupiter.api.Assertions.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jshmem.transport.MemorySpace;
import org.junit.jupiter.api.Test;

/// The allocator of a symmetric heap, next to a map of its lines.
class HeapTest {
    private static final int LINE = 64;
    private static final int LINES = 200;

    private final Heap heap = new Heap(MemorySpace.heap((long) LINES * LINE), 0);
    private final boolean[] taken = new boolean[LINES];
    private final List<Piece> pieces = new ArrayList<>();

    private record Piece(int line, long bytes) {
        int end() {
            return line + lines(bytes);
        }
    }

    private static int lines(long bytes) {
        return (int) ((bytes + LINE - 1) / LINE);
    }

    @Test
    void aRandomCourseOfCallsTakesTheSmallestGapThatFits() {
        Random random = new Random(11);
        for (int call = 0; call < 20_000; call++) {
            int kind = random.nextInt(pieces.size() > 12 ? 4 : 3);
            long bytes = 1L + random.nextInt(30 * LINE);
            if (kind == 0 || pieces.isEmpty()) allocate(bytes, 1 << random.nextInt(11));
            else if (kind == 1) resize(pieces.remove(random.nextInt(pieces.size())), bytes);
            else release(pieces.remove(random.nextInt(pieces.size())));
            int used = 0;
            int largest = 0;
            for (int gap = 0, line = 0; line < LINES; line++) {
                gap = taken[line] ? 0 : gap + 1;
                if (taken[line]) used++;
                largest = Math.max(largest, gap);
            }
            assertEquals((long) used * LINE, heap.used());
            assertEquals((long) largest * LINE, heap.largestFree());
        }
    }

    private void allocate(long bytes, int align) {
        int step = Math.max(align / LINE, 1);
        int at = -1;
        int smallest = LINES + 1;
        for (int start = 0; start < LINES; ) {
            int end = start;
            while (end < LINES && !taken[end]) end++;
            int first = (start + step - 1) / step * step;
            if (end - start < smallest && first + lines(bytes) <= end) {
                at = first;
                smallest = end - start;
            }
            start = end + 1;
        }
        assertEquals(at < 0 ? -1 : (long) at * LINE, heap.allocate(bytes, align));
        if (at >= 0) keep(new Piece(at, bytes));
    }

    private void keep(Piece piece) {
        Arrays.fill(taken, piece.line, piece.end(), true);
        pieces.add(piece);
    }

    private void release(Piece piece) {
        heap.release((long) piece.line * LINE, piece.bytes);
        Arrays.fill(taken, piece.line, piece.end(), false);
    }

    private void resize(Piece old, long bytes) {
        Piece changed = new Piece(old.line, bytes);
        boolean fits = changed.end() <= LINES;
        for (int line = old.end(); fits && line < changed.end(); line++) fits = !taken[line];
        assertEquals(fits, heap.resize((long) old.line * LINE, old.bytes, bytes));
        Arrays.fill(taken, old.line, old.end(), false);
        keep(fits ? changed : old);
    }

    @Test
    void sizesThatOverflowFindNoGap() {
        assertEquals(-1, heap.allocate(Long.MAX_VALUE, LINE));
        assertEquals(-1, heap.allocate(LINES * LINE + 1, LINE));
        assertEquals(0, heap.allocate(LINES * LINE, LINE));
        assertFalse(heap.resize(0, LINES * LINE, Long.MAX_VALUE));
        assertEquals(0, heap.largestFree());
    }
}
