// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.runtime.settings.MemorySizes;

/// The text summary of a trace. It has the PEs' times, the longest waits by call and source line, the last PEs to
/// arrive in collectives, and the late senders of data.
final class Summary {
    private static final int ROWS = 8;

    private final Trace trace;
    private final WaitCauses causes;
    private final StringBuilder text = new StringBuilder();

    /// Time that a PE waited, or that others waited for it, in the row of a table.
    private record Waited(String row, int pe, long nanos) {}

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
        table("longest waits, summed over PEs", List.of("waited", "times", "longest", "most by", "in, at"), waits());
        table(
                "imbalance: time lost in collectives until the last PE arrived",
                List.of("lost", "calls", "largest", "last to arrive", "in, at"),
                collectives());
        table(
                "late senders: time that waits of the program took before the other PE sent",
                List.of("late", "times", "largest", "most by", "by, at"),
                late());
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

    private Stream<TraceEvent> events(EventKind kind) {
        return trace.tracks().stream().flatMap(track -> track.events().stream()).filter(e -> e.kind == kind);
    }

    private String name(TraceEvent e) {
        return trace.tracks().get(e.pe).name(e);
    }

    private Stream<Waited> waits() {
        return events(EventKind.WAIT).filter(e -> e.lasted() > 0).map(e -> {
            TraceEvent call = e.call;
            String line = e.exact || call == null || call.line.isEmpty() ? e.where() : call.where();
            return new Waited(name(call == null ? e : call) + ", " + line, e.pe, e.lasted());
        });
    }

    /// The imbalance of collectives: the time that members waited for the last PE to arrive, attributed to that PE.
    private Stream<Waited> collectives() {
        Map<String, List<TraceEvent>> meetings = events(EventKind.CALL)
                .filter(e -> !e.open || e.value != 0)
                .collect(Collectors.groupingBy(e -> e.at + "#" + e.value + name(e)));
        return meetings.values().stream().filter(members -> members.size() > 1).map(members -> {
            TraceEvent last = Collections.max(members, Comparator.comparingLong(e -> e.start));
            TraceEvent shown = members.stream()
                    .reduce((one, other) -> other.exact ? other : one)
                    .orElseThrow();
            long waited = members.stream().mapToLong(e -> last.start - e.start).sum();
            return new Waited(name(shown) + ", " + shown.where(), last.pe, waited);
        });
    }

    /// The late senders: the part of the program's own waits before the other PE sent.
    private Stream<Waited> late() {
        return events(EventKind.WAIT).filter(e -> e.call == null).mapMulti((e, found) -> {
            TraceEvent cause = causes.of(e);
            if (cause == null || cause.pe == e.pe) return;
            long late = Math.clamp(cause.start - e.start, 0, e.lasted());
            if (late > 0) found.accept(new Waited(name(cause) + ", " + cause.where(), cause.pe, late));
        });
    }

    /// A table of the rows with the longest times; nothing if no time was lost.
    private void table(String title, List<String> columns, Stream<Waited> waits) {
        Map<String, List<Waited>> rows = waits.collect(Collectors.groupingBy(Waited::row));
        rows.values().removeIf(row -> sum(row) == 0);
        if (rows.isEmpty()) return;
        line("");
        line("  %s", title);
        line("  %9s %8s %9s  %-11s %s", columns.toArray());
        rows.values().stream()
                .sorted(Comparator.comparingLong((List<Waited> row) -> -sum(row))
                        .thenComparing(row -> row.getFirst().row))
                .limit(ROWS)
                .forEach(this::row);
    }

    private static long sum(List<Waited> row) {
        return row.stream().mapToLong(Waited::nanos).sum();
    }

    private void row(List<Waited> row) {
        LongSummaryStatistics all = row.stream().mapToLong(Waited::nanos).summaryStatistics();
        Map<Integer, Long> byPe = row.stream()
                .collect(Collectors.groupingBy(Waited::pe, TreeMap::new, Collectors.summingLong(Waited::nanos)));
        var most = Collections.max(byPe.entrySet(), Map.Entry.comparingByValue());
        String who = "PE %d (%.0f%%)".formatted(most.getKey(), 100.0 * most.getValue() / all.getSum());
        line(
                "  %9s %8d %9s  %-11s %s",
                time(all.getSum()), all.getCount(), time(all.getMax()), who, row.getFirst().row);
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
