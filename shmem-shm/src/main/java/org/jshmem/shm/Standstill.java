// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.Map;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.Snapshot;

/// The notice of a job that stands still: every PE that runs has been in one wait for ten seconds. It names who waits
/// for whom, once for each standstill.
/*
 * A job whose launcher was stopped has waits as long, so looks are counted and not seconds. Waits for other hosts end
 * without a change that this host sees: a job of several hosts has no notice.
 */
public final class Standstill {
    /// The time between two looks.
    public static final long LOOK_NANOS = 1_000_000_000;

    private static final int LOOKS = 10;

    private final JobFile file;
    private final String teller;
    private final Control control;
    private long waits;
    private int looks;

    /// @param teller who tells it: the first word of the lines of the notice
    public Standstill(JobFile file, String teller) {
        this.file = file;
        this.teller = teller;
        this.control = file.control();
    }

    /// Looks at the PEs. To be called once in [#LOOK_NANOS]; returns the notice when the tenth look in turn finds the
    /// same waits, else null.
    public String look() {
        long now = waits();
        looks = now == waits ? looks + 1 : 0;
        waits = now;
        if (now == 0 || looks != LOOKS) return null;
        return report("no PE has gone on for %d s".formatted(LOOKS), Map.of());
    }

    /// The table of all PEs, each with its line of the program where `lines` has it.
    public String report(String why, Map<Integer, String> lines) {
        try {
            Snapshot job = Snapshot.of(file.descriptor());
            String table = WaitReport.table(job, System.nanoTime(), lines);
            return "%s: job %s %s:\n%s".formatted(teller, job.id(), why, table).stripTrailing();
        } catch (IOException e) {
            return "%s: no report, %s".formatted(teller, e.getMessage());
        }
    }

    /// A hash of the beginnings of all waits; 0 while a PE runs on, starts, or is on another host.
    private long waits() {
        long hash = 0;
        for (int pe = 0; pe < file.npes(); pe++) {
            PeState state = control.state(pe);
            if (state == PeState.FINALIZED) continue;
            long since = state == PeState.RUNNING ? control.waitsSince(pe) : 0;
            if (since == 0) return 0;
            hash = 31 * hash + since;
        }
        return hash;
    }
}
