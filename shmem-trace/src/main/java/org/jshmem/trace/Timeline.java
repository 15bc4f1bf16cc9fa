// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Cmp;
import org.jshmem.transport.Atomic;

/// The timeline of traces in the format of Chrome's tracer, which Perfetto (ui.perfetto.dev) shows. It has a group of
/// tracks for each trace, and a track for each PE. Arrows lead from the event that ended a wait to
/// the wait.
///
/// Each trace begins at time 0, so that a real and a simulated run can be compared one below the other.
final class Timeline {
    private static final Gson GSON = new Gson();

    private final Writer out;
    private boolean first = true;
    private int flows;

    // of the present trace
    private int group;
    private Trace trace;
    private WaitCauses causes;

    Timeline(Writer out) {
        this.out = out;
    }

    void write(List<Trace> traces) throws IOException {
        out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        for (Trace each : traces) write(each);
        out.write("\n]}\n");
    }

    private void write(Trace present) throws IOException {
        trace = present;
        causes = new WaitCauses(trace);
        describe(0, "process_name", "name", trace.title() + (trace.virtual() ? " (virtual time)" : ""));
        for (Track track : trace.tracks()) {
            Map<Integer, Integer> threads = new HashMap<>();
            for (int i = 0; i < track.size(); i++) {
                TraceEvent e = track.event(i);
                Integer known = threads.get(e.thread);
                if (known == null) {
                    known = track.pe() + threads.size() * trace.tracks().size();
                    threads.put(e.thread, known);
                    name(known, track, threads.size());
                }
                slice(known, track, e);
                TraceEvent cause = causes.of(e);
                if (cause != null && e.lasted() > 0 && cause.pe != track.pe()) flow(cause, e, known);
            }
        }
        group++;
    }

    private void name(int thread, Track track, int which) throws IOException {
        String lost = track.lost() == 0 || which > 1 ? "" : ", without its first " + track.lost() + " events";
        String name = "PE %d%s%s".formatted(track.pe(), which == 1 ? "" : ", thread " + which, lost);
        describe(thread, "thread_name", "name", name);
        describe(thread, "thread_sort_index", "sort_index", thread);
    }

    private void describe(int thread, String what, String member, Object value) throws IOException {
        put(with(event("M", thread), "name", what, "args", with(new JsonObject(), member, value)));
    }

    private void slice(int thread, Track track, TraceEvent e) throws IOException {
        boolean isCall = e.kind == EventKind.CALL;
        JsonObject args = with(new JsonObject(), isCall ? "call" : "PE", isCall ? e.value : e.target);
        with(args, "bytes", e.bytes > 0 ? e.bytes : "", "object", track.object(e));
        with(args, "offset", !isCall && e.bytes > 0 ? e.at : "", "value", value(e));
        with(args, "line", e.shownLine(), "end", e.open ? "none recorded" : "");
        JsonObject slice = event("X", thread);
        with(slice, "cat", e.call() != null || isCall ? "collective" : "program", "name", track.name(e));
        long lasted = Math.max(trace.perNano(), e.lasted());
        with(slice, "ts", micros(e.start - trace.first()), "dur", micros(lasted), "args", args);
        put(slice);
    }

    private static String value(TraceEvent e) {
        return switch (e.kind) {
            case WAIT -> e.detail < Cmp.values().length ? Cmp.values()[e.detail] + " " + e.value : "";
            case STORE, SIGNAL, ATOMIC, LOAD -> Long.toString(e.value);
            case UPDATE -> (e.detail < Atomic.values().length ? Atomic.values()[e.detail] + " " : "") + e.value;
            default -> "";
        };
    }

    /// Draws an arrow from the data, through the flag that follows them, to the wait.
    private void flow(TraceEvent cause, TraceEvent wait, int thread) throws IOException {
        flows++;
        TraceEvent data = WaitCauses.data(cause);
        if (data != null) arrow("s", cause.pe, data.start);
        arrow(data == null ? "s" : "t", cause.pe, cause.start);
        arrow("f", thread, Math.max(wait.start, wait.end - trace.perNano()));
    }

    private void arrow(String phase, int thread, long time) throws IOException {
        JsonObject arrow = with(new JsonObject(), "ph", phase, "bp", "e", "id", flows, "pid", group, "tid", thread);
        put(with(arrow, "cat", "flow", "name", "ends", "ts", micros(time - trace.first())));
    }

    private BigDecimal micros(long time) {
        return BigDecimal.valueOf(time, trace.virtual() ? 6 : 3);
    }

    private void put(JsonObject event) throws IOException {
        if (!first) out.write(",\n");
        first = false;
        out.write(event.toString());
    }

    private JsonObject event(String phase, int thread) {
        return with(new JsonObject(), "ph", phase, "pid", group, "tid", thread);
    }

    /// Adds members, by name and value. Those with an empty value are left out.
    private static JsonObject with(JsonObject made, Object... members) {
        for (int i = 0; i < members.length; i += 2) {
            if (!members[i + 1].equals("")) made.add((String) members[i], GSON.toJsonTree(members[i + 1]));
        }
        return made;
    }
}
