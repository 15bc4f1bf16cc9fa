// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.spi.BuiltIn;

/// A running job in its launcher: starts the processes, watches them end, and decides how the job ends.
/*
 * All events arrive in one queue. The launcher's main thread handles them. While PEs run, that thread never waits for
 * output for longer than DRAIN.
 *
 * The first PE that ends badly decides. The abort word in the job file then wakes the others, whose waits throw.
 * `GracePeriod` kills the processes that have not ended after a while.
 *
 * A process with several PEs does not end when one of them ends. The job file then has the event, and the launcher
 * reads it every 50 ms, and less often in a long job. The line about a PE that fails there comes once the PE's own output has ended.
 */
public final class Job implements Stop.RunningJob {
    private static final long HEARD_NANOS = 100_000_000;
    private static final long INTERRUPT_NANOS = 100_000_000;
    private static final long LOOK_NANOS = 50_000_000;

    /// A program may set the longest wait by its `Config`, also on another host. So the launcher reads the PEs'
    /// events at least this often.
    private static final long LIMIT_NANOS = 250_000_000;

    /// Without events, the time between two readings grows to this part of the time since the last one.
    private static final int PART_OF_TIME = 32;

    /// An event, as the main thread handles it.
    private interface JobEvent {
        void handle() throws InterruptedException;
    }

    public interface Starter {
        /// Starts the k-th process.
        PeProcess start(int k) throws IOException;
    }

    private final Control control;
    private final Output output;
    private final Reporter reporter;
    private final GracePeriod grace;
    private final JvmBlocks blocks;
    private final boolean refusesItself;
    private long nextLook = System.nanoTime();
    private long lastEvent = nextLook;
    private final BlockingQueue<JobEvent> queue = new LinkedBlockingQueue<>();
    private final List<PeProcess> processes = new CopyOnWriteArrayList<>(); // another thread passes signals on
    private int running;

    private int status;
    private int failedPe = -1;

    /// A PE that has ended well, and before its first init or without finalize, or -1.
    private int earlyExit = -1;

    private int failedExit;
    private boolean named = true;
    private boolean stopped;
    private volatile int stopStatus; // perhaps of a stop that waits in the queue
    private volatile boolean over;

    /// If `refusesItself`, the program has printed the reason of a status that it explains, and the launcher adds none.
    public Job(JobFile file, Output output, JvmBlocks blocks, boolean refusesItself) {
        this.refusesItself = refusesItself;
        this.control = file.control();
        control.jvms(blocks.jvms());
        this.output = output;
        this.blocks = blocks;
        this.reporter = new Reporter(control, output, processes);
        this.grace = new GracePeriod(blocks, processes, control.cores(), output, reporter);
    }

    @Override
    public void stop(int status) {
        if (over && status == Stop.TIME_OVER) return; // the remaining time is that of a slow reader of the output
        if (stopStatus == 0) stopStatus = status;
        reporter.stop();
        queue.add(() -> stopNow(status));
    }

    @Override
    public void report() {
        queue.add(() -> reporter.report("on request"));
    }

    @Override
    public void pass(int signal) {
        for (PeProcess process : processes) process.child().pass(signal);
    }

    /// Runs the job to its end and returns its exit status.
    public int run(Starter starter) throws InterruptedException {
        try {
            start(starter);
            while (running > 0) next();
            over = true;
            if (!named) name();
            // without a limit, since the reader of the output may be slow
            while (stopStatus == 0 && !output.drained(-1, Reporter.DRAIN_NANOS)) continue;
            if (stopStatus != 0) output.drained(-1, Reporter.DRAIN_NANOS); // the last words of PEs, and a report
            return stopStatus != 0 ? stopStatus : status;
        } finally {
            grace.kill(-1);
        }
    }

    private void start(Starter starter) {
        int k = 0;
        try {
            for (; k < blocks.jvms() && stopStatus == 0; k++) processes.add(starter.start(k));
            running = k;
            // later, since the first of these threads takes 10 ms
            for (k = 0; k < running; k++) watch(processes.get(k));
        } catch (IOException | OutOfMemoryError e) { // threads count as processes
            throw new Refused("cannot start PE %d/%d, %s", blocks.first(k), blocks.npes(), ChildProcess.advice(e));
        }
    }

    private void watch(PeProcess process) {
        ChildProcess child = process.child();
        // FAILED is also before it
        BooleanSupplier hasBegun = () -> process.any(pe -> control.get(pe, JobLayout.STARTED) != 0);
        output.forward(process.first(), !blocks.isProcesses(), child, hasBegun);
        child.end.thenAccept(exit -> queue.add(() -> onProcessEnd(process, exit)));
    }

    private void next() throws InterruptedException {
        long now = System.nanoTime();
        boolean ends = earlyExit >= 0 || failedPe >= 0;
        boolean looks = ends || control.get(JobLayout.TIMEOUT) > 0 || !blocks.isProcesses();
        long idle = ends ? 0 : Math.min((now - lastEvent) / PART_OF_TIME, LIMIT_NANOS);
        JobEvent event = queue.poll(looks ? Math.max(LOOK_NANOS, idle) : LIMIT_NANOS, TimeUnit.NANOSECONDS);
        if (event != null) lastEvent = now;
        reporter.reportIfRequested();
        if (now - nextLook >= 0) {
            nextLook = now + WaitReport.LOOK_NANOS;
            reporter.reportStandstill();
        }
        checkEarlyExit();
        if (failedPe < 0 && !stopped) grace.exiting(reporter.exiting());
        if (event != null) event.handle();
        readEnds();
        grace.killOverdue();
        if (!named && !stopped && reporter.canReport(failedPe)) name();
    }

