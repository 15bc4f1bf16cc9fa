// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Outcome;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.engine.Wait;
import org.jshmem.sim.machine.Directory;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Watch;

/// One simulated PE's waiting: it is blocked in the engine until somebody changes a line it watches, and then
/// looks again, each look a priced load.
final class Waiting implements Wait {
    private final Simulation sim;
    private final Engine engine;
    private final Directory directory;
    private final Accesses accesses;
    private final int pe;

    // what it waits for: a word and its comparison, or a condition over `value` bytes of its own
    private int target;
    private long offset;
    private int width;
    private Cmp cmp;
    private long value;
    private Condition condition;

    Waiting(Simulation sim, Accesses accesses, int pe) {
        this.sim = sim;
        this.accesses = accesses;
        this.pe = pe;
        engine = sim.engine;
        directory = sim.directory;
    }

    /// See `Transport.await`.
    boolean await(int target, long offset, int width, Cmp cmp, long value, Watch watch) {
        waitFor(target, offset, width, value);
        this.cmp = cmp;
        condition = null;
        accesses.turn();
        if (look()) return true;
        long line = sim.line(offset);
        sim.pollers.watch(pe, target, line, line + 1);
        return block(watch);
    }

    /// See `Transport.awaitAny`.
    boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        waitFor(pe, offset, 0, bytes);
        this.condition = condition;
        accesses.turn();
        // the condition's loads give turns away: watch before the first, so that no change falls between
        sim.pollers.watch(pe, pe, sim.line(offset), sim.line(offset + bytes - 1) + 1);
        if (condition.holds()) {
            sim.pollers.unwatch(pe, pe);
            return true;
        }
        return block(watch);
    }

    private void waitFor(int target, long offset, int width, long value) {
        this.target = target;
        this.offset = offset;
        this.width = width;
        this.value = value;
    }

    /// Blocks until what it waits for holds, after it did not.
    private boolean block(Watch watch) {
        directory.begin(pe);
        long start = engine.now(pe);
        int home = target; // whoever checks may wait for something else meanwhile
        long at = offset;
        int bytes = width;
        long own = Picos.ofNanos(watch.deadline());
        long allowed = sim.job.longestWait();
        long limit = allowed == 0 ? Long.MAX_VALUE : start + Picos.ofNanos(allowed);
        try {
            while (true) {
                long change = sim.pollers.missedChange(pe);
                if (change >= 0) { // came while this PE was looking or being checked
                    engine.advanceTo(pe, change);
                    accesses.turn();
                    if (condition == null ? look() : condition.holds()) return true;
                    continue;
                }
                Outcome outcome = engine.await(pe, this, Math.min(own, limit), limit < own);
                sim.pollers.missedChange(pe);
                switch (outcome) {
                    case HOLDS -> {
                        return true;
                    }
                    case LOOK -> {
                        if (condition.holds()) return true;
                    }
                    case EXPIRED -> {
                        if (limit >= own) return false;
                        watch.check(true); // may know better
                        throw waitedTooLong(allowed);
                    }
                    case STUCK -> checkStuck(watch);
                    case DEADLOCK ->
                        throw new ShmemTimeoutException(
                                "sim " + sim.job.machine().name() + ": " + engine.deadlock()
                                        + "; nobody is left to wake them");
                }
            }
        } finally {
            sim.pollers.unwatch(pe, home);
            sim.note(pe, Event.WAIT, home, at, bytes, start, engine.now(pe));
        }
    }

    /// What this PE finds and throws may be news for others that were asked before it.
    private void checkStuck(Watch watch) {
        boolean silent = false;
        try {
            watch.check(true);
            silent = true;
        } finally {
            if (!silent) engine.askAgain();
        }
    }

    private ShmemTimeoutException waitedTooLong(long allowed) {
        return new ShmemTimeoutException(
                "PE %d/%d: waited %d ms of virtual time, which is all that --timeout allows; %s"
                        .formatted(pe, sim.job.npes(), allowed / 1_000_000, describe()));
    }

    @Override
    public boolean look() {
        if (!sim.prices.pollsInterfere() && !cmp.holds(seen(), value)) return false;
        long start = engine.now(pe);
        long seen = seen();
        accesses.loaded(Event.POLL, target, offset, width, start);
        return cmp.holds(seen, value);
    }

    private long seen() {
        return Memory.getAcquire(sim.regions.address(target, offset), width);
    }

    @Override
    public boolean anyThread() {
        return condition == null;
    }

    @Override
    public String describe() {
        if (condition != null) {
            return "PE " + pe + " waits for a change of its offsets " + offset + " to " + (offset + value - 1);
        }
        int writer = directory.writer(target, sim.line(offset));
        return "PE " + pe + " waits " + (target == pe ? "" : "on PE " + target + ' ') + "offset " + offset + ' '
                + sign(cmp) + ' ' + value + " (value " + seen() + ", "
                + (writer < 0 ? "never written" : "last written by PE " + writer) + ')';
    }

    private static String sign(Cmp cmp) {
        return switch (cmp) {
            case EQ -> "==";
            case NE -> "!=";
            case GT -> ">";
            case GE -> ">=";
            case LT -> "<";
            case LE -> "<=";
        };
    }
}
