// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jshmem.runtime.settings.MemorySizes;

/// The text summary of a trace. It has the PEs' times, the longest waits by call and source line, the last PEs to
/// arrive in collectives, the late senders of data, the PEs that wait for each other, and the critical path.
final class Summary {
    private static final int ROWS = 8;

    /// The titles and the columns of the tables.
    private static final String HEADS = """
            longest waits, summed over PEs|waited,times,longest,most by,in, at
            imbalance: time lost in collectives until the last PE arrived|lost,calls,largest,last to arrive,in, at
            late senders: time that waits of the program took before the other PE sent|late,times,largest,most by,by, at
            who waits for whom: time of waits before the event of another PE that ended them|waited,times,longest,most for,by
            critical path: the chain of events that took %s of the job|time,parts,longest,most by,in, at""";

    private final Trace trace;
    private final WaitCauses causes;
    private final StringBuilder text = new StringBuilder();

    /// A row of a table: time that PEs waited, or that others waited for them.
    private static final class Row {
        final LongSummaryStatistics all = new LongSummaryStatistics();
        final Map<Integer, Long> byPe = new TreeMap<>();
    }

    /// The members of a collective that have arrived.
    private static final class Meeting {
        TraceEvent shown;
        TraceEvent last;
        long starts; // summed
        int members;

        void add(TraceEvent e) {
            if (shown == null || e.exact) shown = e;
            if (last == null || e.start > last.start) last = e;
            starts += e.start;
            members++;
        }
    }

    private record Collective(long team, long number, String name) {}

    Summary(Trace trace, WaitCauses causes) {
        this.trace = trace;
        this.causes = causes;
    }

    /// A table of the summary; its cells are texts.
    record Table(String title, List<String> columns, List<List<String>> rows) {}

    /// The first line: the program, its time and events.
    String head() {
        long events = trace.tracks().stream().mapToLong(Track::size).sum();
        String time = time(trace.last() - trace.first()) + (trace.virtual() ? " of virtual time" : "");
        return "%s: %s, %d events".formatted(trace.title(), time, events);
    }

    /// The whole summary. Bytes count transfers of the program's objects only.
    String text() {
        line("%s", head());
        perPe();
        for (Table table : tables()) {
            line("");
            line("  %s", table.title);
            line("  %9s %8s %9s  %-11s %s", table.columns.toArray());
            for (List<String> row : table.rows) line("  %9s %8s %9s  %-11s %s", row.toArray());
        }
        return text.toString();
    }

    /// The tables in which time was lost, and the critical path. Each has the rows with the longest times; a
    /// table without lost time is left out.
    List<Table> tables() {
        Map<String, Row> path = path();
        long whole = path.values().stream().mapToLong(row -> row.all.getSum()).sum();
        List<Table> tables = new ArrayList<>();
        var found =
                List.of(waits(), collectives(), late(false), late(true), path).iterator();
        for (String head : HEADS.formatted(time(whole)).split("\n")) {
            Map<String, Row> rows = found.next();
            rows.values().removeIf(row -> row.all.getSum() == 0);
            String[] parts = head.split("[|]");
            if (!rows.isEmpty()) tables.add(new Table(parts[0], List.of(parts[1].split(",", 5)), longest(rows)));
        }
        return tables;
    }

    private void perPe() {
        line("");
        line("  %-4s %9s %9s %8s %14s %9s %9s", "PE", "events", "lost", "waiting", "in collectives", "sent", "fetched");
        for (Track track : trace.tracks()) {
            long begin = track.size() == 0 ? 0 : track.event(0).start;
            double lived = Math.max(1, track.last() - begin);
            Predicate<TraceEvent> theirs =
                    e -> e.target != e.pe && !track.object(e).isEmpty();
            String open = track.events()
                    .filter(e -> e.open)
                    .reduce((found, e) -> e.kind == EventKind.WAIT ? e : found)
                    .map(e -> "  ended in: " + track.name(e))
                    .orElse("");
            double waited = 100 * sum(track, e -> e.kind == EventKind.WAIT, TraceEvent::lasted) / lived;
            double called = 100 * sum(track, e -> e.kind == EventKind.CALL, TraceEvent::lasted) / lived;
            String sent = MemorySizes.format(sum(track, theirs.and(e -> e.kind.isSent()), e -> e.bytes));
            String got = MemorySizes.format(sum(track, theirs.and(e -> e.kind == EventKind.GET), e -> e.bytes));
            String row = "  %-4d %9d %9d %7.0f%% %13.0f%% %9s %9s%s";
            line(row, track.pe(), track.size(), track.lost(), waited, called, sent, got, open);
        }
    }