    /// Reads from the job file how PEs have ended.
    private void readEnds() throws InterruptedException {
        if (failedPe >= 0 || stopped) return;
        Abort abort = control.abort();
        if (abort == Abort.EXIT || abort == Abort.FAILED) {
            failed(control.abortPe(), control.abortStatus());
            return;
        }
        if (earlyExit >= 0 || blocks.isProcesses()) return;
        for (PeProcess process : processes) {
            int first = process.first(pe -> control.state(pe) == PeState.LEFT);
            if (first < 0) continue;
            onPeReturned(first);
            return;
        }
    }

    /// Handles a PE that has ended with status 0 and is not finalized. That is a failure once it, or another PE,
    /// has begun a session.
    private void onPeReturned(int pe) throws InterruptedException {
        earlyExit = pe;
        if (control.isUnfinalized(pe)) failed(pe, 0);
        else checkEarlyExit();
    }

    /// Stops the PEs, which may still meet each other: their waits go on, so that a hook can await the main method.
    private void stopNow(int why) throws InterruptedException {
        if (why == Stop.TIME_OVER && !stopped) reporter.reportTimeOver();
        stopped = true;
        for (PeProcess process : processes) process.child().stop();
    }

    private void onProcessEnd(PeProcess process, int exit) throws InterruptedException {
        running--;
        if (stopped) return;
        readEnds();
        if (failedPe >= 0) {
            if (process.has(failedPe) && !named) name();
            return;
        }
        int open = process.first(pe -> control.state(pe) != PeState.FINALIZED);
        int exited = process.first(control::hasExited); // the PE that called System.exit
        if (exit != 0 && open < 0) {
            if (status == 0 && !interrupted(exit)) {
                status = exit;
                reporter.printEnd(exited < 0 ? process.first() : exited, exit, " after finalize");
            }
        } else if (exit != 0) {
            if (!interrupted(exit)) failed(exited < 0 ? process.first() : exited, exit);
        } else if (open >= 0) {
            boolean endedOthers = exited >= 0
                    && control.state(exited) != PeState.FINALIZED
                    && process.any(pe -> pe != exited && control.isUnfinalized(pe));
            if (endedOthers) failed(exited, 0);
            else onPeReturned(Math.max(process.first(control::isUnfinalized), open)); // the first of them is open too
        }
    }

    /// Fails the job for a PE that ended before its init once another PE has begun a session, which may be later.
    /// A program that never begins a session does not use the library.
    private void checkEarlyExit() throws InterruptedException {
        if (earlyExit >= 0 && failedPe < 0 && !stopped && othersRun()) failed(earlyExit, 0);
    }

    /// Whether the launcher is interrupted too: a terminal sends its interrupt to all processes, and the
    /// launcher's may be under way.
    private boolean interrupted(int exit) throws InterruptedException {
        if (exit != 129 && exit != 130 && exit != 143) return false;
        long deadline = System.nanoTime() + INTERRUPT_NANOS;
        while (System.nanoTime() - deadline < 0) {
            if (stopStatus != 0) return true;
            Thread.sleep(5);
        }
        return false;
    }

    private boolean othersRun() {
        IntPredicate runs = pe -> pe != earlyExit && control.state(pe) == PeState.RUNNING;
        for (PeProcess process : processes) if (!process.hasEnded() && process.any(runs)) return true;
        return false;
    }

    /// Ends the job because of this PE. If the PE is about to end itself, the line that names it is printed after
    /// its end, or that of its output.
    private void failed(int pe, int exit) throws InterruptedException {
        failedPe = pe;
        failedExit = exit;
        status = exit == 0 && control.abort() != Abort.EXIT ? 1 : exit;
        named = false;
        reporter.recordActivity(pe);
        PeProcess process = reporter.process(pe);
        boolean ended = process.hasEnded();
        // named while the others sleep: if they all wake at once, they take the cores for up to a second
        if (ended && (output.drained(process.first(), HEARD_NANOS) || Reporter.wasKilled(exit))) name();
        control.fail(pe, status);
        grace.begin(pe);
        if (!named && ended) name();
    }

    private void name() throws InterruptedException {
        named = true;
        if (refusesItself && BuiltIn.explains(status)) return;
        if (control.abort() == Abort.EXIT) {
            reporter.globalExit(failedPe, status);
        } else if (failedExit == 0) {
            boolean began = control.get(failedPe, JobLayout.STARTED) != 0;
            String open = " without finalize; end every PE through Shmem.run, close() or MPI.Finalize";
            String early = " before Shmem.init, and other PEs wait for it; begin every PE by Shmem.run or init()";
            reporter.printEnd(failedPe, 0, began ? open : early);
        } else {
            reporter.printEnd(failedPe, failedExit, reporter.why(failedPe));
        }
    }
}
