// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of a PE on the real backend.
/*
 * A PE that has a thread of its own climbs the `WaitLadder` and then sleeps on the bell of the PE whose memory is awaited.
 * A PE that a `PeCarrier` runs leaves its condition in its `Seat`, and the carrier does both for all of its PEs. In both
 * cases a long wait is published, and keeps a `Vigil`.
 */
final class Waiting {
    private final ShmTransport transport;
    private final Control control;
    private final int pe;
    private final boolean crowded;
    private final WaitLadder ladder;
    private final Vigil vigil;

    /// Null if no carrier runs this PE.
    private final Seat seat = Seat.ofCaller();

    Waiting(ShmTransport transport, JobFile file, PeKind kind, Control control, boolean crowded) {
        this.transport = transport;
        this.control = control;
        this.pe = transport.pe();
        this.crowded = crowded;
        Topology topology = transport.topology();
        this.ladder = new WaitLadder(control, pe, topology.turns(pe), topology.turnsOfJvms(pe), crowded);
        this.vigil = new Vigil(transport, file, kind);
    }

    /// Waits for a word. See `Transport.await`.
    long await(int home, long address, int width, Cmp cmp, long value, long origin, long offset, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < WaitLadder.UNSEEN; i++) {
                long seen = Memory.getAcquire(address, width);
                if (cmp.holds(seen - origin, value - origin)) return seen;
                Thread.onSpinWait();
            }
        }
        var look = new Look(address, width, cmp, value, origin);
        waitLong(look, wait, new PublishedWait(home, cmp.ordinal(), offset, width, value, origin));
        return look.word;
    }

    /// A condition on one word, with the value of the last look.
    private static final class Look implements Condition {
        private final long address;
        private final int width;
        private final Cmp cmp;
        private final long distance;
        private final long origin;
        private long word;

        Look(long address, int width, Cmp cmp, long value, long origin) {
            this.address = address;
            this.width = width;
            this.cmp = cmp;
            this.distance = value - origin;
            this.origin = origin;
        }

        @Override
        public boolean holds() {
            word = Memory.getAcquire(address, width);
            return cmp.holds(word - origin, distance);
        }
    }

    /// Waits for a condition over own memory. See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        if (!crowded) {
            for (int i = 0; i < WaitLadder.UNSEEN; i++) {
                if (condition.holds()) return true;
                Thread.onSpinWait();
            }
        }
        return waitLong(condition, wait, new PublishedWait(pe, -1, offset, bytes, 0, 0));
    }

    private boolean waitLong(Condition condition, Wait wait, PublishedWait published) {
        boolean interrupted =
                !wait.interruptible() && Thread.interrupted(); // a thread with its flag set does not sleep
        try {
            return seat != null && seat.isCallers()
                    ? waitCarried(condition, wait, published)
                    : waitPublished(condition, wait, published);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// The slow path of a wait: publishes the awaited condition, then spins, yields and sleeps.
    private boolean waitPublished(Condition condition, Wait wait, PublishedWait published) {
        long own = control.slot(pe);
        long start = System.nanoTime();
        published.publish(own, start);
        try {
            if (ladder.holdsSoon(condition)) return true;
            return sleepUntil(condition, wait, published, start);
        } finally {
            PublishedWait.retract(own, start);
        }
    }

    private boolean sleepUntil(Condition condition, Wait wait, PublishedWait published, long start) {
        boolean virtual = Thread.currentThread().isVirtual(); // must not sleep in the kernel: it holds its carrier
        Vigil.Watch watch = vigil.watch(wait, published, start);
        long bell = control.slot(published.home());
        long deadline = wait.deadline();
        try {
            for (int round = 0; ; round++) {
                boolean starting = watch.isStarting();
                boolean parks = ladder.parks(starting) || virtual;
                int sequence = Bell.sequence(bell);
                if (!parks) Bell.sleeping(bell, published.offset(), published.bytes());
                if (condition.holds()) return true;
                long now = System.nanoTime();
                watch.look(now);
                if (deadline != Long.MAX_VALUE && now - deadline >= 0) return condition.holds();
                int step = ladder.step(round, starting, deadline == Long.MAX_VALUE ? deadline : deadline - now);
                if (!parks) ladder.sleep(() -> Bell.sleep(bell, sequence, WaitLadder.Timespecs.ADDRESS[step]));
                else LockSupport.parkNanos(WaitLadder.FIRST_SLEEP_NANOS << step);
                if (condition.holds()) return true;
            }
        } finally {
            watch.end();
        }
    }

    /// A wait of a PE that a carrier runs. It is published, and watched, when the carrier first says that it is long.
    private boolean waitCarried(Condition condition, Wait wait, PublishedWait published) {
        long own = control.slot(pe);
        long bell = control.slot(published.home());
        long deadline = wait.deadline();
        boolean limited = deadline != Long.MAX_VALUE;
        long soon = limited ? Math.min(deadline, System.nanoTime() + PeCarrier.LONG_NANOS) : Seat.SOON;
        if (seat.holds(condition, published, bell, soon)) return true;
        long start = System.nanoTime();
        published.publish(own, start);
        Vigil.Watch watch = vigil.watch(wait, published, start);
        try {
            while (true) {
                long now = System.nanoTime();
                watch.look(now);
                if (limited && now - deadline >= 0) return condition.holds();
                long due = now + watch.interval();
                if (limited && due - deadline > 0) due = deadline;
                if (seat.holds(condition, published, bell, due)) return true;
            }
        } finally {
            watch.end();
            PublishedWait.retract(own, start);
        }
    }

    /// Ends a wait, which `what` describes, by an exception when the job ends.
    void checkJob(String what) {
        vigil.checkJob(() -> what);
    }

    /// See `Transport.sleep`.
    void sleep(long nanos) {
        String what = "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        checkJob(what);
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            checkJob(what);
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, 100_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Wait.interrupted(transport, what);
            }
        }
    }
}
