// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Locale;
import java.util.Map;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.Snapshot;
import org.jshmem.shm.jobfile.Snapshot.Pe;
import org.jshmem.shm.jobfile.Snapshot.Wait;

/// The report of the PEs that wait for each other, as a table. `--timeout`, SIGQUIT and the inspector print it.
public final class WaitReport {
    /// The columns of a terminal's line.
    private static final int WIDTH = 80;

    private static final int INDENT = 5;

    private WaitReport() {}

    /// The table of all PEs, in lines of 80 columns. `now` is the machine's clock; `lines` has the current line of
    /// the program for some PEs.
    public static String table(Snapshot job, long now, Map<Integer, String> lines) {
        StringBuilder text = new StringBuilder();
        text.append(line("PE", "pid", "state", "since", "waits", "at"));
        for (Pe pe : job.pes()) text.append(row(job, pe, now, lines.getOrDefault(pe.number(), "")));
        return text.toString();
    }

    private static String line(String pe, String pid, String state, String since, String waits, String at) {
        return "%-4s %7s  %-9s %8s %5s  %s"
                        .formatted(pe, pid, state, since, waits, at)
                        .stripTrailing() + "\n";
    }

    private static String row(Snapshot job, Pe pe, long now, String line) {
        boolean runs = pe.state() == PeState.RUNNING;
        Wait w = runs ? pe.awaits().orElse(null) : null;
        String at = w != null && !w.line().isEmpty() ? w.line() : line;
        boolean stopped = isStopped(job, pe);
        String first = line(
                Integer.toString(pe.number()),
                pe.pid() == 0 ? "" : Long.toString(pe.pid()),
                stopped ? "stopped" : w != null ? "waiting" : pe.state().name().toLowerCase(Locale.ROOT),
                w == null ? "" : seconds(now - w.sinceNanos()),
                runs ? percent(pe, now) + "%" : "",
                at);
        StringBuilder text = new StringBuilder(first);
        if (stopped) wrap(text, "as by SIGSTOP; kill -CONT %d continues it".formatted(pe.pid()));
        else if (w != null) wrap(text, w.text());
        return text.toString();
    }

    /// Whether SIGSTOP or a similar signal has stopped the process of a PE, which the launcher on this host has
    /// started.
    private static boolean isStopped(Snapshot job, Pe pe) {
        String state = KernelFile.state(Long.toString(pe.pid()));
        return pe.state() == PeState.RUNNING && state.startsWith("T " + job.launcher() + " ");
    }

    /// Appends the text in lines of at most 80 columns, indented.
    private static void wrap(StringBuilder text, String words) {
        String rest = words;
        while (!rest.isEmpty()) {
            int cut = rest.length() <= WIDTH - INDENT ? rest.length() : rest.lastIndexOf(' ', WIDTH - INDENT);
            if (cut <= 0) cut = WIDTH - INDENT;
            text.append(" ".repeat(INDENT))
                    .append(rest.substring(0, cut).stripTrailing())
                    .append('\n');
            rest = rest.substring(cut).strip();
        }
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
}
