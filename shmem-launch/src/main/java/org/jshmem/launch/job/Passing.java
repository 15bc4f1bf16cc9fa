// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The started processes of a job, and signals to all of them. A signal that arrives while a process is being started
/// waits for it, and is sent to it too.
/*
 * The launcher stops itself after it has passed Ctrl-Z on: a process that it had started and not yet listed would
 * continue alone. A host that does not answer while it is to start a process holds up a signal for 10 s (PATIENCE) at
 * most.
 */
final class Passing {
    private static final long PATIENCE_SECONDS = 10;

    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final ReentrantLock starting = new ReentrantLock();

    /// Starts processes. A signal that arrives meanwhile is sent to all of them.
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

    List<Part> parts() {
        return parts;
    }

    void pass(int signal) {
        boolean alone = false;
        try {
            alone = starting.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            for (Part part : parts) part.process().signal(signal);
        } finally {
            if (alone) starting.unlock();
        }
    }
}
