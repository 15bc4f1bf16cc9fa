// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of one simulated PE: performs them, and checks those that last.
final class PeWaits {
    private final SimTransport transport;
    private final Simulation sim;
    private Meeting meeting; // null before the first
    private WaitUntil present; // also while the PE checks why it waits

    PeWaits(SimTransport transport, Simulation sim) {
        this.transport = transport;
        this.sim = sim;
    }

    /// See `Transport.await`.
    long await(int target, long offset, int width, Cmp cmp, long value, long origin, Wait by) {
        WaitUntil wait = WaitUntil.word(sim, transport.pe(), target, offset, width, cmp, value, origin, by);
        complete(wait, wait);
        return wait.seen;
    }

    /// See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait by) {
        transport.turn();
        WaitUntil wait = WaitUntil.bytes(sim, transport.pe(), offset, bytes, condition, by);
        try {
            if (condition.holds()) return true;
            wait.block();
            return complete(wait, wait);
        } finally {
            wait.close();
        }
    }

    /// See `VirtualCosts.meet`.
    void meet(Rounds rounds, Wait by) {
        if (rounds.to.length == 0) return;
        if (meeting == null) meeting = new Meeting((SimChannel) transport.channel());
        complete(meeting.in(rounds, by), meeting.flag);
    }

    /// Performs an operation that is or has a wait until it is over; returns false if the program's deadline came
    /// first.
    private boolean complete(Simcall operation, WaitUntil wait) {
        Wait by = wait.by;
        WaitUntil outer = present;
        present = wait;
        try {
            while (true) {
                wait.expires = Thread.currentThread().isInterrupted() && by.interruptible();
                Outcome outcome = transport.perform(operation);
                if (outcome == Outcome.DONE && wait.isOver()) return true;
                switch (outcome) {
                    case EXPIRED -> {
                        if (wait.expires) throw Wait.interrupted(transport, wait.what());
                        if (!wait.isLimited()) return false;
                        by.check(true); // a check may throw a better message
                        if (sim.timeout == null) sim.timeout = PeStatus.atTimeout(sim, transport.pe());
                        long allowed = sim.job.longestWait;
                        throw Wait.tooLong(transport, wait.what(), allowed, "virtual ", allowed);
                    }
                    case CHECK -> by.check(false);
                    case STUCK -> {
                        try {
                            by.check(true);
                        } catch (Throwable e) {
                            sim.kernel.deadlocks.askAgain(); // PEs that were asked before have to be asked again
                            throw e;
                        }
                    }
                    case DEADLOCK ->
                        throw new ShmemTimeoutException("PE %d/%d: waits %s; sim %s: %s; no PE is left to wake them"
                                .formatted(
                                        transport.pe(),
                                        sim.npes(),
                                        wait.what(),
                                        sim.job.machine.name(),
                                        sim.kernel.deadlocks.report()));
                    default -> {}
                }
            }
        } finally {
            present = outer;
            wait.close();
        }
    }

    /// The description of the PE's wait; null if it does not wait.
    String waits() {
        WaitUntil wait = present;
        return wait == null ? null : wait.describe();
    }
}
