// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jshmem.PeerFailedException;
import org.jshmem.launch.os.Refused;
import org.jshmem.program.MainMethod;
import org.jshmem.runtime.PeBinding;
import org.jshmem.shm.LaunchedJob;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;

/// The main class of a JVM with several PEs: calls the program's main method once for each of them, in a thread of its
/// own.
///
/// Its arguments are the main class and the program's arguments. The launcher passes the rest in the environment and in
/// system properties, as for a PE with its own process.
public record MemberJvm(LaunchedJob job, MainMethod main, String[] arguments, PeStreams streams) {
    /// Environment variable with the number of PEs in this process.
    public static final String COUNT_VARIABLE = "JSHMEM_PE_COUNT";

    /// System property: carriers may run the PEs where they outnumber cores.
    public static final String CARRIED_PROPERTY = "jshmem.carried";

    /// System property: lines of output begin with their PE.
    public static final String TAGGED_PROPERTY = "jshmem.tagged";

    /// The usual stack of a process's main thread.
    private static final long STACK_BYTES = 8L << 20;

    /// Joins the job and runs the PEs of this JVM.
    public static void main(String[] args) throws InterruptedException {
        int first = Integer.parseInt(System.getenv(ShmProvider.PE_VARIABLE));
        int count = Integer.parseInt(System.getenv(COUNT_VARIABLE));
        try {
            LaunchedJob job =
                    ShmProvider.join(Path.of(System.getenv(ShmProvider.JOB_VARIABLE)), first, count, PeKind.SHARED_JVM);
            try {
                MainMethod main = MainMethod.of(args[0]);
                PeStreams streams = PeStreams.install();
                new MemberJvm(job, main, Arrays.copyOfRange(args, 1, args.length), streams).run(first, count);
            } catch (IllegalArgumentException | ClassNotFoundException e) {
                job.control().texts.reason(first, e.getMessage());
                Runtime.getRuntime().halt(Refused.STATUS);
            }
        } catch (IOException | IllegalStateException e) {
            System.err.println("oshrun: " + e.getMessage());
            Runtime.getRuntime().halt(Refused.STATUS);
        }
    }

    private void run(int first, int count) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        var exit = new Exit(job.control(), threads, streams);
        Runtime.getRuntime().addShutdownHook(new Thread(exit, "exit"));
        boolean mayBeCarried = Boolean.getBoolean(CARRIED_PROPERTY);
        int started = 0;
        try {
            Optional<Carriers> carriers = mayBeCarried ? job.carriers(first, count, STACK_BYTES) : Optional.empty();
            for (int pe = first; pe < first + count; pe++) {
                int number = pe;
                Runnable body = () -> one(number);
                threads.add(carriers.map(them -> them.newThread(body)).orElseGet(() -> thread(number, body)));
            }
            for (Thread thread : threads) {
                thread.start();
                started++;
            }
        } catch (OutOfMemoryError e) { // threads count as processes
            job.failed(first + started, e);
            Runtime.getRuntime().halt(1);
        }
        for (Thread thread : threads) thread.join();
        if (!job.control().isEnding()) return; // a program's own threads may run on, as they do in a process
        exit.jobIsEnding();
        System.exit(job.control().abortStatus());
    }

    /// The thread of a PE that no carrier runs. The PE's own threads are in its group, by which `Exit` finds them.
    private static Thread thread(int pe, Runnable body) {
        String name = "PE " + pe;
        return new Thread(new PeThreads(name), body, name, STACK_BYTES);
    }

    private void one(int pe) {
        streams.become(pe);
        Transport transport = null;
        try {
            transport = Interposer.between(job.attach(pe));
            PeBinding.callMain(transport, () -> {
                main.call(arguments);
                awaitOwnThreads();
                return null;
            });
            if (job.control().state(pe) != PeState.FINALIZED)
                job.control().state(pe, PeState.LEFT); // its process goes on
        } catch (JobEnd | PeerFailedException e) {
            // another PE has ended the job, or this one has reported the reason
        } catch (Throwable t) {
            end(pe, transport, t);
        } finally {
            if (job.control().isEnding()) {
                streams.end();
                if (job.control().abortPe() == pe) job.control().written(pe); // the launcher then names the PE
            }
        }
    }

    /// Waits for the threads that the PE has started, as the end of a process does.
    private static void awaitOwnThreads() throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (boolean found = true; found; ) { // a thread that has ended may have started others
            found = false;
            Thread[] own = new Thread[group.activeCount() + 8];
            int count = group.enumerate(own);
            for (int k = 0; k < count; k++) {
                if (own[k] == Thread.currentThread() || own[k].isDaemon()) continue;
                own[k].join();
                found = true;
            }
        }
    }

    /// Ends the job; without a transport the PE could not join it.
    private void end(int pe, Transport transport, Throwable t) {
        try {
            if (transport != null) throw transport.abort(1, t);
            t.printStackTrace();
            job.failed(pe, t);
        } catch (JobEnd e) {
            // abort has reported it
        } catch (Throwable again) { // no memory is left for the report
            job.failed(pe, t);
        }
    }

    private static final class PeThreads extends ThreadGroup {
        PeThreads(String name) {
            super(name);
        }

        /// Prints the exception that a thread of the program throws, except the one by which `globalExit` ends the
        /// thread that called it: the launcher names that PE.
        @Override
        public void uncaughtException(Thread thread, Throwable why) {
            if (!(why instanceof JobEnd)) super.uncaughtException(thread, why);
        }
    }
}
