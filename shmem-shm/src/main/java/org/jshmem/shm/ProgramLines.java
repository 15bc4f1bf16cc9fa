// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Signal;
import org.jshmem.shm.jobfile.Events;
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
            Signal.handle(new Signal("URG"), _ -> threads.forEach(this::post));
        } catch (IllegalAccessError | IllegalArgumentException e) {
            threads.clear(); // a JVM without the export, or without signals: the report has no line of its PEs
        }
    }

    private void post(int pe, Thread thread) {
        StackTraceElement[] own = ProgramFrames.of(thread.getStackTrace());
        events.post(Events.LINE, pe, own.length == 0 ? "" : text(own[0]));
    }

    private static String text(StackTraceElement frame) {
        if (frame.getFileName() != null && frame.getLineNumber() > 0)
            return frame.getFileName() + ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName();
    }
}
