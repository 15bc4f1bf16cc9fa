// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Locale;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Text;

/// The report of a job's PEs that wait for each other, as a table. `--timeout`, SIGQUIT and the inspector print it, and
/// every way of starting PEs when a job stands still: every PE that runs has been in one wait for ten seconds.
/*
 * A job whose launcher was stopped has waits as long, so looks are counted and not seconds. On several hosts the launcher
 * of PE 0's host looks at its own PEs, and requests the rows of all others only once its own stand still.
 */
public final class WaitReport {
    /// The time between two looks.
    public static final long LOOK_NANOS = 1_000_000_000;

    private static final int LOOKS = 10;

    private static final String STOPPED = "stopped";

    private static final String COLUMNS = "%-4s %7s  %-9s %8s %5s  %s";

    /// The part of a text that fits into a line of 80 columns, indented: up to a space, or a longer word's beginning.
    private static final String PART = "(?s)(.{1,75})(?: +|$)|(.{75})";

    private final Control job;
    private final String prefix;
    private long waits;
    private int looks;

    /// @param prefix the first word of each notice: the program that prints it
    public WaitReport(Control job, String prefix) {
        this.job = job;
        this.prefix = prefix;
    }

    /// Looks at the PEs. To be called once in [#LOOK_NANOS]. Returns the notice when the tenth look in turn finds the
    /// same waits, else null: once for each standstill.
    public String look() {
        return standsStill() ? standstill() : null;
    }

    /// Looks at the PEs of this host, as [#look] does. Returns whether the tenth look in turn finds the same waits.
    public boolean standsStill() {
        long now = waits();
        looks = now == waits ? looks + 1 : 0;
        waits = now;
        return now != 0 && looks == LOOKS;
    }

    /// The notice after [#standsStill], or null if the rows of other hosts do not show waits as long. Then as many more
    /// looks come as the shortest of these waits lacks seconds: PEs of several hosts do not begin to wait at once.
    public String standstill() {
        long shortest = IntStream.range(0, job.npes())
                .filter(pe -> job.state(pe) == PeState.ELSEWHERE)
                .mapToLong(pe -> Long.parseLong(otherRow(job, pe)[0]))
                .min()
                .orElse(LOOKS);
        if (shortest >= LOOKS) return notice("no PE has gone on for %d s".formatted(LOOKS));
        looks = (int) shortest;
        return null;
    }

    /// A hash of the beginnings of all waits of this host; 0 while a PE runs on or starts.
    private long waits() {
        long hash = 0;
        for (int pe = 0; pe < job.npes(); pe++) {
            if (job.state(pe) == PeState.FINALIZED || job.state(pe) == PeState.ELSEWHERE) continue;
            long since = since(job, pe);
            if (since == 0) return 0;
            hash = 31 * hash + since;
        }
        return hash;
    }

    private static long since(Control job, int pe) {
        return job.state(pe) == PeState.RUNNING ? job.waitsSince(pe) : 0;
    }

    /// The table under a line that names the job.
    public String notice(String why) {
        return "%s: job %s %s:\n%s".formatted(prefix, job.id(), why, table(job)).stripTrailing();
    }

    /// The table of all PEs, in lines of 80 columns.
    public static String table(Control job) {
        StringBuilder text = new StringBuilder();
        line(text, "PE", "pid", "state", "since", "waits", "at");
        for (int pe = 0; pe < job.npes(); pe++) {
            String other = otherRow(job, pe)[1];
            if (other.isEmpty())
                row(text, job, pe, job.state(pe) == PeState.ELSEWHERE ? " on " + job.texts.get(pe, Text.HOST) : "");
            else text.append(other.stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /// The row of a PE of this host for the launcher of another one, as [Text#ROW]. A PE that is finalized holds up no
    /// standstill.
    public static String row(Control job, int pe, String host) {
        var text = new StringBuilder();
        row(text, job, pe, " on " + host);
        long since = since(job, pe);
        boolean ended = job.state(pe) == PeState.FINALIZED;
        return "%d\t%s".formatted(ended ? LOOKS : since == 0 ? 0 : (System.nanoTime() - since) / LOOK_NANOS, text);
    }

    /// The seconds that a PE of another host has waited, and its row; 0 and an empty text without a row.
    private static String[] otherRow(Control job, int pe) {
        String row = job.texts.get(pe, Text.ROW);
        return (row == null ? "0\t" : row + "\t").split("\t", 3);
    }

    private static void line(StringBuilder text, Object... cells) {
        text.append(COLUMNS.formatted(cells).stripTrailing()).append('\n');
    }

    private static void row(StringBuilder text, Control job, int pe, String host) {
        boolean runs = job.state(pe) == PeState.RUNNING;
        long pid = job.get(pe, JobLayout.PID);
        long since = since(job, pe);
        String[] wait = since == 0 ? new String[] {"", ""} : job.texts.wait(pe);
        String[] line = job.texts.line(pe);
        String state = state(job, pe);
        boolean stopped = state.equals(STOPPED);
        line(
                text,
                pe,
                pid == 0 ? "" : pid,
                state,
                since == 0 ? "" : String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - since) / 1e9),
                runs ? percent(job, pe) + "%" : "",
                (wait[0].isEmpty() ? line[0] : wait[0]) + host);
        String words = stopped ? "as by SIGSTOP; kill -CONT %d continues it".formatted(pid) : wait[1];
        text.append(words.replaceAll(PART, "     $1$2\n")).append(line[1].replaceAll(PART, "     $1$2\n"));
    }

    /// The state of a PE in a word: `stopped`, `waiting`, or that of the job file.
    public static String state(Control job, int pe) {
        boolean runs = job.state(pe) == PeState.RUNNING;
        // SIGSTOP or a similar signal has stopped a process that the launcher on this host has started
        String stopped = "T " + job.get(JobLayout.LAUNCHER) + " ";
        if (runs && KernelFile.state("" + job.get(pe, JobLayout.PID)).startsWith(stopped)) return STOPPED;
        boolean waits = since(job, pe) != 0 || runs && !job.texts.line(pe)[1].isEmpty();
        return waits ? "waiting" : job.state(pe).name().toLowerCase(Locale.ROOT);
    }

    private static long percent(Control job, int pe) {
        long now = System.nanoTime();
        long since = job.waitsSince(pe);
        long waiting = job.get(pe, JobLayout.WAITED) + (since == 0 ? 0 : now - since);
        return Math.clamp((long) (100.0 * waiting / Math.max(1, now - job.get(pe, JobLayout.STARTED))), 0, 100);
    }

    /// The share of their time that the PEs have waited so far, in percent.
    public static long waiting(Control job) {
        return Math.round(IntStream.range(0, job.npes())
                .filter(pe -> job.state(pe) == PeState.RUNNING)
                .mapToLong(pe -> percent(job, pe))
                .average()
                .orElse(0));
    }

    /// The end of the line about a PE that has failed while it ran, ` while waiting ...`.
    public static String activity(Control job, int pe) {
        if (job.waitsSince(pe) == 0) return " while computing";
        String[] wait = job.texts.wait(pe);
        return " while waiting"
                + (wait[1].isEmpty() ? "" : " " + wait[1] + (wait[0].isEmpty() ? "" : ", at " + wait[0]));
    }
}
