// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.transport.Topology;

/// The check of a waiting PE whether the processes of other PEs still exist. Each look examines one PE, in turn, about
/// every 10 ms.
///
/// A launcher notices the end of a process sooner, and has its status; so it gets time to report it. Without a
/// launcher, or if the launcher is dead itself, the PE that noticed ends the job. If the launcher is another library's,
/// this PE prints the reason, since that launcher may have printed nothing.
public final class Peers {
    /// The time that a launcher gets to report.
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /// The same for a [ForeignLauncher]: `mpirun` reports after a second.
    private static final long FOREIGN_PATIENCE_NANOS = 3_000_000_000L;

    /// The status of a job that ends because a process vanished: that of a killed process.
    private static final int GONE_STATUS = 137;

    private final Control control;
    private final Topology topology;
    private final int own;
    private final boolean foreign;
    private int next;
    private int gone = -1;
    private long since;

    public Peers(Control control, Topology topology, int own, boolean foreign) {
        this.control = control;
        this.topology = topology;
        this.own = own;
        this.foreign = foreign;
        this.next = own;
    }

    /// Examines the next PE, and ends the job if that PE has been gone for long enough. Any thread of the PE may
    /// call it.
    public synchronized void look(long now) {
        if (gone < 0) {
            next = (next + 1) % control.npes();
            if (next == own || !isGone(next)) return;
            gone = next;
            since = now;
        } else if (now - since > (foreign ? FOREIGN_PATIENCE_NANOS : PATIENCE_NANOS)) {
            if (isGone(gone) && control.abort(Abort.FAILED, GONE_STATUS, gone) && foreign) report(gone);
            gone = -1;
        }
    }

    private void report(int pe) {
        int npes = control.npes();
        System.err.printf(
                "PE %d/%d: process %d of PE %d has ended without finalize; read its output, and end every PE through Shmem.run or close()%n",
                own, npes, control.pid(pe), pe);
    }

    private boolean isGone(int pe) {
        return topology.jvm(pe) != topology.jvm(own) && control.isGone(pe);
    }
}
