// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Outcome;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.engine.WakeCondition;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The waits of one simulated PE. The engine blocks the PE until another PE changes a line that it watches. The PE then
/// looks again; each look has the cost of a load.
final class SimWaiting extends Awaited implements WakeCondition {
    /*
     * Nearly all waits are for flags of the library. Such a wait has three parts at three times: a look, a look that
     * holds, a load. The thread that has the baton does all three in the PE's turn, so that the PE's own thread is
     * woken once.
     */
    private enum Step {
        /// A look; the PE's own thread does the rest.
        LOOK,
        /// The signal of a round.
        SIGNAL,
        /// The first look at a flag.
        FIRST,
        /// A look after a change.
        AGAIN,
        /// The flag is there and is loaded.
        LOAD
    }

    private final SimTransport transport;
    private final Engine engine;
    private final IssueQueue issued;

    private Rounds rounds; // null for a wait of its own
    private int round;

    private Step step = Step.LOOK;
    private long blocked; // start of the wait for a flag, -1 before
    private long loaded;
    private boolean blocks; // also while the PE checks why it waits

    SimWaiting(SimTransport transport, Simulation sim, Accesses accesses, int pe) {
        super(sim, accesses, pe);
        this.transport = transport;
        engine = sim.engine;
        issued = transport.issued();
    }

    /// See `Transport.await`.
    long await(int target, long offset, int width, Cmp cmp, long value, long origin, Wait by) {
        word(target, offset, width, cmp, value, origin);
        boolean isFlag = isFlag();
        if (!isFlag || by.deadline() != Long.MAX_VALUE || sim.job.longestWait() != 0) {
            awaitWord(by);
            if (!isFlag) return seen;
        } else if (awaitFlag(by)) {
            return loaded;
        }
        return transport.channel().load(target, offset, width);
    }

    /// Waits for a flag and loads it. Returns false if the caller has to load the flag.
    private boolean awaitFlag(Wait by) {
        if (sim.conflicts != null) sim.conflicts.flush(pe);
        if (sim.meter != null) sim.meter.stop(pe);
        Outcome outcome = awaitInTurn(Step.FIRST);
        if (sim.meter != null) sim.meter.go(pe);
        if (outcome == Outcome.HOLDS) return true;
        block(by, blocked, outcome);
        return false;
    }

    /// Waits for a flag in the turns of other PEs. A wait that throws leaves no watch.
    private Outcome awaitInTurn(Step first) {
        step = first;
        blocked = -1;
        Outcome outcome = null;
        try {
            outcome = engine.awaitInTurn(pe, this);
            return outcome;
        } finally {
            rounds = null;
            step = Step.LOOK;
            if (outcome == null && blocked >= 0) sim.pollers.unwatch(pe, target);
        }
    }

    /// See `Pricing.meet`.
    void meet(Rounds all, Wait by) {
        for (round = 0; round < all.count(); ) {
            flag(0, all.goal());
            rounds = all;
            Outcome outcome = awaitInTurn(Step.SIGNAL);
            if (outcome == Outcome.HOLDS) return;
            block(by, blocked, outcome);
            long flag = transport.channel().load(pe, offset, Long.BYTES);
            engine.advance(pe, sim.calls.await());
            if (!all.ends(round++, flag)) return;
        }
    }

    /// The description of the PE's wait; null if it does not wait.
    String waits() {
        return blocks ? describe() : null;
    }

    /// Raises the flag of the present round, and aims at its awaited flag.
    private void signal() {
        memory.begin(pe);
        accesses.signal(rounds.to(round), rounds.raised(), rounds.value(), engine.now(pe));
        flag(rounds.awaited(round), rounds.goal());
        rounds.begins(round);
        blocked = -1;
        step = Step.FIRST;
    }

    private void awaitWord(Wait by) {
        issued.drain();
        accesses.turn();
        if (poll()) return;
        watch();
        block(by);
    }

