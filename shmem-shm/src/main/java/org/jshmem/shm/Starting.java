// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.JobLayout.PeState;

/// Whether a job is still starting.
final class Starting {
    private final Control control;

    /// All PEs before this one have started.
    private int started;

    Starting(Control control) {
        this.control = control;
    }

    /// Whether a PE of the job has not started yet.
    boolean isGoingOn() {
        while (started < control.npes() && control.state(started) != PeState.STARTING) started++;
        return started < control.npes();
    }

    /// The first PE that has not started, after `isGoingOn` has returned true.
    int missing() {
        return started;
    }
}
