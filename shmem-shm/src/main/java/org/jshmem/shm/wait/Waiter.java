// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.PeerFailedException;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.transport.FlightEvents;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The waits of a PE on the real backend, and what a long wait checks about its job: its end, the longest
/// wait that it allows, the processes of other PEs.
/*
 * A PE with a core of its own looks for a microsecond, spins and yields for 0.1 ms, and then sleeps on its futex. A PE
 * whose thread shares a core with others yields, and sleeps on its futex (`IdleStrategy`). A PE that a `Carrier` runs leaves
 * the wait on its `CarriedPe` and yields: the carrier looks at the waits of all its PEs, and sleeps for all of them. The PE
 * itself does not look before, since its looks might let other PEs run (`ShmChannel.look`).
 *
 * A launcher notices the end of a process sooner, and has its status; so it gets time to report it. Without a
 * launcher, or if the launcher is dead itself, the PE that noticed ends the job. If the launcher is another library's,
 * this PE prints the reason, since that launcher may have printed nothing.
 */
public final class Waiter {
    /// The status of a job that ends because a process vanished: that of a killed process.
    private static final int GONE_STATUS = 137;

    final Transport transport;
    private final JobFile file;
    private final PeKind kind;
    final Control control;
    final int pe;

    /// The address of the PE's control slot.
    final long slot;

    final long checkNanos;
    final long firstTextNanos;
    final long textNanos;

    /// See [Transport#spins].
    public final int spins;

    private final IdleStrategy idle;

    /// Null if no carrier runs this PE.
    final CarriedPe carried;

    private int looked; // the PE whose process was the last to be looked at
    private int gone = -1;
    private long goneSince;

    /// @param carried the PE as its carrier has it; null if no carrier runs it
    public Waiter(Transport transport, JobFile file, PeKind kind, CarriedPe carried) {
        Topology topology = transport.topology();
        this.transport = transport;
        this.file = file;
        this.kind = kind;
        this.control = file.control();
        this.pe = transport.pe();
        this.slot = control.slot(pe);
        this.looked = pe;
        this.checkNanos = Math.min(topology.turns(pe), WaitTimes.MOST_TURNS) * WaitTimes.CHECK;
        this.firstTextNanos =
                Math.min(topology.turnsOfJvms(pe) * topology.hosts(), WaitTimes.MOST_TURNS) * WaitTimes.FIRST_TEXT;
        this.textNanos = topology.hosts() * WaitTimes.TEXT;
        boolean oversubscribed = topology.oversubscribed(pe);
        this.spins = oversubscribed || topology.hosts() > 1 || carried != null ? 1 : WaitTimes.FIRST_SPINS;
        this.carried = carried;
        this.idle = new IdleStrategy(control, pe, topology.turns(pe), topology.turnsOfJvms(pe), oversubscribed);
    }

    /// See [Transport#await].
    public boolean await(long offset, long bytes, Wait wait) {
        boolean own = carried != null && carried.isCallers();
        for (int i = own ? spins : 0; i < spins; i++) {
            if (wait.holds()) return true;
            Thread.onSpinWait();
        }
        var blockedWait = new BlockedWait(this, wait, offset, bytes);
        var event = FlightEvents.waiting();
        if (!wait.interruptible) blockedWait.clearInterrupt();
        try {
            if (!own) blockedWait.begin();
            boolean holds = own ? carried.await(blockedWait) : idle.await(blockedWait, false);
            if (event != null) event.end(pe, wait::what); // not after an exception: the job's memory may be gone
            return holds;
        } finally {
            blockedWait.end();
        }
    }