    private static long sum(Track track, Predicate<TraceEvent> which, ToLongFunction<TraceEvent> what) {
        return track.events().filter(which).mapToLong(what).sum();
    }

    private Stream<TraceEvent> events(EventKind kind) {
        return trace.tracks().stream().flatMap(Track::events).filter(e -> e.kind == kind);
    }

    private static String name(TraceEvent e) {
        return e.track.name(e);
    }

    private static void enter(Map<String, Row> rows, String name, int pe, long time) {
        Row row = rows.computeIfAbsent(name, _ -> new Row());
        row.all.accept(time);
        row.byPe.merge(pe, time, Long::sum);
    }

    private Map<String, Row> waits() {
        Map<String, Row> rows = new HashMap<>();
        events(EventKind.WAIT).filter(e -> e.lasted() > 0).forEach(e -> {
            TraceEvent call = e.call();
            boolean callHasLine = call != null && !call.line().isEmpty();
            String line = e.exact || !callHasLine ? e.where() : call.where();
            enter(rows, (call == null ? wait(e) : name(call)) + ", " + line, e.pe, e.lasted());
        });
        return rows;
    }

    /// The name of a wait: with the object of the event that ended it if its own bytes are the library's,
    /// such as those of a mailbox's doorbell.
    private String wait(TraceEvent e) {
        TraceEvent cause = e.track.object(e).isEmpty() ? causes.of(e) : null;
        String object = cause == null ? "" : cause.track.object(cause);
        return object.isEmpty() ? name(e) : name(e) + " for " + object;
    }

    /// The imbalance of collectives: the time that members waited for the last PE to arrive, attributed to that PE.
    private Map<String, Row> collectives() {
        Map<Collective, Meeting> meetings = new HashMap<>();
        events(EventKind.CALL)
                .filter(e -> !e.open || e.value != 0)
                .forEach(e -> meetings.computeIfAbsent(new Collective(e.at, e.value, e.routine()), _ -> new Meeting())
                        .add(e));
        Map<String, Row> rows = new HashMap<>();
        for (Meeting each : meetings.values()) {
            if (each.members == 1) continue;
            long waited = each.members * each.last.start - each.starts;
            enter(rows, name(each.shown) + ", " + each.shown.where(), each.last.pe, waited);
        }
        return rows;
    }

    /// The part of waits before the other PE sent: of the program's own waits by sender and its line, or, if
    /// `pairs`, of all waits by the PE that waited.
    private Map<String, Row> late(boolean pairs) {
        Map<String, Row> rows = new HashMap<>();
        events(EventKind.WAIT).filter(e -> pairs || e.call() == null).forEach(e -> {
            TraceEvent cause = causes.of(e);
            if (cause == null || cause.pe == e.pe) return;
            long late = Math.clamp(cause.start - e.start, 0, Math.max(0, e.lasted()));
            String who = pairs ? "PE " + e.pe : name(cause) + ", " + cause.where();
            if (late > 0) enter(rows, who, cause.pe, late);
        });
        return rows;
    }

    private Map<String, Row> path() {
        Map<String, Row> rows = new HashMap<>();
        new CriticalPath(
                        causes,
                        (pe, name, where, from, to) ->
                                enter(rows, where.isEmpty() ? name : name + ", " + where, pe, to - from))
                .follow(trace);
        return rows;
    }

    private List<List<String>> longest(Map<String, Row> rows) {
        Comparator<String> byTime =
                Comparator.comparing(name -> -rows.get(name).all.getSum());
        return rows.keySet().stream()
                .sorted(byTime.thenComparing(Comparator.naturalOrder()))
                .limit(ROWS)
                .map(name -> cells(name, rows.get(name)))
                .toList();
    }

    private List<String> cells(String name, Row row) {
        LongSummaryStatistics all = row.all;
        var most = Collections.max(row.byPe.entrySet(), Map.Entry.comparingByValue());
        String who = "PE %d (%.0f%%)".formatted(most.getKey(), 100.0 * most.getValue() / all.getSum());
        return List.of(time(all.getSum()), Long.toString(all.getCount()), time(all.getMax()), who, name);
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    /// A time with three digits and a unit.
    private String time(long of) {
        double t = (double) of / trace.perNano();
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
