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
 * Everything that happens arrives in one queue and is handled by the launcher's main thread, the one that also starts the
 * processes: the kernel ties a PE's life to the thread that started it.
 *
 * The first PE that ends badly decides. The abort word in the job file then wakes the others, whose waits throw; who has
 * not ended after GRACE, because it computes or because its program caught the exception, is killed. The PE that failed
 * gets longer, to tell its story.
 */
final class Job {
    private static final long GRACE_NANOS = 600_000_000;
    private static final long STORY_NANOS = 2_000_000_000;
    private static final long DRAIN_NANOS = 1_000_000_000;
    private static final long INTERRUPT_NANOS = 100_000_000;
    private static final long EVENTS_NANOS = 50_000_000;
    private static final String TOO_MANY =
            "the limit on processes (ulimit -u) or the memory does not allow so many, raise it or start fewer PEs";

    /// Something that happened: a PE ended with a status, or (PE -1) the launcher got a signal, given as a status.
    private record Happening(int pe, int status) {}

    /// How to start a PE.
    interface Starter {
        Process start(int pe) throws IOException;
    }

    private final Control control;
    private final Output output;
    private final Reporter reporter;
    private final BlockingQueue<Happening> queue = new LinkedBlockingQueue<>();
    private final Process[] processes;
    private final boolean[] ended;
    private int running;

    private int status;
    private int failedPe = -1;

    /// A PE that has ended well, but without finalize, or -1.
    private int leaver = -1;

    private int failedExit;
    private boolean named = true;
    private int stopStatus;
    private volatile boolean stopping;
    private long killOthersAt = Long.MAX_VALUE;
    private long killFailedAt = Long.MAX_VALUE;

    Job(JobFile file, Output output) {
        this.control = file.control();
        this.output = output;
        this.processes = new Process[control.npes()];
        this.ended = new boolean[control.npes()];
        this.reporter = new Reporter(file, output);
    }

    /// Tells the job that a signal came, from any thread. SIGQUIT asks for a report, all others stop the job with this
    /// status.
    void signalled(int status) {
        if (status != 128 + Signals.QUIT) stopping = true;
        queue.add(new Happening(-1, status));
    }