    /// See `Transport.sleep`.
    public void sleep(long nanos) {
        // a text that is formatted at the end of a stack breaks the JDK's class for good
        Supplier<String> what = () -> "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        long end = System.nanoTime() + nanos;
        for (long left = nanos; ; left = end - System.nanoTime()) {
            checkEnd(what);
            if (left <= 0) return;
            try {
                long part = (nanos - left) / WaitTimes.PART_OF_WAIT;
                long longest = Math.clamp(part, WaitTimes.SLEEP_CHECK, WaitTimes.LONGEST_SLEEP);
                TimeUnit.NANOSECONDS.sleep(Math.min(left, longest));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Wait.interrupted(transport, what.get());
            }
        }
    }

    /// Looks whether the process of another PE has ended, one PE after the other, and ends the job if that PE has been
    /// gone for long enough. Any thread of the PE may call it.
    public synchronized void lookAtPeers(long now) {
        if (!kind.hasProcesses()) return;
        boolean foreign = kind == PeKind.EXTERNAL_LAUNCHER;
        if (gone < 0) {
            looked = (looked + 1) % control.npes();
            if (!isGone(looked)) return;
            gone = looked;
            goneSince = now;
        } else if (now - goneSince > (foreign ? WaitTimes.FOREIGN_PATIENCE : WaitTimes.PATIENCE)) {
            if (isGone(gone) && control.abort(Abort.FAILED, GONE_STATUS, gone) && foreign) {
                System.err.printf(
                        "PE %d/%d: process %d of PE %d has ended without finalize; read its output, and end every PE through Shmem.run, close() or MPI.Finalize%n",
                        pe, control.npes(), control.get(gone, JobLayout.PID), gone);
            }
            gone = -1;
        }
    }

    /// Whether the process of a PE has ended: not that of a PE of this JVM.
    private boolean isGone(int other) {
        Topology topology = transport.topology();
        return topology.jvm(other) != topology.jvm(pe) && control.isGone(other);
    }

    /// Ends a wait, which `what` describes, by an exception when the job ends.
    public void checkEnd(Supplier<String> what) {
        if (file.isOver()) {
            throw new IllegalStateException(
                    "PE %d/%d: the job of this PE has ended; end its threads before main returns"
                            .formatted(pe, control.npes()));
        }
        Abort abort = control.abort();
        if (abort == Abort.NONE) return;
        if (abort == Abort.INTERRUPTED) throw Wait.jobInterrupted(transport, what.get());
        int status = control.abortStatus();
        int from = control.abortPe();
        if (abort != Abort.FAILED) {
            // as a global exit in C does; the PE that called it has printed its own message
            if (kind.isProcess()) throw ProcessEnd.exit(status);
            throw new JobEnd(status, from, null);
        }
        throw new PeerFailedException(
                "PE %d/%d: stopped waiting because PE %d failed (status %d); see the message of that PE"
                        .formatted(pe, control.npes(), from, status),
                from,
                status);
    }

    /// Throws if a wait has lasted for too long, counted from the start of the PE that started last. Returns the time
    /// that is left; the largest number without a limit.
    long checkLimit(long waited, Wait wait) {
        long limit = control.get(JobLayout.TIMEOUT);
        if (limit <= 0) return Long.MAX_VALUE;
        long start = control.isStarting() ? WaitTimes.START : 0;
        long left = limit + start - waited;
        if (left <= 0) left = limit - sinceAllStarted();
        if (left > 0) return left;
        ShmemTimeoutException e = wait.tooLong(transport, waited, "", limit);
        if (kind.isWatched()) awaitReport(e.getMessage());
        throw e;
    }

    private long sinceAllStarted() {
        long latest = Long.MIN_VALUE;
        for (int k = 0; k < control.npes(); k++) latest = Math.max(latest, control.get(k, JobLayout.STARTED));
        return System.nanoTime() - latest;
    }

    /// Lets the launcher print its report of waiting PEs before this PE stops waiting.
    private void awaitReport(String message) {
        control.texts.reason(pe, message);
        control.requestReport();
        long end = System.nanoTime() + WaitTimes.REPORT;
        while (!control.isReported() && System.nanoTime() - end < 0) LockSupport.parkNanos(WaitTimes.CHECK);
    }
}
