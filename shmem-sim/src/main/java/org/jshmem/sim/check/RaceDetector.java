// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jshmem.sim.check.ShadowMemory.Past;
import org.jshmem.sim.check.ShadowMemory.Piece;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.transport.MemorySpace;

/// The search for accesses of the program that nothing orders, of any size and however far apart in time. It finds
/// races, lost updates, and stale reads where caches are not coherent.
public final class RaceDetector implements AccessListener {
    /*
     * Vector clocks (Mattern 1989), with one epoch instead of a clock for each access (FastTrack, Flanagan and Freund
     * 2009). All accesses are numbered; known[p] has the latest access of each PE that comes before the next access of
     * PE p. A change passes the knowledge of its PE on to each PE that looks at the changed bytes: by a wait, a test or
     * an atomic. Locks and collectives are made of these three, so no other synchronisation exists. The edges are those
     * of this run and of its algorithms. A look never conflicts: a plain word that a PE awaits is a flag.
     *
     * The library's memory has edges and no conflicts. A look invalidates the cache of the looking PE, as on the SCC,
     * on which nothing else invalidates it. A line stays cached from a PE's first access to its own memory until its
     * next look. Evictions do not count, as no program may rely on them.
     */
    private final RaceReports reports;
    private final SymbolNames names;
    private final List<MemorySpace> spaces;
    private final IntToLongFunction clock;
    private final ShadowMemory[] shadows;
    private final VectorClock[] known;
    private final List<Map<Long, Past>> cached = new ArrayList<>(); // by PE and line: the access that cached the line
    private long accesses;

    /// Loads or stores of neighbouring elements of a PE's own. They count as one access.
    private static final class Run {
        private final AccessKind event;
        private long from;
        private long to;

        private Run(AccessKind event, long from, long to) {
            this.event = event;
            this.from = from;
            this.to = to;
        }

        private boolean touches(long first, long end) {
            return first <= to && from <= end;
        }

        /// Whether an access must not be moved before this run.
        private boolean precedes(AccessKind other, long first, long end) {
            return first < to && from < end && (event.changes() || other.changes());
        }
    }

    private static final int RUNS = 4; // such as two arrays that a loop reads and one that it writes

    /// By PE: the runs in their order. They are compared with other accesses when the PE begins another operation.
    private final List<List<Run>> own = new ArrayList<>();

    /// A detector for the PEs of a job, whose clocks are `clock`.
    public RaceDetector(RaceReports reports, List<MemorySpace> spaces, int npes, IntToLongFunction clock) {
        this.reports = reports;
        names = reports.names;
        this.spaces = spaces;
        this.clock = clock;
        shadows = new ShadowMemory[npes];
        known = new VectorClock[npes];
        Arrays.fill(known, VectorClock.start(npes));
        for (int pe = 0; pe < npes; pe++) {
            shadows[pe] = new ShadowMemory();
            own.add(new ArrayList<>(RUNS));
            cached.add(new HashMap<>());
        }
    }

    /// The PE loads or stores an element of its own. No other PE acts before the PE's next operation. The access
    /// therefore joins an earlier run, unless it has to come after a later one. If reports name lines, each element
    /// counts apart, because each may have a line of its own.
    @Override
    public void own(int pe, AccessKind event, long from, long to) {
        List<Run> runs = own.get(pe);
        for (int i = runs.size() - 1; i >= 0; i--) {
            Run run = runs.get(i);
            if (run.event == event && run.touches(from, to)) {
                run.from = Math.min(run.from, from);
                run.to = Math.max(run.to, to);
                return;
            }
            if (run.precedes(event, from, to)) break;
        }
        if (runs.size() == RUNS) flush(pe);
        runs.add(new Run(event, from, to));
        if (reports.nameLines()) flush(pe);
    }

    @Override
    public void stopped(int pe, boolean declared) {
        flush(pe);
    }

    private void flush(int pe) {
        List<Run> runs = own.get(pe);
        for (Run run : runs) {
            if (run.event.changes()) changed(pe, run.event, pe, run.from, run.to, clock.applyAsLong(pe));
            else read(pe, run.event, pe, run.from, run.to, clock.applyAsLong(pe));
        }
        runs.clear();
    }

    @Override
    public void access(MachineAccess a) {
        if (a.region < 0) return;
        long end = a.offset + a.bytes;
        if (a.kind == AccessKind.COPY) {
            read(a.pe, AccessKind.READ, a.source, a.sourceOffset, a.sourceOffset + a.bytes, a.start);
        }
        if (a.kind.changes()) changed(a.pe, a.kind, a.region, a.offset, end, a.start);
        else if (a.look || a.kind == AccessKind.POLL) acquired(a.pe, a.region, a.offset, end);
        else read(a.pe, a.kind, a.region, a.offset, end, a.start);
    }

