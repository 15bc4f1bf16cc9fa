// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Outcome;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.engine.WakeCondition;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;

/// One simulated PE's waiting: it is blocked in the engine until somebody changes a line it watches, and then
/// looks again, each look a priced load.
final class SimWaiting implements WakeCondition {
    /*
     * Flags of the library are nearly all that PEs wait for, and a wait for one is three things at three times: a look, a
     * look that holds, a load. Whoever has the baton does them in the PE's turn, so that its thread is woken once.
     */
    private enum Step {
        /// A look like any other; the PE's own thread does what else there is.
        LOOK,
        /// The first look at a flag.
        FIRST,
        /// A look after a change.
        AGAIN,
        /// The flag is there and is loaded.
        LOAD
    }

    private final SimTransport transport;
    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final Accesses accesses;
    private final int pe;

    // what it waits for: a word and its comparison, or a condition over `value` bytes of its own
    private int target;
    private long offset;
    private int width;
    private Cmp cmp;
    private long value;
    private long origin;
    private long seen; // the word, when it was last looked at
    private Condition condition;

    private Step step = Step.LOOK;
    private long blocked; // since when it waits for a flag, -1 before
    private long loaded;

    SimWaiting(SimTransport transport, Simulation sim, Accesses accesses, int pe) {
        this.transport = transport;
        this.sim = sim;
        this.accesses = accesses;
        this.pe = pe;
        engine = sim.engine;
        memory = sim.memory;
    }

    /// See `Transport.await`.
    long await(int target, long offset, int width, Cmp cmp, long value, long origin, org.jshmem.transport.Wait by) {
        this.target = target;
        this.offset = offset;
        this.width = width;
        this.cmp = cmp;
        this.value = value;
        this.origin = origin;
        condition = null;
        boolean isFlag = origin == value && cmp == Cmp.GE && width == Long.BYTES; // a word that only grows
        if (!isFlag) {
            awaitWord(by);
            return seen;
        }
        if (by.deadline() == Long.MAX_VALUE && sim.job.longestWait() == 0) {
            if (awaitFlag(by)) return loaded;
        } else {
            awaitWord(by);
        }
        return transport.channel().load(target, offset, width);
    }

    /// Waits for a flag and loads it; false where it is still to be loaded.
    private boolean awaitFlag(org.jshmem.transport.Wait by) {
        if (sim.conflicts != null) sim.conflicts.flush(pe);
        if (sim.meter != null) sim.meter.stop(pe);
        step = Step.FIRST;
        blocked = -1;
        Outcome outcome = null;
        try {
            outcome = engine.awaitInTurn(pe, this);
        } finally {
            step = Step.LOOK;
            if (outcome == null && blocked >= 0) sim.pollers.unwatch(pe, target);
        }
        if (sim.meter != null) sim.meter.go(pe);
        if (outcome == Outcome.HOLDS) return true;
        block(by, blocked, outcome);
        return false;
    }

    private void awaitWord(org.jshmem.transport.Wait by) {
        accesses.turn();
        if (look()) return;
        sim.pollers.watch(pe, target, offset, offset + width);
        if (sim.delayed != null) sim.delayed.looked(target, offset, offset + width, pe);
        block(by);
    }

