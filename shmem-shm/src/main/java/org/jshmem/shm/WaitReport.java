// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.shm.Snapshot.Pe;
import org.jshmem.shm.Snapshot.Wait;

/// The report of the PEs that wait for each other, as a table and one sentence. `--timeout`, SIGQUIT and the inspector
/// print it.
public final class WaitReport {
    /// The columns of a terminal's line.
    private static final int WIDTH = 80;

    private WaitReport() {}

    /// The table of all PEs, in lines of 80 columns. `now` is the machine's clock; `lines` has the current line of
    /// the program for some PEs.
    public static String table(Snapshot job, long now, Map<Integer, String> lines) {
        StringBuilder text = new StringBuilder();
        text.append(line("PE", "pid", "state", "since", "waits", "at", "in"));
        for (Pe pe : job.pes()) text.append(row(job, pe, now, lines.getOrDefault(pe.number(), "")));
        return text.toString();
    }

    private static String line(String pe, String pid, String state, String since, String waits, String at, String in) {
        return "%-4s %7s  %-9s %8s %5s  %-18s ".formatted(pe, pid, state, since, waits, at) + in + "\n";
    }

    private static String row(Snapshot job, Pe pe, long now, String line) {
        boolean runs = pe.state() == PeState.RUNNING;
        Wait w = runs ? pe.awaits().orElse(null) : null;
        String at = w != null && !w.line().isEmpty() ? w.line() : line;
        String first = line(
                Integer.toString(pe.number()),
                pe.pid() == 0 ? "" : Long.toString(pe.pid()),
                isStopped(job, pe)
                        ? "stopped"
                        : w != null ? "waiting" : pe.state().name().toLowerCase(Locale.ROOT),
                w == null ? "" : seconds(now - w.sinceNanos()),
                runs ? percent(pe, now) + "%" : "",
                at,
                doing(pe));
        StringBuilder text = new StringBuilder();
        wrap(text, first.strip(), 5);
        if (w != null && !w.text().isEmpty()) wrap(text, "     " + w.text(), 5);
        return text.toString();
    }

    /// Whether SIGSTOP or a similar signal has stopped the process of a PE, which the launcher on this host has
    /// started.
    private static boolean isStopped(Snapshot job, Pe pe) {
        String state = KernelFile.state(Long.toString(pe.pid()));
        return pe.state() == PeState.RUNNING && state.startsWith("T " + job.launcher() + " ");
    }

    /// Appends the text in lines of at most 80 columns, the later ones indented.
    private static void wrap(StringBuilder text, String line, int indent) {
        String rest = line;
        while (rest.length() > WIDTH) {
            int cut = rest.lastIndexOf(' ', WIDTH);
            if (cut <= indent) cut = WIDTH;
            text.append(rest.substring(0, cut).stripTrailing()).append('\n');
            rest = " ".repeat(indent) + rest.substring(cut).strip();
        }
        text.append(rest.stripTrailing()).append('\n');
    }

    /// The call in which a PE is: the library's call if it waits inside one, else its last one.
    public static String doing(Pe pe) {
        if (pe.state() != PeState.RUNNING) return "";
        boolean inProgram = pe.awaits().map(Wait::inHeap).orElse(false);
        if (inProgram) return "wait of the program";
        if (pe.calls().isEmpty()) return pe.awaits().isPresent() ? "start" : "";
        CallLog.Call call = pe.calls().getLast();
        String text = call.text() + " #" + call.number() + (call.team().equals("world") ? "" : " of " + call.team());
        return pe.awaits().isPresent() ? text : "after " + text;
    }

    /// The condition that a waiting PE awaits: in the PE's own words, which it writes after 0.1 s, or later where JVMs
    /// share cores; before that the call in which the PE is, or the word of the heap.
    public static String awaited(Pe pe) {
        Wait w = pe.awaits().orElseThrow();
        if (!w.text().isEmpty()) return w.text();
        if (!w.inHeap()) {
            if (pe.calls().isEmpty()) return "in init()";
            CallLog.Call call = pe.calls().getLast();
            return "in " + call.text() + ", call " + call.number() + " of " + call.team();
        }
        if (w.cmp() == null) return "for one of several words of its heap";
        String of = w.home() == pe.number() ? "" : " of PE " + w.home();
        String goal = org.jshmem.transport.Wait.goal(w.cmp(), w.value(), 0);
        return "for the word at heap offset " + w.offset() + of + " " + goal;
    }

    private static long percent(Pe pe, long now) {
        long lived = Math.max(1, now - pe.startedNanos());
        long waiting =
                pe.waitedNanos() + pe.awaits().map(w -> now - w.sinceNanos()).orElse(0L);
        return Math.clamp((long) (100.0 * waiting / lived), 0, 100);
    }

    /// The share of their time that the PEs have waited so far, in percent.
    public static long waiting(Snapshot job, long now) {
        return Math.round(job.pes().stream()
                .filter(pe -> pe.state() == PeState.RUNNING)
                .mapToLong(pe -> percent(pe, now))
                .average()
                .orElse(0));
    }

    private static String seconds(long nanos) {
        return "%.1f s".formatted(nanos / 1e9);
    }

    /// The sentence that explains why no PE makes progress; empty if there is no such reason.
    public static String explanation(Snapshot job) {
        List<Pe> inCollectives = job.pes().stream()
                .filter(pe -> pe.state() == PeState.RUNNING && !pe.calls().isEmpty())
                .filter(pe -> pe.awaits().isPresent() && !pe.awaits().get().inHeap())
                .toList();
        for (Pe waiting : inCollectives) {
            CallLog.Call call = waiting.calls().getLast();
            String others = missing(job, call);
            if (!others.isEmpty()) {
                return "PE %d waits in %s, call %d of %s, to which %s"
                        .formatted(waiting.number(), call.text(), call.number(), call.team(), others);
            }
        }
        for (Pe pe : job.pes()) {
            Wait w = pe.awaits().orElse(null);
            if (w != null && w.inHeap() && pe.state() == PeState.RUNNING) {
                String at = w.line().isEmpty() ? "" : " at " + w.line();
                return "PE %d waits%s %s".formatted(pe.number(), at, awaited(pe));
            }
        }
        return "";
    }

    /// The PEs that have not entered a call, each with its present state.
    private static String missing(Snapshot job, CallLog.Call call) {
        List<String> late = new ArrayList<>();
        for (Pe pe : job.pes()) {
            var theirs = pe.calls().stream()
                    .filter(c -> c.team().equals(call.team()))
                    .findFirst();
            if (theirs.isEmpty() && !call.team().equals("world")) continue;
            if (theirs.isPresent() && theirs.get().number() >= call.number()) continue;
            late.add("PE %d has not arrived (%s)".formatted(pe.number(), present(job, pe)));
        }
        if (late.size() > 4)
            return String.join(", ", late.subList(0, 3)) + " and " + (late.size() - 3) + " others have not arrived";
        return String.join(", ", late);
    }

    private static String present(Snapshot job, Pe pe) {
        if (pe.state() != PeState.RUNNING) return pe.state().name().toLowerCase(Locale.ROOT);
        if (isStopped(job, pe)) return "it is stopped, as by SIGSTOP; kill -CONT %d continues it".formatted(pe.pid());
        if (pe.awaits().isEmpty()) return "it computes";
        String line = pe.awaits().get().line();
        return "it waits " + (line.isEmpty() ? "" : "at " + line + " ") + awaited(pe);
    }
}