    private void changed(int pe, AccessKind event, int region, long from, long to, long time) {
        Past now = past(pe, event, region, from, to, time);
        if (names.has(from)) compare(now);
        if (event.isAtomic()) shadows[region].over(from, to).forEach(piece -> piece.add(now));
        else shadows[region].change(now);
    }

    private void read(int pe, AccessKind event, int region, long from, long to, long time) {
        if (!names.has(from)) {
            acquired(pe, region, from, to);
            return;
        }
        Past now = past(pe, event, region, from, to, time);
        compare(now);
        shadows[region].over(from, to).forEach(piece -> piece.add(now));
    }

    /// A PE looks at a flag: all accesses that led to its value come before the next access of this PE.
    @Override
    public void acquired(int pe, int region, long from, long to) {
        for (Piece piece : shadows[region].known(from, to)) {
            Past told = piece.told;
            if (told != null) known[pe] = known[pe].and(told.known(), told.pe(), told.number());
        }
        cached.get(pe).clear();
    }

    private Past past(int pe, AccessKind event, int region, long from, long to, long time) {
        String line = names.has(from) ? reports.here() : "";
        return new Past(pe, ++accesses, known[pe], event, region, from, to, time, line);
    }

    private void compare(Past now) {
        for (Piece piece : shadows[now.region()].over(now.from(), now.to())) {
            for (Past then : piece.latest) {
                if (now.conflicts(then) && known[now.pe()].of(then.pe()) < then.number()) report(now, then, piece);
            }
        }
        if (now.pe() != now.region() || space(now.from()).coherent()) return;
        int line = space(now.from()).line();
        for (long k = now.from() / line; k * line < now.to(); k++)
            cached.get(now.pe()).putIfAbsent(k, now);
    }

    private MemorySpace space(long offset) {
        for (MemorySpace space : spaces) if (offset < space.offset() + space.bytes()) return space;
        throw new IllegalArgumentException("offset " + offset + " is in no memory");
    }

    private void report(Past now, Past then, Piece piece) {
        Past held = now.event().changes() ? null : held(now, then, piece);
        Past outdated = isPlainChange(now) && isPlainChange(then) ? outdated(now, piece) : null;
        String kind = held != null ? "stale read" : outdated != null ? "lost update" : "race";
        String one = now.event() + now.line();
        String two = then.event() + then.line();
        boolean swap = kind.equals("race") && one.compareTo(two) > 0; // a race has no direction
        String lines = kind + " " + (swap ? two + " " + one : one + " " + two);
        String middle;
        String remedy = "nothing orders them; an atomic, or a signal or barrier between them, would";
        if (held != null) {
            middle = "may see what its cache holds since its %s, not".formatted(words(held));
            remedy = "a wait, a test or a collective before it would invalidate the cache";
        } else if (outdated != null) {
            middle = "after its %s, undoes".formatted(words(outdated));
            remedy = "an atomic or a lock would keep both";
        } else {
            middle = "meets";
        }
        reports.add(
                lines + (now.line().isEmpty() ? " " + now.number() : " 0"),
                "%s on PE %d, %s: PE %d %s, %s PE %d %s; %s"
                        .formatted(
                                kind,
                                now.region(),
                                names.words(piece.from, piece.to() - piece.from),
                                now.pe(),
                                words(now),
                                middle,
                                then.pe(),
                                words(then),
                                remedy));
    }

    private static boolean isPlainChange(Past access) {
        return access.event().changes() && !access.event().isAtomic();
    }

    /// The access since which the reader's own cache holds a line of these bytes that has changed in memory since; null
    /// for none.
    private Past held(Past now, Past then, Piece piece) {
        if (now.pe() != now.region()) return null;
        int line = space(piece.from).line();
        for (long k = piece.from / line; k * line < piece.to(); k++) {
            Past held = cached.get(now.pe()).get(k);
            if (held != null && held.number() < then.number()) return held;
        }
        return null;
    }

    /// The PE's own load of exactly these bytes, which another PE has changed since; null for none.
    private static Past outdated(Past now, Piece piece) {
        if (piece.from != now.from() || piece.to() != now.to()) return null;
        for (Past load : piece.outdated) if (load.pe() == now.pe()) return load;
        return null;
    }

    private String words(Past access) {
        return "%s of %s%s, t=%s"
                .formatted(
                        access.event().word(),
                        names.words(access.from(), access.to() - access.from()),
                        access.line(),
                        Picos.show(access.time()));
    }
}