    /// See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait by) {
        bytes(offset, bytes, condition);
        accesses.turn();
        watch(); // before the condition's loads let other PEs act, so that no change is missed
        if (condition.holds()) {
            sim.pollers.unwatch(pe, pe);
            return true;
        }
        return block(by);
    }

    /// Blocks until the awaited condition holds, after a look in vain.
    private boolean block(Wait by) {
        memory.begin(pe);
        return block(by, engine.now(pe), null);
    }

    /// Blocks as above, from `start` on. `outcome` is the result of the wait so far, null for none.
    private boolean block(Wait by, long start, Outcome outcome) {
        int home = target; // a check may wait for another word meanwhile
        long at = offset;
        int bytes = width;
        long own = Picos.ofNanos(by.deadline());
        long allowed = sim.job.longestWait();
        long limit = allowed == 0 ? Long.MAX_VALUE : Picos.plus(start, Picos.ofNanos(allowed));
        boolean outer = blocks;
        blocks = true;
        try {
            while (true) {
                long change = outcome == null ? sim.pollers.missedChange(pe) : -1;
                if (change >= 0) { // the change came while this PE looked or checked
                    engine.advanceTo(pe, change);
                    accesses.turn();
                    if (holds()) return true;
                    continue;
                }
                if (outcome == null && Thread.currentThread().isInterrupted() && by.interruptible()) {
                    throw Wait.interrupted(transport, what(by));
                }
                if (outcome == null) outcome = engine.await(pe, this, Math.min(own, limit), limit < own);
                if (outcome != Outcome.CHECK) sim.pollers.missedChange(pe); // one before a check still counts
                switch (outcome) {
                    case HOLDS -> {
                        return true;
                    }
                    case LOOK -> {
                        if (holds()) return true;
                    }
                    case EXPIRED -> {
                        if (limit >= own) return false;
                        by.check(true); // a check may throw a better message
                        sim.timedOut(pe);
                        throw Wait.tooLong(transport, what(by), allowed, "virtual ", allowed);
                    }
                    case CHECK -> by.check(false);
                    case STUCK -> checkStuck(by);
                    case DEADLOCK ->
                        throw new ShmemTimeoutException("PE %d/%d: waits %s; sim %s: %s; no PE is left to wake them"
                                .formatted(
                                        pe,
                                        sim.job.npes(),
                                        what(by),
                                        sim.job.machine().name(),
                                        engine.deadlock()));
                }
                outcome = null;
            }
        } finally {
            blocks = outer;
            sim.pollers.unwatch(pe, home);
            sim.note(pe, Activity.WAIT, home, at, bytes, start, engine.now(pe));
        }
    }

    /// Checks a stuck PE. If the check throws, PEs that were asked before have to be asked again.
    private void checkStuck(Wait by) {
        boolean silent = false;
        try {
            by.check(true);
            silent = true;
        } finally {
            if (!silent) engine.askAgain();
        }
    }

    @Override
    public Look look() {
        if (!issued.isEmpty()) {
            issued.look();
            return Look.GOES_ON;
        }
        return switch (step) {
            case LOOK -> poll() ? Look.HOLDS : Look.IN_VAIN;
            case SIGNAL -> {
                signal();
                yield Look.GOES_ON;
            }
            case FIRST -> {
                if (poll()) yield found();
                step = Step.AGAIN;
                watch();
                memory.begin(pe);
                blocked = engine.now(pe);
                yield Look.IN_VAIN;
            }
            case AGAIN -> poll() ? found() : Look.IN_VAIN;
            case LOAD -> {
                load();
                yield rounds != null && goesOn() ? Look.GOES_ON : Look.HOLDS;
            }
        };
    }

    private Look found() {
        step = Step.LOAD;
        return Look.GOES_ON;
    }

    private void load() {
        step = Step.LOOK;
        if (blocked >= 0) {
            sim.pollers.unwatch(pe, target);
            sim.note(pe, Activity.WAIT, target, offset, width, blocked, engine.now(pe));
        }
        loaded = accesses.load(target, offset, width, engine.now(pe));
    }

    /// Ends a round. Returns whether there is a next one, which then begins.
    private boolean goesOn() {
        engine.advance(pe, sim.calls.await());
        boolean more = rounds.ends(round++, loaded) && round < rounds.count();
        if (more) step = Step.SIGNAL;
        return more;
    }

    @Override
    public boolean anyThread() {
        return isWord();
    }
}