    /// Runs the job to its end and returns its exit status. `meanwhile` is what the launcher does once all PEs have
    /// been started.
    int run(Starter starter, Runnable meanwhile) throws InterruptedException {
        try {
            start(starter);
            Thread.ofPlatform().daemon().name("meanwhile").start(meanwhile);
            while (running > 0) next();
            if (!named) name();
            // as long as it takes: whoever reads our output may be slow
            while (!stopping && !output.drained(-1, DRAIN_NANOS)) continue;
            return stopStatus != 0 ? stopStatus : status;
        } finally {
            kill(-1);
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
                process.onExit().thenAccept(p -> queue.add(new Happening(k, p.exitValue())));
            } catch (IOException | OutOfMemoryError e) { // threads count as processes
                throw new Refused(
                        "cannot start PE %d/%d, %s; %s".formatted(pe, processes.length, firstLine(e), TOO_MANY));
            }
        }
    }

    /// The JDK adds a page of advice about itself.
    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }

    private void next() throws InterruptedException {
        long now = System.nanoTime();
        long wait = Long.MAX_VALUE;
        if (killOthersAt != Long.MAX_VALUE) wait = killOthersAt - now;
        else if (killFailedAt != Long.MAX_VALUE) wait = killFailedAt - now;
        if (control.timeoutNanos() > 0 || leaver >= 0) wait = Math.min(wait, EVENTS_NANOS);
        Happening h = queue.poll(wait, TimeUnit.NANOSECONDS);
        reporter.readEvents(processes, ended);
        judgeLeaver();
        if (h == null) {
            killWhoseTimeHasCome();
        } else if (h.pe < 0) {
            if (h.status == 128 + Signals.QUIT) reporter.report("on request", processes, ended);
            else stop(h.status);
        } else {
            ended[h.pe] = true;
            running--;
            if (stopStatus == 0) judge(h.pe, h.status);
        }
    }

    private void killWhoseTimeHasCome() {
        long now = System.nanoTime();
        if (killOthersAt != Long.MAX_VALUE && now - killOthersAt >= 0) {
            kill(failedPe);
            killOthersAt = Long.MAX_VALUE;
        } else if (killFailedAt != Long.MAX_VALUE && now - killFailedAt >= 0) {
            kill(-1);
            killFailedAt = Long.MAX_VALUE;
        }
    }

    private void stop(int why) {
        if (stopStatus == 0) stopStatus = why;
        control.abort(Abort.STOPPED, why, -1);
        kill(-1);
    }

    /// Decides what the end of a PE means for the job.
    private void judge(int pe, int exit) throws InterruptedException {
        if (failedPe >= 0) {
            if (pe == failedPe && !named) name();
            return;
        }
        Abort abort = control.abort();
        if (abort == Abort.EXIT || abort == Abort.FAILED) {
            failed(control.abortPe(), control.abortStatus());
        } else if (exit != 0 && control.state(pe) == PeState.FINALIZED) {
            if (status == 0) {
                status = exit;
                say(pe, exit, " after finalize");
            }
        } else if (exit != 0) {
            if (!interrupted(exit)) failed(pe, exit);
        } else if (control.state(pe) != PeState.FINALIZED) {
            leaver = pe;
            judgeLeaver();
        }
    }

    /// A PE that left without finalize is a failure once another one has begun a session, which may be later: a program
    /// that never begins one is none of ours.
    private void judgeLeaver() throws InterruptedException {
        if (leaver >= 0 && failedPe < 0 && stopStatus == 0 && othersRun()) failed(leaver, 0);
    }

    /// A terminal sends its interrupt to all at once: what kills a PE may be on its way to the launcher too.
    private boolean interrupted(int exit) throws InterruptedException {
        if (exit != 129 && exit != 130 && exit != 143) return false;
        long deadline = System.nanoTime() + INTERRUPT_NANOS;
        while (System.nanoTime() - deadline < 0) {
            if (stopping) return true;
            Thread.sleep(5);
        }
        return false;
    }

    private boolean othersRun() {
        for (int k = 0; k < processes.length; k++) if (control.state(k) == PeState.RUNNING && !ended[k]) return true;
        return false;
    }

    /// The job ends because of this PE, which may be about to end itself: then it is named when it has.
    private void failed(int pe, int exit) throws InterruptedException {
        failedPe = pe;
        failedExit = exit;
        status = exit == 0 && control.abort() != Abort.EXIT ? 1 : exit;
        named = false;
        reporter.remember(control, pe);
        control.fail(pe, status);
        killOthersAt = System.nanoTime() + GRACE_NANOS;
        killFailedAt = killOthersAt + STORY_NANOS;
        if (ended[pe]) name();
    }

    private void name() throws InterruptedException {
        named = true;
        if (control.abort() == Abort.EXIT) {
            output.drained(failedPe, DRAIN_NANOS);
            if (status != 0) output.say("oshrun: %s ended the job by globalExit(%d)".formatted(who(failedPe), status));
        } else if (failedExit == 0) {
            say(
                    failedPe,
                    0,
                    " without finalize while other PEs wait for it; every PE must leave through Shmem.run or close()");
        } else {
            say(failedPe, failedExit, reporter.why(failedPe));
        }
    }

    private void say(int pe, int exit, String more) throws InterruptedException {
        output.drained(pe, DRAIN_NANOS);
        reporter.readEvents(processes, ended);
        String stillborn = output.stillborn(pe);
        if (!stillborn.isEmpty()) {
            output.say("oshrun: cannot start %s, %s; %s".formatted(who(pe), stillborn, TOO_MANY));
            return;
        }
        String signal = Signals.name(exit);
        String how =
                signal.isEmpty() ? "exited with status " + exit : "was killed by " + signal + " (status " + exit + ")";
        output.say("oshrun: %s %s%s".formatted(who(pe), how, more));
    }

    private String who(int pe) {
        return "PE %d/%d (pid %d)".formatted(pe, processes.length, processes[pe].pid());
    }

    private void kill(int except) {
        for (int pe = 0; pe < processes.length; pe++) {
            if (pe != except && processes[pe] != null && processes[pe].isAlive()) processes[pe].destroyForcibly();
        }
    }
}
