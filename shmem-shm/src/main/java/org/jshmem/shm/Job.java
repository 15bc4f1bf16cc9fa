// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;

/// A running job seen from the launcher: starts the PEs, watches them end, and decides how the job ends.
/*
 * Everything that happens arrives as an event in one queue and is handled by the launcher's main thread, the one that also
 * starts the processes: the kernel ties a PE's life to the thread that started it.
 *
 * The first PE that ends badly decides. The abort word in the job file then wakes the others, whose waits throw; who has
 * not ended after GRACE, because it computes or because its program caught the exception, is killed.
 */
final class Job {
    private static final long GRACE_NANOS = 1_000_000_000;
    private static final long DRAIN_NANOS = 1_000_000_000;
    private static final long INTERRUPT_NANOS = 100_000_000;

    /// Something that happened: a PE ended with a status, or (PE -1) the launcher was told to stop with a status.
    record Event(int pe, int status) {}

    /// How to start a PE.
    interface Starter {
        Process start(int pe) throws IOException;
    }

    private final Control control;
    private final Output output;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Process[] processes;
    private final boolean[] ended;
    private int running;

    private int status;
    private int failedPe = -1;
    private int stopStatus;
    private volatile boolean stopping;
    private long killAt = Long.MAX_VALUE;

    Job(Control control, Output output) {
        this.control = control;
        this.output = output;
        this.processes = new Process[control.npes()];
        this.ended = new boolean[control.npes()];
    }

    /// Tells the job to stop, from any thread: the exit status becomes `status`.
    void stop(int status) {
        if (status == 128 + Signals.QUIT) return;
        stopping = true;
        events.add(new Event(-1, status));
    }

    /// Runs the job to its end and returns its exit status. `meanwhile` is what the launcher does when all PEs have
    /// been
    /// started.
    int run(Starter starter, Runnable meanwhile) throws InterruptedException {
        try {
            start(starter);
            Thread.ofPlatform().daemon().name("meanwhile").start(meanwhile);
            while (running > 0) next();
            // as long as it takes: whoever reads our output may be slow
            while (!stopping && !output.drained(-1, DRAIN_NANOS)) continue;
            return stopStatus != 0 ? stopStatus : status;
        } finally {
            kill();
        }
    }

    private void start(Starter starter) {
        for (int pe = 0; pe < processes.length && !stopping; pe++) {
            int k = pe;
            try {
                Process process = starter.start(pe);
                processes[pe] = process;
                running++;
                output.forward(pe, false, process.getInputStream());
                output.forward(pe, true, process.getErrorStream());
                process.onExit().thenAccept(p -> events.add(new Event(k, p.exitValue())));
            } catch (IOException e) {
                throw new Refused(
                        "cannot start PE %d/%d, %s; the limit on processes (ulimit -u) or the memory does not allow so many"
                                .formatted(pe, processes.length, e.getMessage()));
            }
        }
    }

    private void next() throws InterruptedException {
        long wait = killAt == Long.MAX_VALUE ? Long.MAX_VALUE : killAt - System.nanoTime();
        Event event = events.poll(wait, TimeUnit.NANOSECONDS);
        if (event == null) {
            kill();
            killAt = Long.MAX_VALUE;
        } else if (event.pe < 0) {
            stopped(event.status);
        } else {
            ended[event.pe] = true;
            running--;
            if (stopStatus == 0) judge(event.pe, event.status);
        }
    }

    private void stopped(int why) {
        if (stopStatus == 0) stopStatus = why;
        control.abort(Abort.STOPPED, why, -1);
        kill();
    }

    /// Decides what the end of a PE means for the job.
    private void judge(int pe, int exit) throws InterruptedException {
        if (failedPe >= 0) return;
        Abort abort = control.abort();
        if (abort == Abort.EXIT) {
            globalExit();
        } else if (abort == Abort.FAILED) {
            failed(control.abortPe(), control.abortStatus());
        } else if (exit != 0) {
            if (control.state(pe) == PeState.FINALIZED) {
                if (status == 0) {
                    status = exit;
                    say(pe, exit, " after finalize");
                }
            } else if (!interrupted(exit)) {
                failed(pe, exit);
            }
        } else if (control.state(pe) != PeState.FINALIZED && othersRun()) {
            failed(pe, 0);
        }
    }

    /// A terminal sends its interrupt to all at once: what kills a PE may be on its way to the launcher too.
    private boolean interrupted(int exit) throws InterruptedException {
        if (exit != 129 && exit != 130 && exit != 143) return false;
        long deadline = System.nanoTime() + INTERRUPT_NANOS;
        while (System.nanoTime() - deadline < 0) {
            for (Event event : events) if (event.pe < 0) return true;
            Thread.sleep(5);
        }
        return false;
    }

    private boolean othersRun() {
        for (int k = 0; k < processes.length; k++) if (control.state(k) == PeState.RUNNING && !ended[k]) return true;
        return false;
    }

    private void globalExit() throws InterruptedException {
        failedPe = control.abortPe();
        status = control.abortStatus();
        killAt = System.nanoTime() + GRACE_NANOS;
        if (status != 0) {
            output.drained(failedPe, DRAIN_NANOS);
            output.say("oshrun: %s ended the job by globalExit(%d)".formatted(who(failedPe), status));
        }
    }

    private void failed(int pe, int exit) throws InterruptedException {
        String doing = doing(pe);
        failedPe = pe;
        status = exit == 0 ? 1 : exit;
        control.fail(pe, status);
        killAt = System.nanoTime() + GRACE_NANOS;
        if (exit == 0) {
            doing = " without finalize while other PEs wait for it; every PE must leave through Shmem.run or close()";
        }
        say(pe, exit, doing);
    }

    private void say(int pe, int exit, String doing) throws InterruptedException {
        output.drained(pe, DRAIN_NANOS);
        String signal = Signals.name(exit);
        String how =
                signal.isEmpty() ? "exited with status " + exit : "was killed by " + signal + " (status " + exit + ")";
        output.say("oshrun: %s %s%s".formatted(who(pe), how, doing));
    }

    private String who(int pe) {
        return "PE %d/%d (pid %d)".formatted(pe, processes.length, processes[pe].pid());
    }

    private String doing(int pe) {
        return switch (control.state(pe)) {
            case STARTING -> " before Shmem.init";
            case FINALIZED -> " after finalize";
            default ->
                control.waiting(pe).map(what -> " while waiting for " + what).orElse(" while computing");
        };
    }

    private void kill() {
        for (Process process : processes) if (process != null && process.isAlive()) process.destroyForcibly();
    }
}
