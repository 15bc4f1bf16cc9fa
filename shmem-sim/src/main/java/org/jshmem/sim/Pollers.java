// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.model.MemorySystem;

/// The PEs that are blocked, and the lines that each of them watches. A change of a line wakes the PEs that watch it,
/// at the time at which they can notice the change.
final class Pollers {
    /// The PEs that watch bytes of one region, by the offsets of whole lines.
    private static final class Watchers {
        int[] pe = new int[4];
        long[] from = new long[4];
        long[] to = new long[4];
        long[] first = new long[4]; // the bytes themselves
        long[] end = new long[4];
    }

    /// A consumer of byte ranges.
    interface Bytes {
        /// Accepts the bytes from offset `from` up to `to`, exclusive.
        void each(long from, long to);
    }

    private final Engine engine;
    private final MemorySystem memory;
    private final Watchers[] lists; // by region
    private final int[] counts; // by region: of its watchers

    /// By PE: the earliest time at which it can notice a change of watched lines since its latest call of
    /// [#missedChange]; -1 for none.
    private final long[] missed;

    Pollers(Engine engine, MemorySystem memory, int npes) {
        this.engine = engine;
        this.memory = memory;
        missed = new long[npes];
        lists = new Watchers[npes];
        counts = new int[npes];
        for (int region = 0; region < npes; region++) lists[region] = new Watchers();
    }

    /// Wakes the PEs that watch any line of these bytes. They can notice the change from time `seen` on.
    void changed(int region, long from, long to, long seen) {
        int count = counts[region];
        if (count == 0) return;
        Watchers list = lists[region];
        for (int i = 0; i < count; i++) {
            if (list.from[i] >= to || from >= list.to[i]) continue;
            int poller = list.pe[i];
            if (missed[poller] < 0 || seen < missed[poller]) missed[poller] = seen;
            engine.wake(poller, seen);
        }
    }

    /// The earliest time at which a PE can notice a change since the previous call; -1 for none.
    long missedChange(int pe) {
        long change = missed[pe];
        missed[pe] = -1;
        return change;
    }

    /// A PE watches the lines of a range of one region; it can watch one range at a time.
    void watch(int pe, int region, long from, long to) {
        missed[pe] = -1;
        Watchers list = lists[region];
        int i = counts[region]++;
        if (i == list.pe.length) {
            list.pe = Arrays.copyOf(list.pe, 2 * i);
            list.from = Arrays.copyOf(list.from, 2 * i);
            list.to = Arrays.copyOf(list.to, 2 * i);
            list.first = Arrays.copyOf(list.first, 2 * i);
            list.end = Arrays.copyOf(list.end, 2 * i);
        }
        list.pe[i] = pe;
        int line = memory.line(from);
        list.from[i] = from & -line;
        list.first[i] = from;
        list.end[i] = to;
        list.to[i] = to + line - 1 & -line;
    }

    void unwatch(int pe, int region) {
        Watchers list = lists[region];
        int i = 0;
        while (list.pe[i] != pe) i++;
        int last = --counts[region];
        list.pe[i] = list.pe[last];
        list.from[i] = list.from[last];
        list.to[i] = list.to[last];
        list.first[i] = list.first[last];
        list.end[i] = list.end[last];
    }

    /// Calls `each` with those of these bytes that a PE waits for.
    void eachAwaited(int region, long from, long to, Bytes each) {
        Watchers list = lists[region];
        for (int i = 0; i < counts[region]; i++) {
            if (list.first[i] < to && from < list.end[i]) {
                each.each(Math.max(from, list.first[i]), Math.min(to, list.end[i]));
            }
        }
    }
}
