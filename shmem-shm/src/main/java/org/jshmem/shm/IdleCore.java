// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jshmem.runtime.settings.KernelFile;

/// Moves threads of a PE to a core that idles, by the kernel's counts of idle time.
/*
 * A thread that shares its core gains by a move only if another core idles. Where all threads that it waits for run on
 * the same core, the kernel leaves them there: each wakes the next one, and the kernel wakes a thread on the core of
 * its waker. On cores that are all busy each move disturbs another thread.
 */
final class IdleCore {
    /// The kernel counts in these units.
    private static final long TICK_NANOS = 10_000_000;

    /// The time over which idle time is counted.
    private static final long SHORTEST_NANOS = 4 * TICK_NANOS;

    /// After a longer time without a look the counts begin anew.
    private static final long LONGEST_NANOS = 40 * TICK_NANOS;

    private final LongSupplier clock;
    private final Supplier<Map<Integer, Long>> counts;
    private final IntConsumer move;
    private Map<Integer, Long> before = Map.of();
    private long since;

    IdleCore() {
        this(System::nanoTime, IdleCore::counts, core -> SystemCalls.leaveCores(other -> other != core));
    }

    /// `counts` returns the ticks for which each core has idled, and `move` moves the calling thread to a core.
    IdleCore(LongSupplier clock, Supplier<Map<Integer, Long>> counts, IntConsumer move) {
        this.clock = clock;
        this.counts = counts;
        this.move = move;
        since = clock.getAsLong() - LONGEST_NANOS;
    }

    /// Moves the calling thread to the core that has idled for most of the time since the last call. Without such a
    /// core, or without a call in the last 0.4 s, the thread stays.
    void moveThere() {
        long now = clock.getAsLong();
        long nanos = now - since;
        if (nanos < SHORTEST_NANOS) return;
        Map<Integer, Long> counted = counts.get();
        int best = nanos < LONGEST_NANOS ? longest(counted, nanos / TICK_NANOS / 2) : -1;
        before = counted;
        since = now;
        if (best >= 0) move.accept(best);
    }

    /// The core that has idled longest, if for at least `ticks`; else -1.
    private int longest(Map<Integer, Long> counted, long ticks) {
        int best = -1;
        long most = ticks;
        for (var each : counted.entrySet()) {
            long idle = each.getValue() - before.getOrDefault(each.getKey(), each.getValue());
            if (idle < most) continue;
            most = idle;
            best = each.getKey();
        }
        return best;
    }

    /// The ticks for which each core on which this process may run has idled.
    private static Map<Integer, Long> counts() {
        List<Integer> usable = AllowedCores.usable();
        Map<Integer, Long> counts = parse(KernelFile.lines(Path.of("/proc/stat")));
        counts.keySet().retainAll(usable);
        return counts;
    }

    /// Parses the lines of `/proc/stat`. A wait must not fail because of a line of another form, so it is left out.
    static Map<Integer, Long> parse(List<String> stat) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (String line : stat) {
            var words = new StringTokenizer(line);
            if (!line.startsWith("cpu") || words.countTokens() < 5) continue;
            String core = words.nextToken().substring(3); // empty for the sum of all cores
            for (int k = 0; k < 3; k++) words.nextToken(); // user, nice, system
            try {
                counts.put(Integer.valueOf(core), Long.valueOf(words.nextToken()));
            } catch (NumberFormatException e) {
                continue;
            }
        }
        return counts;
    }
}
