// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jshmem.transport.Transport;

/// The thread that runs `main` in a process of one PE.
///
/// The JVM would print an exception that `main` throws, then wait for the other threads of the program. A PE that
/// shares its JVM ends the job instead, and so does this one: at once, with its number and its reason.
final class MainThread {
    private static final String NAME = "main"; // of the thread, and of its group

    private MainThread() {}

    /// Makes an exception that the calling thread throws out of `main` the end of the job. Another thread of the
    /// program, or one with a handler of its own, keeps what the program has chosen.
    static void endsJob(Transport transport) {
        Thread thread = Thread.currentThread();
        ThreadGroup group = thread.getThreadGroup();
        boolean isMain = thread.getName().equals(NAME)
                && group != null
                && group.getName().equals(NAME);
        if (!isMain || thread.getUncaughtExceptionHandler() != group) return;
        thread.setUncaughtExceptionHandler((main, why) -> {
            UncaughtExceptionHandler program = Thread.getDefaultUncaughtExceptionHandler();
            try {
                if (program != null) program.uncaughtException(main, why);
            } catch (Throwable failure) { // of the handler: the job ends all the same
                if (failure != why) why.addSuppressed(failure);
            }
            throw transport.abort(1, why);
        });
    }
}
