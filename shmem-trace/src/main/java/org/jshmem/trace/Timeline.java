// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jshmem.Cmp;
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
        name("process_name", 0, quoted(trace.title() + (trace.virtual() ? " (virtual time)" : "")));
        for (Track track : trace.tracks()) {
            Map<Long, Integer> threads = new HashMap<>();
            for (TraceEvent e : track.events()) {
                Integer known = threads.get(e.thread());
                if (known == null) {
                    known = track.pe() + threads.size() * trace.tracks().size();
                    threads.put(e.thread(), known);
                    name(known, track, threads.size());
                }
                slice(known, track, e);
                TraceEvent cause = causes.of(e);
                if (cause != null && e.lasted() > 0 && cause.pe() != track.pe()) flow(cause, e, known);
            }
        }
        group++;
    }

    private void name(int thread, Track track, int which) throws IOException {
        String lost = track.lost() == 0 || which > 1 ? "" : ", without its first " + track.lost() + " events";
        String name = "PE %d%s%s".formatted(track.pe(), which == 1 ? "" : ", thread " + which, lost);
        name("thread_name", thread, quoted(name));
        put(
                "{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%d}}",
                group, thread, thread);
    }

    private void name(String kind, int thread, String json) throws IOException {
        put("{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"%s\",\"args\":{\"name\":%s}}", group, thread, kind, json);
    }

    private void slice(int thread, Track track, TraceEvent e) throws IOException {
        boolean isCall = e.kind() == EventKind.CALL;
        StringJoiner args = new StringJoiner(",");
        args.add(isCall ? "\"call\":" + e.value() : "\"PE\":" + e.target());
        if (e.bytes() > 0) args.add("\"bytes\":" + e.bytes());
        String object = track.object(e);
        if (!object.isEmpty()) args.add("\"object\":" + quoted(object));
        if (!isCall && e.bytes() > 0) args.add("\"offset\":" + e.at());
        String value = value(e);
        if (!value.isEmpty()) args.add("\"value\":" + quoted(value));
        if (!e.line().isEmpty()) args.add("\"line\":" + quoted((e.exact() ? "" : "e.g. ") + e.line()));
        if (e.open()) args.add("\"end\":\"none recorded\"");
        put(
                "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"cat\":\"%s\",\"name\":%s,\"ts\":%s,\"dur\":%s,\"args\":{%s}}",
                group,
                thread,
                e.call != null || isCall ? "collective" : "program",
                quoted(track.name(e)),
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

    /// Draws an arrow from the data, through the flag that follows them, to the wait.
    private void flow(TraceEvent cause, TraceEvent wait, int thread) throws IOException {
        flows++;
        TraceEvent data = causes.data(cause);
        if (data != null) arrow("s", cause.pe(), data.start());
        arrow(data == null ? "s" : "t", cause.pe(), cause.start());
        arrow("f", thread, wait.end() - 1);
    }

    private void arrow(String phase, int thread, long nanos) throws IOException {
        put(
                "{\"ph\":\"%s\",\"bp\":\"e\",\"id\":%d,\"pid\":%d,\"tid\":%d,\"cat\":\"flow\",\"name\":\"ends\",\"ts\":%s}",
                phase, flows, group, thread, micros(nanos - trace.first()));
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

    /// A text as a JSON string (RFC 8259).
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') json.append('\\').append(c);
            else if (c < ' ') json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            else json.append(c);
        }
        return json.append('"').toString();
    }
}
