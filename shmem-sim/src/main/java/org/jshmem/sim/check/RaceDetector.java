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

    /// A detector for the PEs of a job, whose clocks are `clock`.
    public RaceDetector(RaceReports reports, List<MemorySpace> spaces, int npes, IntToLongFunction clock) {
        this.reports = reports;
        names = reports.names;
        this.spaces = spaces;
        this.clock = clock;
        shadows = new ShadowMemory[npes];
        known = new VectorClock[npes];
        Arrays.fill(known, new VectorClock(new long[npes]));
        for (int pe = 0; pe < npes; pe++) {
            shadows[pe] = new ShadowMemory();
            cached.add(new HashMap<>());
        }
    }

    @Override
    public void own(int pe, AccessKind kind, long from, long to) {
        happens(pe, kind, pe, from, to, clock.applyAsLong(pe));
    }

    @Override
    public void access(MachineAccess a, long start, long end) {
        if (a.region < 0) return;
        long to = a.offset + a.bytes;
        if (a.kind == AccessKind.COPY) {
            happens(a.pe, AccessKind.READ, a.source, a.sourceOffset, a.sourceOffset + a.bytes, start);
        }
        if (a.kind == AccessKind.POLL) acquired(a.pe, a.region, a.offset, to);
        else happens(a.pe, a.kind, a.region, a.offset, to, start);
    }

    private void happens(int pe, AccessKind kind, int region, long from, long to, long time) {
        boolean isProgram = names.has(from);
        if (!isProgram && !kind.changes()) {
            acquired(pe, region, from, to);
            return;
        }
        var access = new ReportedAccess(pe, kind, region, from, to, time, isProgram ? reports.here() : "");
        Past now = new Past(access, ++accesses, known[pe]);
        if (isProgram) compare(now);
        if (isPlainChange(now)) shadows[region].change(now);
        else shadows[region].over(from, to).forEach(piece -> piece.add(now));
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

    private void compare(Past now) {
        ReportedAccess access = now.access();
        for (Piece piece : shadows[access.region()].over(access.from(), access.to())) {
            for (Past then : piece.latest) {
                if (now.conflicts(then) && known[now.pe()].of(then.pe()) < then.number()) report(now, then, piece);
            }
        }
        if (now.pe() != access.region() || space(access.from()).coherent()) return;
        int line = space(access.from()).line();
        for (long k = access.from() / line; k * line < access.to(); k++)
            cached.get(now.pe()).putIfAbsent(k, now);
    }

    private MemorySpace space(long offset) {
        for (MemorySpace space : spaces) if (offset < space.offset() + space.bytes()) return space;
        throw new IllegalArgumentException("offset " + offset + " is in no memory");
    }

    private void report(Past now, Past then, Piece piece) {
        ReportedAccess access = now.access();
        Past held = now.kind().changes() ? null : held(now, then, piece);
        Past outdated = isPlainChange(now) && isPlainChange(then) ? outdated(now, piece) : null;
        String kind = "race";
        String middle = "meets";
        String remedy = "no operation orders them: insert a signal or a barrier between them, or use an atomic";
        if (held != null) {
            kind = "stale read";
            middle = "may see what its cache holds since its %s, not".formatted(words(held));
            remedy = "a wait, a test or a collective before it would invalidate the cache";
        } else if (outdated != null) {
            kind = "lost update";
            middle = "after its %s, undoes".formatted(words(outdated));
            remedy = "an atomic or a lock would keep both";
        }
        String one = now.kind() + access.line();
        String two = then.kind() + then.access().line();
        boolean swap = kind.equals("race") && one.compareTo(two) > 0; // a race has no direction
        String lines = kind + " " + (swap ? two + " " + one : one + " " + two);
        String where = names.words(piece.from, piece.to - piece.from);
        reports.add(
                lines + (access.line().isEmpty() ? " " + now.number() : " 0"),
                "%s on PE %d, %s: PE %d %s, ".formatted(kind, access.region(), where, now.pe(), words(now))
                        + "%s PE %d %s; %s".formatted(middle, then.pe(), words(then), remedy));
    }

    private static boolean isPlainChange(Past access) {
        return access.kind().changes() && !access.kind().isAtomic();
    }

    /// The access since which the reader's own cache holds a line of these bytes that has changed in memory since; null
    /// for none.
    private Past held(Past now, Past then, Piece piece) {
        if (now.pe() != now.access().region()) return null;
        int line = space(piece.from).line();
        for (long k = piece.from / line; k * line < piece.to; k++) {
            Past held = cached.get(now.pe()).get(k);
            if (held != null && held.number() < then.number()) return held;
        }
        return null;
    }

    /// The PE's own load of exactly these bytes, which another PE has changed since; null for none.
    private static Past outdated(Past now, Piece piece) {
        if (piece.from != now.access().from() || piece.to != now.access().to()) return null;
        for (Past load : piece.outdated) if (load.pe() == now.pe()) return load;
        return null;
    }

    private String words(Past past) {
        return past.access().words(names);
    }
}
