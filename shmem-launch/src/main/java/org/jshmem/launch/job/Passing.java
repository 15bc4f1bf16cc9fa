// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The processes of a job that have been started, and signals to all of them. A signal that comes while one is being
/// started waits until that one is known, and is sent to it too.
/*
 * The launcher stops itself after it has passed Ctrl-Z on: a process that it had started and did not know yet would go on
 * alone. A host that does not answer while it is to start a process holds up a signal for PATIENCE at most.
 */
final class Passing {
    private static final long PATIENCE_SECONDS = 10;

    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final ReentrantLock starting = new ReentrantLock();

    /// Starts processes, all of which a signal that comes in the meantime is sent to.
    void starting(Runnable starts) {
        starting.lock();
        try {
            starts.run();
        } finally {
            starting.unlock();
        }
    }

    /// Starts the k-th process, within [#starting].
    Part start(Job.Starter starter, int k) throws IOException {
        Part part = starter.start(k);
        parts.add(part);
        return part;
    }

    /// Those that have been started, in order.
    List<Part> parts() {
        return parts;
    }

    /// Sends a signal to all of them.
    void pass(int signal) {
        boolean alone = false;
        try {
            alone = starting.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            for (Part part : parts) part.signal(signal);
        } finally {
            if (alone) starting.unlock();
        }
    }
}
