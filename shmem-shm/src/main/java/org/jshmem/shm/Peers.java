// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.Topology;

/// Notices that another PE's process is gone, for a PE that waits: one look at one PE every few milliseconds, in turn.
///
/// A launcher knows sooner, and with which status, and gets the time to say so. Without one, or where it is dead
/// itself, the PE that noticed ends the job.
final class Peers {
    /// How long a launcher gets.
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /// The status of a job that ends because a process vanished: as of one that was killed.
    private static final int GONE_STATUS = 137;

    private final Control control;
    private final Topology topology;
    private final int own;
    private int next;
    private int gone = -1;
    private long since;

    Peers(Control control, Topology topology, int own) {
        this.control = control;
        this.topology = topology;
        this.own = own;
        this.next = own;
    }

    /// Looks at the next PE; ends the job where it has been gone for long enough. Any thread of the PE may look.
    synchronized void look(long now) {
        if (gone < 0) {
            next = (next + 1) % control.npes();
            if (next == own || !isGone(next)) return;
            gone = next;
            since = now;
        } else if (now - since > PATIENCE_NANOS) {
            if (isGone(gone)) control.abort(Abort.FAILED, GONE_STATUS, gone);
            gone = -1;
        }
    }

    private boolean isGone(int pe) {
        return topology.jvm(pe) != topology.jvm(own) && control.isGone(pe);
    }
}
