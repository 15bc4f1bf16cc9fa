// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.runtime.Progress;
import org.jshmem.runtime.Sizes;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.shm.Snapshot.Pe;
import org.jshmem.shm.Snapshot.Wait;

/// Who waits for whom, as a table and one sentence: what `--timeout` and SIGQUIT print, and what the inspector shows.
final class Report {
    private static final int LONGEST_CELL = 60;

    private Report() {}

    /// The table of all PEs. `now` is the machine's clock; `lines` says for some PEs where in the program they are.
    static String table(Snapshot job, long now, Map<Integer, String> lines) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {
            "PE", "pid", "state", "in", "waits for", "value now", "since", "waiting", "calls", "put", "got", "at"
        });
        for (Pe pe : job.pes()) rows.add(row(pe, now, lines.getOrDefault(pe.number(), "")));
        return aligned(rows);
    }

    private static String[] row(Pe pe, long now, String line) {
        Wait w = pe.awaits().orElse(null);
        boolean runs = pe.state() == PeState.RUNNING;
        return new String[] {
            Integer.toString(pe.number()),
            pe.pid() == 0 ? "" : Long.toString(pe.pid()),
            runs && w != null ? "waiting" : pe.state().name().toLowerCase(Locale.ROOT),
            doing(pe),
            w == null || !runs ? "" : awaited(w, pe.number()),
            w == null || !runs || w.cmp() == null ? "" : value(w, w.current()),
            w == null || !runs ? "" : seconds(now - w.sinceNanos()),
            runs ? share(pe, now) : "",
            runs ? Long.toString(calls(pe)) : "",
            moved(pe.putBytes()),
            moved(pe.gotBytes()),
            line
        };
    }

    /// What a PE is in: the library's call where it waits inside one, else its last one.
    static String doing(Pe pe) {
        if (pe.state() != PeState.RUNNING) return "";
        boolean inProgram = pe.awaits().map(Wait::inHeap).orElse(false);
        if (inProgram) return "wait of the program";
        if (pe.calls().isEmpty()) return pe.awaits().isPresent() ? "start" : "";
        Progress.Call call = pe.calls().getLast();
        String text = call.text() + " #" + call.number() + (call.team().equals("world") ? "" : " of " + call.team());
        return pe.awaits().isPresent() ? text : "after " + text;
    }

    private static String awaited(Wait w, int self) {
        String where =
                (w.inHeap() ? "heap offset " : "flag ") + w.offset() + (w.home() == self ? "" : " of PE " + w.home());
        return w.cmp() == null ? "several words from " + where : where + " " + w.cmp() + " " + value(w, w.value());
    }

    /// The library's own flags are fields of bits: shown in hexadecimal.
    private static String value(Wait w, long value) {
        return w.inHeap() ? Long.toString(value) : "0x" + Long.toHexString(value);
    }

    private static String share(Pe pe, long now) {
        return percent(pe, now) + "%";
    }

    private static long percent(Pe pe, long now) {
        long lived = Math.max(1, now - pe.startedNanos());
        long waiting =
                pe.waitedNanos() + pe.awaits().map(w -> now - w.sinceNanos()).orElse(0L);
        return Math.clamp((long) (100.0 * waiting / lived), 0, 100);
    }

    /// The share of their time that the PEs have waited so far, in percent.
    static long waiting(Snapshot job, long now) {
        return Math.round(job.pes().stream()
                .filter(pe -> pe.state() == PeState.RUNNING)
                .mapToLong(pe -> percent(pe, now))
                .average()
                .orElse(0));
    }

    /// Collectives entered so far, on all teams.
    private static long calls(Pe pe) {
        return pe.calls().stream().mapToLong(Progress.Call::number).sum();
    }

    private static String moved(long bytes) {
        return bytes <= 0 ? "" : Sizes.format(bytes);
    }

    private static String seconds(long nanos) {
        return "%.1f s".formatted(nanos / 1e9);
    }

    private static String aligned(List<String[]> rows) {
        int columns = rows.getFirst().length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int c = 0; c < columns; c++) widths[c] = Math.max(widths[c], Math.min(row[c].length(), LONGEST_CELL));
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                if (widths[c] > 0) line.append(row[c]).repeat(' ', Math.max(0, widths[c] - row[c].length()) + 2);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /// The sentence that explains why nothing moves, or an empty text where something does.
    static String explanation(Snapshot job) {
        List<Pe> inCollectives = job.pes().stream()
                .filter(pe -> pe.state() == PeState.RUNNING && !pe.calls().isEmpty())
                .filter(pe -> pe.awaits().isPresent() && !pe.awaits().get().inHeap())
                .toList();
        for (Pe waiting : inCollectives) {
            Progress.Call call = waiting.calls().getLast();
            String others = missing(job, call);
            if (!others.isEmpty()) {
                return "PE %d waits in %s, call %d of %s, to which %s"
                        .formatted(waiting.number(), call.text(), call.number(), call.team(), others);
            }
        }
        for (Pe pe : job.pes()) {
            Wait w = pe.awaits().orElse(null);
            if (w != null && w.inHeap() && w.cmp() != null && pe.state() == PeState.RUNNING) {
                return "PE %d waits for the word at heap offset %d%s to be %s %d; it is %d, and nobody has written that"
                        .formatted(
                                pe.number(),
                                w.offset(),
                                w.home() == pe.number() ? "" : " of PE " + w.home(),
                                w.cmp(),
                                w.value(),
                                w.current());
            }
        }
        return "";
    }

    /// The PEs that have not come to a call, and what each was last in.
    private static String missing(Snapshot job, Progress.Call call) {
        List<String> late = new ArrayList<>();
        for (Pe pe : job.pes()) {
            var theirs = pe.calls().stream()
                    .filter(c -> c.team().equals(call.team()))
                    .findFirst();
            if (theirs.isEmpty() && !call.team().equals("world")) continue;
            if (theirs.isPresent() && theirs.get().number() >= call.number()) continue;
            late.add("PE %d has not come (%s)"
                    .formatted(
                            pe.number(),
                            pe.state() != PeState.RUNNING
                                    ? pe.state().name().toLowerCase(Locale.ROOT)
                                    : pe.awaits()
                                            .map(w -> "it waits for " + awaited(w, pe.number()))
                                            .orElse("it computes")));
        }
        if (late.size() > 4)
            return String.join(", ", late.subList(0, 3)) + " and " + (late.size() - 3) + " others have not come";
        return String.join(", ", late);
    }
}
