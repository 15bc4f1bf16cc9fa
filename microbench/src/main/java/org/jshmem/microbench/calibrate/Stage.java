// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Runner;

/// One set-up and measurement of [CacheStates]: brings the lines of a buffer of PE 0 into a state, then lets PE 0
/// access each line once.
///
/// All PEs take part in the steps; a barrier ends each step.
record Stage(Runner r, SymLongs lines, Evictor evictor, CacheStates.State state, boolean store, long count) {
    private static final int WORDS = 8;

    /// Sets up the state and times the accesses on PE 0. Returns the nanoseconds on PE 0, and -1 elsewhere.
    long once() {
        MemorySegment buffer = r.where.virtual() ? null : lines.ptr(0);
        int me = r.sh.myPe();
        int partner = r.sh.nPes() / 2;
        int[] pes = {0, partner, partner + 1};
        for (String step : state.steps) {
            if (me == pes[step.charAt(1) - '0']) {
                switch (step.charAt(0)) {
                    case 'w' -> writeAll(buffer);
                    case 'r' -> readAll(buffer);
                    default -> evictor.sweep();
                }
            }
            r.sh.barrierAll();
        }
        if (me != 0) return -1;
        long start = r.sh.nanoTime();
        if (store) writeAll(buffer);
        else readAll(buffer);
        VarHandle.fullFence(); // the last access is complete before the second reading of the clock
        return r.sh.nanoTime() - start;
    }

    private void writeAll(MemorySegment buffer) {
        if (buffer == null) {
            for (long line = 0; line < count; line++) lines.p(line * WORDS, line, 0);
            r.sh.quiet();
            return;
        }
        for (long line = 0; line < count; line++) buffer.setAtIndex(ValueLayout.JAVA_LONG, line * WORDS, line);
    }

    private void readAll(MemorySegment buffer) {
        long sum = 0;
        if (buffer == null) {
            for (long line = 0; line < count; line++) sum += lines.g(line * WORDS, 0);
        } else {
            for (long line = 0; line < count; line++) sum += buffer.getAtIndex(ValueLayout.JAVA_LONG, line * WORDS);
        }
        if (sum != count * (count - 1) / 2) {
            throw new AssertionError(
                    "PE " + r.sh.myPe() + ": the lines sum to " + sum + " instead of " + count * (count - 1) / 2);
        }
    }
}
