// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.function.ToIntFunction;
import org.jshmem.program.ProgramFrames;

/// The look-up of an event's source line in the program. It walks the stack only if the walk is cheap in comparison
/// with the event.
/*
 * A walk takes 1 us once compiled, 20 times the allowed cost of an event. So a walk follows each event that has lasted
 * for LONG_NANOS, of which it is a twentieth; the line of such an event is exact. A shorter event gets the line of the
 * latest look-up for its kind, object and PE. The first such event is looked up; after the first FREE_LOOKS of them
 * there are never two within PAUSE_NANOS. Such a line is one of the lines with this operation, the only one in most
 * programs. A trace marks it as sampled.
 */
final class SourceLines {
    static final long LONG_NANOS = 20_000;
    private static final long PAUSE_NANOS = 100_000;
    private static final int SLOTS = 512; // of the table of keys
    private static final int FREE_LOOKS = 256; // before PAUSE_NANOS counts

    private record Known(long key, int line) {}

    private final boolean exact;
    private final ToIntFunction<String> numbers;
    private final Known[] known = new Known[SLOTS];
    private int looks;
    private long lastLook;

    /// `numbers` gives each line its number, above 0.
    SourceLines(boolean exact, ToIntFunction<String> numbers) {
        this.exact = exact;
        this.numbers = numbers;
    }

    /// The number of the line: negative if the line is exact, 0 if it is not known.
    int of(long key, long now, long lasted) {
        int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 64 - 9);
        if (exact || lasted >= LONG_NANOS) return -look(slot, key, now);
        Known k = known[slot];
        if (k != null && k.key == key) return k.line;
        return looks < FREE_LOOKS || now - lastLook >= PAUSE_NANOS ? look(slot, key, now) : 0;
    }

    private int look(int slot, long key, long now) {
        String line = ProgramFrames.here();
        if (line.isEmpty()) return 0;
        synchronized (this) {
            looks++;
            lastLook = now;
            int number = numbers.applyAsInt(line);
            known[slot] = new Known(key, number);
            return number;
        }
    }
}
