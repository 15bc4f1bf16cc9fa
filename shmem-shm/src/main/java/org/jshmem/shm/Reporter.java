// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.shm.JobLayout.PeState;

/// What the launcher says about its PEs: why one failed, and who waits for whom.
final class Reporter {
    private static final long DUMP_NANOS = 2_000_000_000;

    private final JobFile file;
    private final Events events;
    private final Output output;
    private final Map<Integer, String> reasons = new TreeMap<>();
    private boolean reported;

    Reporter(JobFile file, Output output) {
        this.file = file;
        this.events = file.events();
        this.output = output;
    }

    /// Reads what PEs have told. The first one whose time is over gets the report made, and all who wait for that go
    /// on.
    void readEvents(Process[] processes, boolean[] ended) throws InterruptedException {
        if (!events.any()) return;
        boolean[] timedOut = new boolean[1];
        events.drain(event -> {
            reasons.putIfAbsent(event.pe(), event.text());
            timedOut[0] |= event.kind() == Events.TIMED_OUT;
        });
        if (!timedOut[0]) return;
        if (!reported) report("after --timeout", processes, ended);
        reported = true;
        file.control().reported();
    }

    /// Prints the table of all PEs, each with the line of the program it is at.
    void report(String when, Process[] processes, boolean[] ended) throws InterruptedException {
        try {
            Snapshot job = Snapshot.of(file.descriptor());
            long now = System.nanoTime();
            output.expectDumps();
            for (int pe = 0; pe < processes.length; pe++) {
                // a JVM that has not come far yet would be ended by this signal
                boolean up = file.control().state(pe) != PeState.STARTING;
                if (processes[pe] != null && !ended[pe] && up) Kernel.kill(processes[pe].pid(), Signals.QUIT);
            }
            Map<Integer, String> lines = output.dumpedLines(DUMP_NANOS);
            String explanation = Report.explanation(job);
            output.say("oshrun: job %s %s:\n%s%s"
                    .formatted(
                            job.id(),
                            when,
                            Report.table(job, now, lines),
                            explanation.isEmpty() ? "" : "oshrun: " + explanation)
                    .stripTrailing());
        } catch (IOException e) {
            output.say("oshrun: no report, " + e.getMessage());
        }
    }

    /// Keeps what a PE was doing, before its end is written into the job file.
    void remember(Control control, int pe) {
        String doing = switch (control.state(pe)) {
            case STARTING -> " before Shmem.init";
            case FINALIZED -> " after finalize";
            default ->
                control.waiting(pe).map(what -> " while waiting for " + what).orElse(" while computing");
        };
        reasons.putIfAbsent(-1, doing);
    }

    /// Why a PE failed in its own words, else what it was doing.
    String why(int pe) {
        String reason = reasons.get(pe);
        return reason == null ? reasons.getOrDefault(-1, "") : ": " + reason;
    }
}
