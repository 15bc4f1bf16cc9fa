// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jshmem.runtime.settings.MemorySizes;

/// The text summary of a trace. It has the PEs' times, the longest waits by call and source line, the last PEs to
/// arrive in collectives, and the late senders of data.
final class Summary {
    private static final int ROWS = 8;

    private final Trace trace;
    private final WaitCauses causes;
    private final StringBuilder text = new StringBuilder();

    /// Waits of one kind at one line.
    private static final class Waits {
        long nanos;
        long longest;
        int count;
        final Map<Integer, Long> byPe = new TreeMap<>();

        void add(int pe, long waited) {
            nanos += waited;
            longest = Math.max(longest, waited);
            count++;
            byPe.merge(pe, waited, Long::sum);
        }
    }

    /// One collective of one team, with the call of each member.
    private static final class Meeting {
        final List<TraceEvent> members = new ArrayList<>();
        String line = "";
    }

    Summary(Trace trace) {
        this.trace = trace;
        this.causes = new WaitCauses(trace);
    }

    /// The whole summary. Bytes count transfers of the program's objects only.
    String text() {
        long events = trace.tracks().stream().mapToLong(t -> t.events().size()).sum();
        line(
                "%s: %s%s, %d events",
                trace.title(), time(trace.last() - trace.first()), trace.virtual() ? " of virtual time" : "", events);
        perPe();
        waits();
        collectives();
        late();
        return text.toString();
    }

    private void perPe() {
        line("");
        line("  %-4s %9s %9s %8s %14s %9s %9s", "PE", "events", "lost", "waiting", "in collectives", "sent", "fetched");
        for (Track track : trace.tracks()) {
            List<TraceEvent> events = track.events();
            long begin = events.stream().mapToLong(e -> e.start).min().orElse(0);
            double lived =
                    Math.max(1, events.stream().mapToLong(e -> e.end).max().orElse(0) - begin);
            Predicate<TraceEvent> theirs =
                    e -> e.target != e.pe && !track.object(e).isEmpty();
            TraceEvent open = null;
            for (TraceEvent e : events) if (e.open && (e.kind == EventKind.WAIT || open == null)) open = e;
            line(
                    "  %-4d %9d %9d %7.0f%% %13.0f%% %9s %9s%s",
                    track.pe(),
                    events.size(),
                    track.lost(),
                    100 * sum(track, e -> e.kind == EventKind.WAIT, TraceEvent::lasted) / lived,
                    100 * sum(track, e -> e.kind == EventKind.CALL, TraceEvent::lasted) / lived,
                    MemorySizes.format(sum(track, theirs.and(e -> e.kind.isSent()), e -> e.bytes)),
                    MemorySizes.format(sum(track, theirs.and(e -> e.kind == EventKind.GET), e -> e.bytes)),
                    open == null ? "" : "  ended in: " + track.name(open));
        }
    }

    private static long sum(Track track, Predicate<TraceEvent> which, ToLongFunction<TraceEvent> what) {
        return track.events().stream().filter(which).mapToLong(what).sum();
    }

    private void waits() {
        Map<String, Waits> groups = new HashMap<>();
        for (TraceEvent e : events(EventKind.WAIT)) {
            if (e.lasted() == 0) continue;
            TraceEvent call = e.call;
            String line = e.exact || call == null || call.line.isEmpty() ? e.where() : call.where();
            add(groups, name(call == null ? e : call) + ", " + line, e.pe, e.lasted());
        }
        rows("longest waits, summed over PEs", List.of("waited", "times", "longest", "most by", "in, at"), groups);
    }

    private List<TraceEvent> events(EventKind kind) {
        return trace.tracks().stream()
                .flatMap(track -> track.events().stream())
                .filter(e -> e.kind == kind)
                .toList();
    }

    private String name(TraceEvent e) {
        return trace.tracks().get(e.pe).name(e);
    }

    private static void add(Map<String, Waits> groups, String where, int pe, long waited) {
        groups.computeIfAbsent(where, key -> new Waits()).add(pe, waited);
    }

    /// The imbalance of collectives: the time that members waited for the last PE to arrive, attributed to that PE.
    private void collectives() {
        Map<String, Meeting> meetings = new HashMap<>();
        for (TraceEvent e : events(EventKind.CALL)) {
            if (e.open && e.value == 0) continue;
            Meeting m = meetings.computeIfAbsent(e.at + "#" + e.value + name(e), key -> new Meeting());
            m.members.add(e);
            if (m.line.isEmpty() || e.exact) m.line = name(e) + ", " + e.where();
        }
        Map<String, Waits> groups = new HashMap<>();
        for (Meeting m : meetings.values()) {
            if (m.members.size() < 2) continue;
            TraceEvent last = Collections.max(m.members, Comparator.comparingLong(e -> e.start));
            long waited = 0;
            for (TraceEvent e : m.members) waited += last.start - e.start;
            add(groups, m.line, last.pe, waited);
        }
        groups.values().removeIf(w -> w.nanos == 0);
        rows(
                "imbalance: time lost in collectives until the last PE arrived",
                List.of("lost", "calls", "largest", "last to arrive", "in, at"),
                groups);
    }

    /// The late senders: the part of the program's own waits before the other PE sent.
    private void late() {
        Map<String, Waits> groups = new HashMap<>();
        for (TraceEvent e : events(EventKind.WAIT)) {
            TraceEvent cause = e.call == null ? causes.of(e) : null;
            if (cause == null || cause.pe == e.pe) continue;
            long late = Math.clamp(cause.start - e.start, 0, e.lasted());
            if (late > 0) add(groups, name(cause) + ", " + cause.where(), cause.pe, late);
        }
        rows(
                "late senders: time that waits of the program took before the other PE sent",
                List.of("late", "times", "largest", "most by", "by, at"),
                groups);
    }

    /// A table of the groups with the longest times; nothing without groups.
    private void rows(String title, List<String> columns, Map<String, Waits> groups) {
        if (groups.isEmpty()) return;
        line("");
        line("  %s", title);
        line("  %9s %8s %9s  %-11s %s", columns.toArray());
        groups.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Waits> g) -> -g.getValue().nanos)
                        .thenComparing(Map.Entry::getKey))
                .limit(ROWS)
                .forEach(g -> row(g.getKey(), g.getValue()));
    }

    private void row(String where, Waits w) {
        var most = Collections.max(w.byPe.entrySet(), Map.Entry.comparingByValue());
        String who = "PE %d (%.0f%%)".formatted(most.getKey(), 100.0 * most.getValue() / w.nanos);
        line("  %9s %8d %9s  %-11s %s", time(w.nanos), w.count, time(w.longest), who, where);
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    /// A time with three digits and a unit.
    static String time(long nanos) {
        double t = nanos;
        for (String unit : new String[] {"ns", "us", "ms"}) {
            if (t < 999.5) return digits(t) + " " + unit;
            t /= 1000;
        }
        return digits(t) + " s";
    }

    private static String digits(double t) {
        return String.format(Locale.ROOT, t < 9.995 ? "%.2f" : t < 99.95 ? "%.1f" : "%.0f", t);
    }
}
