// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.util.function.BooleanSupplier;

/// Progress of the messages of other hosts, as the waits of this host's PEs and carriers make it.
public interface RemoteProgress {

    /// Makes progress for a short time, until a condition holds; returns whether it does.
    boolean holdsSoon(BooleanSupplier condition);

    /// The calling thread sleeps next: another one makes progress meanwhile.
    void beginSleep();

    /// The calling thread has slept.
    void endSleep();

    /// Requests the rows of the PEs of other hosts for a report, which the launcher of PE 0's host prints. In a JVM of
    /// another host, requests that report if a PE of this host waits for it.
    void requestRows();
}
