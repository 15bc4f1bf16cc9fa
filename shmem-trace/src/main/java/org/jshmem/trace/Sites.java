// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jshmem.start.ProgramFrames;

/// From which line of the program an event comes: walking the stack where that is cheap beside the event itself.
/*
 * A walk takes 1 us once compiled, 20 times what an event may cost. So it is taken after what has lasted for LONG, where it
 * is a twentieth; such a line is exact. Anything shorter gets the line at which the same kind of event with the same
 * object and PE was last looked up: the first time, and again every AGAIN events, but never twice within PAUSE. Such a
 * line is one that does this, the only one in most programs, and a trace marks it as sampled.
 */
final class Sites {
    static final long LONG_NANOS = 20_000;
    private static final long PAUSE_NANOS = 100_000;
    private static final int AGAIN = 4096;
    private static final int SLOTS = 512; // of the memory of keys
    private static final int FREE_LOOKS = 256; // before a PAUSE is asked for

    private record Known(long key, int site) {}

    private final boolean exact;
    private final Consumer<String> writer;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Known[] known = new Known[SLOTS];
    private final int[] uses = new int[SLOTS];
    private int looks;
    private long lastLook;

    /// `writer` gets each line when it is first met; the first one has number 1.
    Sites(boolean exact, Consumer<String> writer) {
        this.exact = exact;
        this.writer = writer;
    }

    /// The number of the line, negative where it is exact; 0 where it is not known.
    long of(long key, long now, long lasted) {
        int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 64 - 9);
        if (exact || lasted >= LONG_NANOS) return -look(slot, key, now);
        Known k = known[slot];
        boolean met = k != null && k.key == key;
        if (met && ++uses[slot] < AGAIN) return k.site;
        if (looks < FREE_LOOKS || now - lastLook >= PAUSE_NANOS) return look(slot, key, now);
        return met ? k.site : 0;
    }

    private int look(int slot, long key, long now) {
        String line = ProgramFrames.here();
        if (line.isEmpty()) return 0;
        synchronized (this) {
            looks++;
            lastLook = now;
            uses[slot] = 0;
            Integer number = numbers.get(line);
            if (number == null) {
                number = numbers.size() + 1;
                numbers.put(line, number);
                writer.accept(line);
            }
            known[slot] = new Known(key, number);
            return number;
        }
    }
}
