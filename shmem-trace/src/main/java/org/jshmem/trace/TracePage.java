// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.page.HtmlPage;

/// One HTML page of a trace that needs no other file and no network: a timeline with arrows and the critical path, a
/// matrix of bytes, and the tables of the summary. Its size is bounded for any trace: about 10 MB.
final class TracePage {
    /// PEs that have a track; of more, those with the largest part of the critical path are shown.
    static final int MOST_PES = 128;

    private static final int PIECES = 250_000; // of all finest levels
    private static final int ARROWS = 30_000;
    private static final int NAMES = 20_000; // of events; all further ones are `other events`
    private static final int STAYS = 20_000; // of the critical path

    private final Trace trace;
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final List<long[]> path = new ArrayList<>();
    private final Map<Integer, Long> onPath = new HashMap<>();
    private final List<Integer> shown;
    private final BitSet isShown = new BitSet();

    /// An arrow from the event that ended a wait, with the put before it, to the wait.
    private record Arrow(TraceEvent cause, TraceEvent waiting) {
        long late() {
            return cause.start - waiting.start;
        }

        long[] cells(long first) {
            TraceEvent data = WaitCauses.data(cause);
            long put = data == null ? -1 : data.start - first;
            long begin = waiting.start - first;
            return new long[] {cause.pe, put, cause.start - first, waiting.pe, begin, waiting.end - first};
        }
    }

    TracePage(Trace trace, WaitCauses causes) {
        this.trace = trace;
        names.put("other events", 0);
        long least = span() / STAYS;
        new CriticalPath(causes, (pe, name, where, from, to) -> {
                    onPath.merge(pe, to - from, Long::sum);
                    stay(pe, from - trace.first(), to - trace.first());
                })
                .follow(trace);
        path.removeIf(stay -> stay[2] - stay[1] < least);
        shown = IntStream.range(0, trace.tracks().size())
                .boxed()
                .sorted(Comparator.comparingLong(pe -> -onPath.getOrDefault(pe, 0L)))
                .limit(MOST_PES)
                .sorted()
                .toList();
        shown.forEach(isShown::set);
    }

    private long span() {
        return Math.max(1, trace.last() - trace.first());
    }

    private void stay(int pe, long from, long to) {
        long[] last = path.isEmpty() ? null : path.getLast();
        if (last != null && last[0] == pe && last[1] == to) last[1] = from;
        else path.add(new long[] {pe, from, to});
    }

    String html(Summary summary, WaitCauses causes) {
        int npes = trace.tracks().size();
        int block = Math.ceilDiv(npes, MOST_PES);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("span", span());
        data.put("unit", 1.0 / trace.perNano());
        data.put("pes", shown);
        Stream<Track> tracks = shown.stream().map(trace.tracks()::get);
        data.put("tracks", tracks.map(this::lanes).toList()); // finds the names
        data.put("names", names.keySet());
        data.put("arrows", arrows(causes));
        path.removeIf(stay -> !isShown.get((int) stay[0]));
        data.put("path", path);
        data.put("block", block);
        data.put("bytes", bytes(block));
        data.put("tables", summary.tables());
        List<String> warnings = new ArrayList<>();
        String few = "%d of %d PEs have a track: those with the largest part of the critical path";
        if (npes > MOST_PES) warnings.add(few.formatted(MOST_PES, npes));
        long lost = trace.tracks().stream().mapToLong(Track::lost).sum();
        String room = "%d events did not fit into the trace; record with a larger --trace-size";
        if (lost > 0) warnings.add(room.formatted(lost));
        String json = "<script type=\"application/json\" id=\"trace\">" + new Gson().toJson(data) + "</script>\n";
        String body = json + HtmlPage.script(TracePage.class, "trace.js");
        return HtmlPage.of(trace.title(), warnings, List.of(summary.head()), body);
    }

    private List<List<Detail.Level>> lanes(Track track) {
        var detail = new Detail(PIECES / shown.size() / 2, span());
        List<Detail.Lane> lanes = List.of(detail.new Lane(), detail.new Lane());
        track.events().forEach(e -> {
            String where = (track.name(e) + ", " + e.shownLine()).replaceFirst(", $", "");
            long name = names.size() >= NAMES
                    ? names.getOrDefault(where, 0)
                    : names.computeIfAbsent(where, _ -> names.size());
            lanes.get(e.kind == EventKind.CALL ? 0 : 1)
                    .add(e.start - trace.first(), Math.max(e.start, e.end) - trace.first(), name);
        });
        return lanes.stream().map(Detail.Lane::levels).toList();
    }

    /// The arrows to the longest waits: from PE, time of the put or -1, time of its signal, to PE, beginning and end.
    private List<long[]> arrows(WaitCauses causes) {
        var longest = new PriorityQueue<>(Comparator.comparingLong(Arrow::late));
        for (int pe : shown) {
            trace.tracks().get(pe).events().filter(e -> e.lasted() > 0).forEach(wait -> {
                TraceEvent cause = causes.of(wait);
                if (cause == null || cause.pe == pe || !isShown.get(cause.pe)) return;
                longest.add(new Arrow(cause, wait));
                if (longest.size() > ARROWS) longest.remove();
            });
        }
        return longest.stream().map(arrow -> arrow.cells(trace.first())).toList();
    }

    /// Bytes of the program that moved, by blocks of PEs: from, to, bytes.
    private List<long[]> bytes(int block) {
        Map<Integer, Long> sums = new HashMap<>();
        for (Track track : trace.tracks()) {
            track.events().forEach(e -> {
                boolean gets = e.kind == EventKind.GET;
                if (!gets && !e.kind.isSent()
                        || e.target == e.pe
                        || track.object(e).isEmpty()) return;
                int from = gets ? e.target : e.pe;
                int to = gets ? e.pe : e.target;
                sums.merge(from / block << 16 | to / block, e.bytes, Long::sum);
            });
        }
        return sums.entrySet().stream()
                .map(sum -> new long[] {sum.getKey() >>> 16, sum.getKey() & 0xffff, sum.getValue()})
                .toList();
    }
}
