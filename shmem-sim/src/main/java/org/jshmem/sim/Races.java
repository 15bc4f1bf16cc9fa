// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.start.ProgramFrames;

/// The search for accesses that meet a copy in flight: two PEs access the same bytes, one of them changes them, and no
/// flag orders the two. This class also collects all reports on a program.
final class Races {
    /*
     * A copy occupies its range from its start to its end. A flag that its PE sets afterwards carries a later time, and
     * so does every operation of a PE that waited for the flag. An access of another PE inside the window has waited
     * for nothing. Polls are exempt: a receiver may look at the last line of a payload for any time.
     *
     * The line of the copy has to be looked up when the copy begins, since its PE goes on; a look-up costs a
     * microsecond. The line of the access that meets the copy is the present line of its PE. Runs are equal, so a
     * second run can look up the lines, only for a program in which the first run has found something.
     */
    private static final int REPORTS = 20;
    private static final long NONE = Long.MIN_VALUE;

    /// A copy that occupies a range of a region.
    private static final class Flight {
        private int pe;
        private Activity event;
        private long from;
        private long to;
        private long start;
        private long done;
        private String line;
    }

    /// The copies in flight in one region; those after the first `count` are there for use again.
    private static final class Flights {
        private Flight[] all = new Flight[2];
        private int count;

        Flight next() {
            if (count == all.length) all = Arrays.copyOf(all, 2 * count);
            if (all[count] == null) all[count] = new Flight();
            return all[count++];
        }

        /// Removes the copies that are done.
        void remove(long now) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                Flight flight = all[i];
                if (flight.done <= now) continue;
                all[i] = all[kept];
                all[kept++] = flight;
            }
            count = kept;
        }
    }

    private final SymmetricObjects objects;
    private final boolean lines;
    private final Flights[] flights; // by region; null before the first
    private final long[] lastLanding; // by region: when the last of its flights is done; NONE for no flights
    private final Map<String, String> reports = new LinkedHashMap<>(); // by a key: one report for each

    /// `lines` means that reports name the program's lines.
    Races(SymmetricObjects objects, int npes, boolean lines) {
        this.objects = objects;
        flights = new Flights[npes];
        lastLanding = new long[npes];
        Arrays.fill(lastLanding, NONE);
        this.lines = lines;
    }

    /// The program's line that makes the current call, as ` at Halo.java:12`; empty where lines are not looked up.
    String here() {
        if (!lines) return "";
        String line = ProgramFrames.here();
        return line.isEmpty() ? "" : " at " + line;
    }

    /// A copy begins to occupy a range.
    void flies(int pe, Activity event, int region, long from, long to, long start, long done) {
        if (flights[region] == null) flights[region] = new Flights();
        if (lastLanding[region] == NONE) flights[region].count = 0;
        Flight flight = flights[region].next();
        flight.pe = pe;
        flight.event = event;
        flight.from = from;
        flight.to = to;
        flight.start = start;
        flight.done = done;
        flight.line = here();
        lastLanding[region] = Math.max(lastLanding[region], done);
    }

    /// An access happens: reports the copies in flight that it meets.
    void meets(int pe, Activity event, int region, long from, long to, long now) {
        long last = lastLanding[region];
        if (last == NONE) return;
        if (now >= last) {
            lastLanding[region] = NONE;
            return;
        }
        Flights there = flights[region];
        there.remove(now);
        for (int i = 0; i < there.count; i++) {
            Flight f = there.all[i];
            if (f.pe == pe || to <= f.from || from >= f.to) continue;
            if (event.changes() || f.event.changes()) meet(f, region, pe, event, from, to, now);
        }
    }

    private void meet(Flight f, int region, int pe, Activity event, long from, long to, long now) {
        if (reports.size() >= REPORTS) return;
        String here = here();
        long first = Math.max(from, f.from);
        report(
                "race %s %s %s %s %d".formatted(event, here, f.event, f.line, here.isEmpty() ? reports.size() : 0),
                "race on PE %d, %s: PE %d %s of %s%s, t=%s, meets PE %d %s of %s%s, t=%s to %s; no flag orders them; a signal or barrier between them would"
                        .formatted(
                                region,
                                objects.words(first, Math.min(to, f.to) - first),
                                pe,
                                event.word(),
                                objects.words(from, to - from),
                                here,
                                Picos.show(now),
                                f.pe,
                                f.event.word(),
                                objects.words(f.from, f.to - f.from),
                                f.line,
                                Picos.show(f.start),
                                Picos.show(f.done)));
    }

    /// Adds a report, unless one with the same key exists or the limit of 20 is reached.
    void report(String like, String text) {
        if (reports.size() < REPORTS) reports.putIfAbsent(like, text);
    }

    /// The reports in the order of virtual time: the first 20 of different lines.
    List<String> reports() {
        return List.copyOf(reports.values());
    }
}
