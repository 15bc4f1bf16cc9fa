// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import org.jshmem.Config;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.runtime.PeBinding;
import org.jshmem.transport.Transport;

/// PEs as threads.
public final class Threads {
    private Threads() {}

    /// What one PE does.
    @FunctionalInterface
    public interface Body {
        /// Runs as PE `pe`.
        void run(int pe) throws Exception;
    }

    /// Runs `npes` threads to their end and throws what the first one to fail threw; `failure` tells the others.
    public static void run(int npes, AtomicReference<Throwable> failure, Body body) throws Exception {
        run(npes, failure, Thread.ofPlatform().factory(), body);
    }

    /// As above, on threads that `kind` makes.
    public static void run(int npes, AtomicReference<Throwable> failure, ThreadFactory kind, Body body)
            throws Exception {
        Thread[] threads = new Thread[npes];
        for (int pe = 0; pe < npes; pe++) {
            int mine = pe;
            threads[pe] = kind.newThread(() -> {
                try {
                    body.run(mine);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads[pe].setName("PE " + pe);
            threads[pe].start();
        }
        joinAll(threads, failure);
        Throwable why = failure.get();
        if (why instanceof Error e) throw e;
        if (why instanceof Exception e) throw e;
    }

    /// Runs a body as each PE of a job, on threads that `kind` makes, and throws what the first one to fail threw;
    /// `fail`
    /// ends the waits of the others. That failure is apart from the job's own: some bodies end the job and pass.
    public static void transports(
            int npes,
            ThreadFactory kind,
            IntFunction<Transport> attach,
            TransportRuns.Body body,
            ObjIntConsumer<Throwable> fail)
            throws Exception {
        var failure = new AtomicReference<Throwable>();
        run(npes, failure, kind, pe -> {
            Transport transport = attach.apply(pe);
            transport.enter();
            try {
                body.run(transport);
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                fail.accept(e, pe);
                throw e;
            }
            transport.leave();
        });
    }

    /// Runs a program's session as the PE of a transport.
    public static void session(Transport pe, Config config, Program program) throws Exception {
        PeBinding.call(pe, () -> {
            Shmem.run(new String[0], config, program);
            return null;
        });
    }

    /// Returns when all have ended, because the caller may unmap their memory. An interrupt ends the job.
    private static void joinAll(Thread[] threads, AtomicReference<Throwable> failure) throws InterruptedException {
        InterruptedException interrupted = null;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    if (interrupted == null) interrupted = new InterruptedException(whereabouts(threads));
                    failure.compareAndSet(null, interrupted);
                    for (Thread one : threads) one.interrupt();
                }
            }
        }
        if (interrupted != null) throw interrupted;
    }

    /// Whether a thread is in a method of this name: past what comes before it.
    public static boolean isIn(Thread thread, String... methods) {
        List<String> names = Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::getMethodName)
                .toList();
        return names.containsAll(List.of(methods));
    }

    /// Whether a thread stands in line for a lock. A lock without the method that is looked for fails here, instead of
    /// letting a test look for ever.
    public static boolean isInLine(Thread thread) {
        try {
            Class<?> lock = Class.forName("org.jshmem.runtime.lock.QueueLock");
            return isIn(thread, lock.getDeclaredMethod("comeAfter", long.class).getName());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("QueueLock waits in another method now; name it here", e);
        }
    }

    private static String whereabouts(Thread[] threads) {
        var text = new StringBuilder("the PEs did not end in time");
        for (Thread thread : threads) {
            text.append(System.lineSeparator()).append(thread.getName());
            if (!thread.isAlive()) text.append(" has ended");
            for (StackTraceElement frame : thread.getStackTrace()) text.append("%n    at %s".formatted(frame));
        }
        return text.toString();
    }
}
