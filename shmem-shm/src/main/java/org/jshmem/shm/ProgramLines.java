// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.shm.jobfile.Events;
import org.jshmem.spi.JdkSignals;
import org.jshmem.spi.ProgramFrames;

/// The lines of the program at which the PEs of this JVM are. The launcher requests them by SIGURG, which a process
/// ignores that does not handle it.
final class ProgramLines {
    private final Events events;
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();

    ProgramLines(Events events) {
        this.events = events;
    }

    /// Adds the PE that the calling thread is.
    synchronized void add(int pe) {
        if (threads.isEmpty()) handle();
        threads.put(pe, Thread.currentThread());
    }

    private void handle() {
        try {
            JdkSignals.handle(_ -> threads.forEach(this::post), "URG");
        } catch (IllegalArgumentException e) {
            // this JVM uses the signal itself: the report has no line of its PEs
        }
    }

    private void post(int pe, Thread thread) {
        events.post(Events.LINE, pe, ProgramFrames.line(thread.getStackTrace()));
    }
}
