// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.output.Output;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Events;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.PeState;

/// The launcher's reports about its PEs: the reason why one failed, and the table of those that wait.
final class Reporter {
    static final long DRAIN_NANOS = 1_000_000_000;

    private static final long LINES_NANOS = 2_000_000_000;
    private static final long LOOK_MILLIS = 5;

    private final JobFile file;
    private final Events events;
    private final Output output;
    private final List<PeProcess> parts;
    private final Map<Integer, String> reasons = new TreeMap<>();
    private final SortedSet<Integer> exited = new TreeSet<>();
    private final SortedSet<Integer> written = new TreeSet<>();
    private final Map<Integer, String> lines = new TreeMap<>();
    private final WaitReport report;
    private boolean reported;

    /// `parts` are the started processes.
    Reporter(JobFile file, Output output, List<PeProcess> parts) {
        this.file = file;
        this.parts = parts;
        this.events = file.events();
        this.report = new WaitReport(file.control(), "oshrun");
        this.output = output;
    }

    /// Reads the events of PEs. The first PE whose time is over makes the launcher print the report; then all such
    /// PEs go on.
    void readEvents() throws InterruptedException {
        if (!drainEvents()) return;
        if (!reported) report("after --timeout");
        reported = true;
        file.control().reported();
    }

    /// Reads the events. Returns whether the time of a PE is over.
    private boolean drainEvents() {
        if (!events.any()) return false;
        boolean[] timedOut = new boolean[1];
        boolean all = events.drain(event -> {
            switch (event.kind()) {
                case Events.EXITED -> exited.add(event.pe());
                case Events.WRITTEN -> written.add(event.pe());
                case Events.LINE -> lines.put(event.pe(), event.text());
                default -> reasons.putIfAbsent(event.pe(), event.text());
            }
            timedOut[0] |= event.kind() == Events.TIMED_OUT;
        });
        events.unblock(all, parts.stream().anyMatch(PeProcess::hasEnded));
        return timedOut[0];
    }

    /// Requests the lines of the program at which PEs are, and waits for those of running PEs.
    private void requestLines() throws InterruptedException {
        lines.clear();
        for (PeProcess part : parts) part.process().signal(Signals.URG);
        long deadline = System.nanoTime() + LINES_NANOS;
        while (System.nanoTime() - deadline < 0 && parts.stream().anyMatch(this::isSilent)) {
            Thread.sleep(LOOK_MILLIS);
            drainEvents();
        }
    }

    private boolean isSilent(PeProcess part) {
        return !part.hasEnded()
                && part.first(pe -> file.control().state(pe) != PeState.STARTING && !lines.containsKey(pe)) >= 0;
    }

    /// The PE of this part that called `System.exit`, or -1.
    int exited(PeProcess part) {
        for (int pe : exited) if (part.has(pe)) return pe;
        return -1;
    }

    /// A PE that has called `System.exit` without finalize and whose process has not ended, or -1.
    int exiting() {
        for (int pe : exited) if (!part(pe).hasEnded() && file.control().isUnfinalized(pe)) return pe;
        return -1;
    }

    /// Prints the table of all PEs, each with its line of the program.
    void report(String when) throws InterruptedException {
        requestLines();
        output.print(report.notice(when, lines));
    }

    /// Prints who waits for whom once no PE has gone on for a while. To be called once a second.
    void look() {
        String notice = report.look();
        if (notice != null) output.print(notice);
    }

    /// Keeps the activity of a PE, before its end is written into the job file.
    void recordActivity(int pe) {
        String doing = switch (file.control().state(pe)) {
            case STARTING -> " before Shmem.init";
            case FINALIZED -> " after finalize";
            default -> WaitReport.activity(file.control(), pe);
        };
        reasons.putIfAbsent(-1, doing);
    }

    /// Whether no more output of a failed PE is to be awaited: it sent no reason, or its output has ended. Other PEs of
    /// its JVM, which compute, may leave it a small part of a core.
    boolean outputDrained(int pe) {
        return !reasons.containsKey(pe) || written.contains(pe);
    }

    /// Whether a PE has ended in a JVM that runs on, and the line about it need not wait for that JVM.
    boolean canReport(int pe) {
        boolean known = file.control().abort() == Abort.EXIT || reasons.containsKey(pe);
        return known && hasWritten(pe);
    }

    /// The reason why a PE failed in its own words, else its last activity.
    String why(int pe) {
        String reason = reasons.get(pe);
        return reason == null ? reasons.getOrDefault(-1, "") : ": " + reason;
    }

    /// Prints that a PE has ended the job with a status, unless it is 0.
    void globalExit(int pe, int status) throws InterruptedException {
        awaitOutput(pe);
        if (status != 0) output.print("oshrun: " + who(pe) + " ended the job by globalExit(" + status + ")");
    }

    /// Prints how a PE has ended.
    void printEnd(int pe, int exit, String more) throws InterruptedException {
        if (!wasKilled(exit)) awaitOutput(pe);
        readEvents();
        String signal = Signals.name(exit);
        String how =
                signal.isEmpty() ? "exited with status " + exit : "was killed by " + signal + " (status " + exit + ")";
        // a signal or a halt of a process with several PEs does not belong to one of them
        boolean own = signal.isEmpty() && (exit == 0 || reasons.containsKey(pe) || exited.contains(pe));
        String who = own ? who(pe) : part(pe).who(file.npes());
        output.print("oshrun: " + who + " " + how + more);
    }

    private void awaitOutput(int pe) throws InterruptedException {
        if (!hasWritten(pe)) output.drained(part(pe).first(), DRAIN_NANOS);
    }

    /// Whether a PE has ended its output in a JVM that runs on, and all of it is here.
    private boolean hasWritten(int pe) {
        return written.contains(pe) && output.hasArrived(part(pe).first());
    }

    private String who(int pe) {
        return part(pe).who(pe, file.npes());
    }

    /// The output of a killed process need not be printed before the line that names the process.
    static boolean wasKilled(int exit) {
        return exit == 128 + Signals.KILL;
    }

    /// The process of a PE.
    PeProcess part(int pe) {
        for (PeProcess part : parts) if (part.has(pe)) return part;
        throw new AssertionError(pe);
    }
}
