// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of one simulated PE: performs them, and checks those that last.
final class PeWaits {
    private final SimTransport transport;
    private final Simulation sim;
    private final SimKernel kernel;
    private final int pe;
    private Meeting meeting; // null before the first
    private WaitUntil present; // also while the PE checks why it waits

    PeWaits(SimTransport transport, Simulation sim) {
        this.transport = transport;
        this.sim = sim;
        kernel = sim.kernel;
        pe = transport.pe();
    }

    /// See `Transport.await`.
    long await(int target, long offset, int width, Cmp cmp, long value, long origin, Wait by) {
        WaitUntil wait = WaitUntil.word(sim, pe, target, offset, width, cmp, value, origin, by);
        boolean isOver = complete(wait, wait, by);
        return isOver || !wait.loads() ? wait.seen : transport.channel().load(target, offset, width);
    }

    /// See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait by) {
        transport.turn();
        WaitUntil wait = WaitUntil.bytes(sim, pe, offset, bytes, condition, by);
        try {
            if (condition.holds()) return true;
            wait.block();
            return complete(wait, wait, by);
        } finally {
            wait.close();
        }
    }

    /// See `Pricing.meet`.
    void meet(Rounds rounds, Wait by) {
        if (rounds.to.length == 0) return;
        if (meeting == null) meeting = new Meeting((SimChannel) transport.channel());
        complete(meeting.in(rounds), meeting.flag(), by);
    }

    /// Performs an operation that is or has a wait until it is over; returns false if the program's deadline came
    /// first.
    private boolean complete(Simcall operation, WaitUntil wait, Wait by) {
        WaitUntil outer = present;
        present = wait;
        try {
            for (boolean first = true; ; first = false) {
                boolean ends =
                        !(first && wait.loads()) && Thread.currentThread().isInterrupted();
                if (ends && by.interruptible()) wait.expire();
                Outcome outcome = transport.perform(operation);
                if (outcome == Outcome.DONE && wait.isOver()) return true;
                switch (outcome) {
                    case EXPIRED -> {
                        if (wait.hasExpired()) throw Wait.interrupted(transport, wait.what(by));
                        if (!wait.isLimited()) return false;
                        by.check(true); // a check may throw a better message
                        sim.timedOut(pe);
                        long allowed = sim.job.longestWait;
                        throw Wait.tooLong(transport, wait.what(by), allowed, "virtual ", allowed);
                    }
                    case CHECK -> by.check(false);
                    case STUCK -> {
                        try {
                            by.check(true);
                        } catch (Throwable e) {
                            kernel.askAgain(); // PEs that were asked before have to be asked again
                            throw e;
                        }
                    }
                    case DEADLOCK ->
                        throw new ShmemTimeoutException("PE %d/%d: waits %s; sim %s: %s; no PE is left to wake them"
                                .formatted(pe, sim.npes(), wait.what(by), sim.job.machine.name(), kernel.deadlock()));
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