    /// See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, org.jshmem.transport.Wait by) {
        target = pe;
        this.offset = offset;
        width = 0;
        value = bytes;
        this.condition = condition;
        accesses.turn();
        // the condition's loads give turns away: watch before the first, so that no change falls between
        sim.pollers.watch(pe, pe, offset, offset + bytes);
        if (condition.holds()) {
            sim.pollers.unwatch(pe, pe);
            return true;
        }
        return block(by);
    }

    /// Blocks until what it waits for holds, after it did not.
    private boolean block(org.jshmem.transport.Wait by) {
        memory.begin(pe);
        return block(by, engine.now(pe), null);
    }

    /// As above, blocked since `start` already; `outcome` is what has come of it, null for nothing yet.
    private boolean block(org.jshmem.transport.Wait by, long start, Outcome outcome) {
        int home = target; // whoever checks may wait for something else meanwhile
        long at = offset;
        int bytes = width;
        long own = Picos.ofNanos(by.deadline());
        long allowed = sim.job.longestWait();
        long limit = allowed == 0 ? Long.MAX_VALUE : start + Picos.ofNanos(allowed);
        try {
            while (true) {
                long change = outcome == null ? sim.pollers.missedChange(pe) : -1;
                if (change >= 0) { // came while this PE was looking or being checked
                    engine.advanceTo(pe, change);
                    accesses.turn();
                    if (condition == null ? look() : condition.holds()) return true;
                    continue;
                }
                if (outcome == null && Thread.currentThread().isInterrupted() && by.endsByInterrupt(0)) {
                    throw org.jshmem.transport.Wait.interrupted(transport, what(by));
                }
                if (outcome == null) outcome = engine.await(pe, this, Math.min(own, limit), limit < own);
                if (outcome != Outcome.CHECK) sim.pollers.missedChange(pe); // one that came before a check is looked at
                switch (outcome) {
                    case HOLDS -> {
                        return true;
                    }
                    case LOOK -> {
                        if (condition.holds()) return true;
                    }
                    case EXPIRED -> {
                        if (limit >= own) return false;
                        by.check(true); // may know better
                        throw org.jshmem.transport.Wait.tooLong(transport, what(by), allowed, "virtual ", allowed);
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
            sim.pollers.unwatch(pe, home);
            sim.note(pe, Activity.WAIT, home, at, bytes, start, engine.now(pe));
        }
    }

    /// What this PE finds and throws may be news for others that were asked before it.
    private void checkStuck(org.jshmem.transport.Wait by) {
        boolean silent = false;
        try {
            by.check(true);
            silent = true;
        } finally {
            if (!silent) engine.askAgain();
        }
    }

    private String what(org.jshmem.transport.Wait by) {
        return condition == null
                ? by.what(target, offset, width, org.jshmem.transport.Wait.goal(cmp, value, origin))
                : by.what(pe, offset, value, "");
    }

    @Override
    public boolean look() {
        switch (step) {
            case LOOK -> {
                return poll();
            }
            case FIRST -> {
                if (poll()) {
                    step = Step.LOAD;
                } else {
                    step = Step.AGAIN;
                    watch();
                }
            }
            case AGAIN -> {
                if (poll()) step = Step.LOAD;
            }
            case LOAD -> {
                load();
                return true;
            }
        }
        return step == Step.LOAD;
    }

    @Override
    public boolean hasMore() {
        return step == Step.LOAD;
    }

    private void watch() {
        sim.pollers.watch(pe, target, offset, offset + width);
        if (sim.delayed != null) sim.delayed.looked(target, offset, offset + width, pe);
        memory.begin(pe);
        blocked = engine.now(pe);
    }

    private void load() {
        step = Step.LOOK;
        if (blocked >= 0) {
            sim.pollers.unwatch(pe, target);
            sim.note(pe, Activity.WAIT, target, offset, width, blocked, engine.now(pe));
        }
        loaded = transport.channel().loadInTurn(target, offset, width, engine.now(pe));
    }

    private boolean poll() {
        seen = word();
        if (!memory.pollsInterfere() && !holds()) return false;
        long start = engine.now(pe);
        if (sim.conflicts != null) sim.conflicts.looked(pe, target, offset, offset + width);
        accesses.loaded(Activity.POLL, target, offset, width, start);
        return holds();
    }

    private boolean holds() {
        return cmp.holds(seen - origin, value - origin);
    }

    private long word() {
        return Memory.getAcquire(sim.regions.address(target, offset), width);
    }

    @Override
    public boolean anyThread() {
        return condition == null;
    }

    @Override
    public String describe() {
        if (condition != null) {
            return "PE " + pe + " waits for a change of its " + sim.objects.words(offset, value) + sim.where(pe);
        }
        int writer = memory.writer(target, offset);
        String written = writer < 0 ? "never written" : "last written by PE " + writer;
        String routine = sim.objects.has(offset) ? null : sim.spent().routine(pe);
        if (routine != null)
            return "PE " + pe + " waits in " + routine + sim.where(pe) + " (its flag was " + written + ')';
        return "PE " + pe + " waits " + (target == pe ? "" : "on PE " + target + ' ')
                + (sim.objects.has(offset) ? sim.objects.words(offset, width) : "offset " + offset) + sim.where(pe)
                + ' ' + org.jshmem.transport.Wait.sign(cmp) + ' '
                + org.jshmem.transport.Wait.number(value, origin) + " (value "
                + org.jshmem.transport.Wait.number(word(), origin) + ", " + written + ')';
    }
}
