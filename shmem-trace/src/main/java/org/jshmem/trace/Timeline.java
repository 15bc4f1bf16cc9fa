// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Cmp;
import org.jshmem.runtime.settings.JsonText;
import org.jshmem.transport.Atomic;

/// The timeline of traces in the format of Chrome's tracer, which Perfetto (ui.perfetto.dev) shows. It has a group of
/// tracks for each trace, and a track for each PE. Arrows lead from the event that ended a wait to
/// the wait.
///
/// Each trace begins at time 0, so that a real and a simulated run can be compared one below the other.
final class Timeline {
    private static final double NANOS_PER_MICRO = 1000;

    private final Writer out;
    private boolean first = true;
    private int flows;

    Timeline(Writer out) {
        this.out = out;
    }

    void write(List<Trace> traces) throws IOException {
        out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        for (int i = 0; i < traces.size(); i++) write(i, traces.get(i));
        out.write("\n]}\n");
    }

    private void write(int group, Trace trace) throws IOException {
        String kind = trace.virtual() ? " (virtual time)" : "";
        put(
                "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":%s}}",
                group, JsonText.quoted(trace.title() + kind));
        Causes causes = new Causes(trace);
        for (Track track : trace.tracks()) {
            Map<Long, Integer> threads = new HashMap<>();
            List<TraceEvent> calls = track.calls();
            for (int i = 0; i < track.events().size(); i++) {
                TraceEvent e = track.events().get(i);
                Integer known = threads.get(e.thread());
                if (known == null) {
                    known = track.pe() + threads.size() * trace.tracks().size();
                    threads.put(e.thread(), known);
                    name(group, known, track, threads.size());
                }
                slice(group, known, trace, track, e, calls.get(i) != null);
                TraceEvent cause = causes.of(e);
                if (cause != null && e.lasted() > 0 && cause.pe() != track.pe()) {
                    flow(group, trace, causes, cause, e, known);
                }
            }
        }
    }

    private void name(int group, int thread, Track track, int which) throws IOException {
        String lost = track.lost() == 0 || which > 1 ? "" : ", without its first " + track.lost() + " events";
        String name = "PE %d%s%s".formatted(track.pe(), which == 1 ? "" : ", thread " + which, lost);
        put(
                "{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":%s}}",
                group, thread, JsonText.quoted(name));
        put(
                "{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%d}}",
                group, thread, thread);
    }

    private void slice(int group, int thread, Trace trace, Track track, TraceEvent e, boolean inside)
            throws IOException {
        StringBuilder args = new StringBuilder();
        String object = track.object(e);
        if (e.kind() == EventKind.CALL) argument(args, "call", Long.toString(e.value()));
        else argument(args, "PE", Integer.toString(e.target()));
        if (e.bytes() > 0) argument(args, "bytes", Long.toString(e.bytes()));
        if (!object.isEmpty()) argument(args, "object", JsonText.quoted(object));
        if (e.kind() != EventKind.CALL && e.bytes() > 0) argument(args, "offset", Long.toString(e.at()));
        String value = value(e);
        if (!value.isEmpty()) argument(args, "value", JsonText.quoted(value));
        if (!e.line().isEmpty()) argument(args, "line", JsonText.quoted((e.exact() ? "" : "e.g. ") + e.line()));
        if (e.open()) argument(args, "end", JsonText.quoted("none recorded"));
        put(
                "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"cat\":\"%s\",\"name\":%s,\"ts\":%s,\"dur\":%s,\"args\":{%s}}",
                group,
                thread,
                inside || e.kind() == EventKind.CALL ? "collective" : "program",
                JsonText.quoted(track.name(e)),
                micros(e.start() - trace.first()),
                micros(Math.max(1, e.lasted())),
                args);
    }

    private static String value(TraceEvent e) {
        return switch (e.kind()) {
            case WAIT -> e.detail() < Cmp.values().length ? Cmp.values()[e.detail()] + " " + e.value() : "";
            case STORE, SIGNAL, ATOMIC, LOAD -> Long.toString(e.value());
            case UPDATE -> (e.detail() < Atomic.values().length ? Atomic.values()[e.detail()] + " " : "") + e.value();
            default -> "";
        };
    }

    private static void argument(StringBuilder args, String name, String json) {
        args.append(args.isEmpty() ? "" : ",")
                .append(JsonText.quoted(name))
                .append(':')
                .append(json);
    }

    /// Draws an arrow from the data, through the flag that follows them, to the wait.
    private void flow(int group, Trace trace, Causes causes, TraceEvent cause, TraceEvent wait, int thread)
            throws IOException {
        int id = ++flows;
        TraceEvent data = causes.data(cause);
        if (data != null) {
            arrow("s", id, group, cause.pe(), data.start() - trace.first());
            arrow("t", id, group, cause.pe(), cause.start() - trace.first());
        } else {
            arrow("s", id, group, cause.pe(), cause.start() - trace.first());
        }
        arrow("f", id, group, thread, wait.end() - 1 - trace.first());
    }

    private void arrow(String phase, int id, int group, int thread, long nanos) throws IOException {
        put(
                "{\"ph\":\"%s\",\"bp\":\"e\",\"id\":%d,\"pid\":%d,\"tid\":%d,\"cat\":\"flow\",\"name\":\"ends\",\"ts\":%s}",
                phase, id, group, thread, micros(nanos));
    }

    /// Writes one object, in the root locale, because numbers in JSON do not depend on the locale.
    private void put(String format, Object... values) throws IOException {
        if (!first) out.write(",\n");
        first = false;
        out.write(String.format(Locale.ROOT, format, values));
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MICRO);
    }
}
