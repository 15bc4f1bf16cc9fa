// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Text;

/// The launcher's reports about its PEs: the reason why one failed, and the table of those that wait.
final class Reporter {
    static final long DRAIN_NANOS = 1_000_000_000;

    private static final long LINES_NANOS = 2_000_000_000;
    private static final long LOOK_MILLIS = 5;
    private static final long ROWS_MILLIS = 1000;

    private final Control control;
    private final Output output;
    private final List<PeProcess> processes;
    private final WaitReport report;

    /// The activity of the PE that failed, or an empty text.
    private String activity = "";

    /// Whether the report of another host's launcher has been requested.
    private boolean requested;

    private volatile boolean stopped;

    /// `processes` are the started processes.
    Reporter(Control control, Output output, List<PeProcess> processes) {
        this.control = control;
        this.processes = processes;
        this.report = new WaitReport(control, "oshrun");
        this.output = output;
    }

    /// Prints the report for the first PE whose time is over; then all such PEs go on.
    void reportIfRequested() throws InterruptedException {
        if (!control.isReportRequested()) return;
        if (!leads()) { // the launcher of PE 0's host prints it, and a JVM of this host then calls `reported`
            if (!requested) signal();
            requested = true;
            return;
        }
        report("after --timeout");
        control.reported();
    }

    /// Prints the table of all PEs, each with its line of the program. The launcher of a host without PE 0 gets no rows
    /// of other hosts.
    void report(String when) throws InterruptedException {
        requestLines();
        output.print(report.notice(when));
    }

    /// Prints the report of a job that is over time. The launcher of a host without PE 0 instead leaves time for the
    /// request of the rows of its PEs. The user's launcher names the reason.
    void reportTimeOver() throws InterruptedException {
        if (leads()) report("when its time was over");
        else Thread.sleep(ROWS_MILLIS);
        if (control.pesHere() == control.npes()) output.print(Stop.TIME_OVER_TEXT);
    }

    /// From now on takes less time.
    void stop() {
        stopped = true;
    }

    private boolean leads() {
        return control.state(0) != PeState.ELSEWHERE;
    }

    /// Requests the lines of the program at which PEs are, and the rows of PEs of other hosts. Waits for those of
    /// running PEs.
    private void requestLines() throws InterruptedException {
        for (int pe = 0; pe < control.npes(); pe++) { // of an earlier request
            control.texts.clear(pe, Text.LINE);
            control.texts.clear(pe, Text.ROW);
        }
        signal();
        boolean last = stopped; // a report of a job that is over time ends another one
        boolean hasOthers = !last && control.pesHere() < control.npes(); // a first row takes a JVM longer than a line
        long deadline = System.nanoTime() + (hasOthers ? 3 : 1) * LINES_NANOS;
        while (stopped == last
                && System.nanoTime() - deadline < 0
                && (lacksRows() || processes.stream().anyMatch(this::isSilent))) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void signal() {
        for (PeProcess process : processes) process.child().signal(Signals.URG);
    }

    /// Before all PEs have begun, hosts do not reach each other.
    private boolean lacksRows() {
        return leads()
                && !control.isStarting()
                && IntStream.range(0, control.npes())
                        .anyMatch(pe ->
                                control.state(pe) == PeState.ELSEWHERE && control.texts.get(pe, Text.ROW) == null);
    }

    private boolean isSilent(PeProcess process) {
        IntPredicate isSilent = k -> control.state(k) != PeState.STARTING && control.texts.get(k, Text.LINE) == null;
        return !process.hasEnded() && process.any(isSilent);
    }

    /// A PE that has called `System.exit` without finalize and whose process has not ended, or -1.
    int exiting() {
        for (PeProcess process : processes) {
            int pe = process.hasEnded() ? -1 : process.first(k -> control.hasExited(k) && control.isUnfinalized(k));
            if (pe >= 0) return pe;
        }
        return -1;
    }

    /// Prints who waits for whom once no PE has gone on for a while. To be called once a second.
    void reportStandstill() throws InterruptedException {
        if (!leads() || !report.standsStill()) return;
        if (control.pesHere() < control.npes()) requestLines();
        String notice = report.standstill();
        if (notice != null) output.print(notice);
    }

    /// Keeps the activity of a PE, before its end is written into the job file.
    void recordActivity(int pe) {
        if (!activity.isEmpty()) return;
        activity = switch (control.state(pe)) {
            case STARTING -> " before Shmem.init";
            case FINALIZED -> " after finalize";
            default -> WaitReport.activity(control, pe);
        };
    }

    /// Whether no more output of a failed PE is to be awaited: it sent no reason, or its output has ended. Other PEs of
    /// its JVM, which compute, may leave it a small part of a core.
    boolean outputDrained(int pe) {
        return !hasReason(pe) || control.hasWritten(pe);
    }

    private boolean hasReason(int pe) {
        return control.texts.get(pe, Text.REASON) != null;
    }

    /// Whether a PE has ended in a JVM that runs on, and the line about it need not wait for that JVM.
    boolean canReport(int pe) {
        boolean known = pe >= 0 && (control.abort() == Abort.EXIT || hasReason(pe));
        return known && hasWritten(pe);
    }

    /// The reason why a PE failed in its own words, else its last activity.
    String why(int pe) {
        return hasReason(pe) ? ": " + control.texts.get(pe, Text.REASON) : activity;
    }

    /// Prints that a PE has ended the job with a status, unless it is 0.
    void globalExit(int pe, int status) throws InterruptedException {
        awaitOutput(pe);
        if (status != 0) output.print("oshrun: " + who(pe) + " ended the job by globalExit(" + status + ")");
    }

    /// Prints how a PE has ended.
    void printEnd(int pe, int exit, String more) throws InterruptedException {
        if (!wasKilled(exit)) awaitOutput(pe);
        reportIfRequested();
        String signal = Signals.name(exit);
        String how =
                signal.isEmpty() ? "exited with status " + exit : "was killed by " + signal + " (status " + exit + ")";
        // a signal or a halt of a process with several PEs does not belong to one of them
        boolean own = signal.isEmpty() && (exit == 0 || hasReason(pe) || control.hasExited(pe));
        String who = own ? who(pe) : process(pe).who(control.npes());
        output.print("oshrun: " + who + " " + how + more);
    }

    private void awaitOutput(int pe) throws InterruptedException {
        if (!hasWritten(pe)) output.drained(process(pe).first(), DRAIN_NANOS);
    }

    /// Whether a PE has ended its output in a JVM that runs on, and all of it is here.
    private boolean hasWritten(int pe) {
        return control.hasWritten(pe) && output.hasArrived(process(pe).first());
    }

    private String who(int pe) {
        return process(pe).who(pe, control.npes());
    }

    /// The output of a killed process need not be printed before the line that names the process.
    static boolean wasKilled(int exit) {
        return exit == 128 + Signals.KILL;
    }

    /// The process of a PE.
    PeProcess process(int pe) {
        for (PeProcess process : processes) if (process.has(pe)) return process;
        throw new AssertionError(pe);
    }
}
