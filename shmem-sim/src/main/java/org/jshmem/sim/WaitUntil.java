// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.MemoryAccess.Call;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// Waits until a word holds: looks at it, sleeps until it changes, looks again, and loads it if it is a flag. Or waits
/// for a change of bytes of the PE's own, for a condition that the caller tests.
final class WaitUntil extends Simcall {
    private final Simulation sim;
    private final int pe;
    private final int target;
    long offset;
    final long bytes;
    private final Cmp cmp; // null for a condition
    private long value;
    private long origin; // values compare by their distances from it
    private Condition condition;
    Wait by; // the caller's side

    private long blocked = -1; // since this time, -1 before
    private long missed; // the earliest time at which the PE can notice a change that it has not noticed; -1 for none
    private boolean isFound; // the flag is there, and is loaded
    private final MemoryAccess load; // of a flag
    private final MemoryAccess poll;
    boolean expires; // at once, instead of blocking

    /// The word's value at the latest look, or when it was loaded.
    long seen;

    /// A wait for a word of any PE.
    WaitUntil(Simulation sim, int pe, int target, long offset, long bytes, Cmp cmp, long value, long origin, Wait by) {
        super(true);
        this.sim = sim;
        this.pe = pe;
        this.target = target;
        this.offset = offset;
        this.bytes = bytes;
        this.cmp = cmp;
        this.value = value;
        this.origin = origin;
        this.by = by;
        MachineAccess look = new MachineAccess(AccessKind.POLL, pe, target, offset, bytes);
        poll = new MemoryAccess(sim, Call.NONE, look, false, () -> {});
        MachineAccess word = new MachineAccess(AccessKind.LOAD, pe, target, offset, bytes);
        load = new MemoryAccess(sim, Call.NONE, word, false, () -> seen = present());
    }

    /// A wait for a change of bytes of the PE's own. It is watched from now on, so that no change is missed while the
    /// condition is tested.
    static WaitUntil bytes(Simulation sim, int pe, long offset, long bytes, Condition condition, Wait by) {
        WaitUntil it = new WaitUntil(sim, pe, pe, offset, bytes, null, 0, 0, by);
        it.condition = condition;
        it.watch();
        return it;
    }

    /// Waits again, for another flag of the PE's own, which only grows.
    void again(long otherOffset, long goal) {
        offset = otherOffset;
        value = goal;
        origin = goal;
        isFound = false;
        blocked = -1;
    }

    @Override
    public long step(long now) {
        if (isFound) return load.step(now);
        if (blocked >= 0) {
            if (missed < 0) return BLOCKED | now;
            if (missed > now) return missed;
            missed = -1;
            if (condition != null) return DONE | now;
        }
        if (holds()) return found();
        if (blocked < 0) {
            watch();
            block();
        }
        return BLOCKED | sim.kernel.now(pe);
    }

    /// Bytes have changed, and this PE can notice it from `seen` on: wakes the PE if it watches a line of them.
    void changed(long from, long to, long seen) {
        long line = sim.costs.line();
        if ((offset & -line) >= to || from >= (offset + bytes + line - 1 & -line)) return;
        if (missed < 0 || seen < missed) missed = seen;
        sim.kernel.wake(pe, seen);
    }

    /// The word holds, and is loaded if it is a flag.
    private long found() {
        close();
        boolean isWord = origin == 0 || origin == Long.MIN_VALUE; // signed or unsigned
        boolean isFlag = cmp == Cmp.GE && value == origin && bytes == Long.BYTES && !isWord;
        if (!isFlag) return DONE | sim.kernel.now(pe);
        load.again(target, offset);
        isFound = true;
        return sim.kernel.now(pe);
    }

    /// Begins to block after a look in vain.
    void block() {
        sim.costs.begin(pe);
        blocked = sim.kernel.now(pe);
    }

    /// Looks at the word, at the cost of a look. Returns whether it compares.
    private boolean holds() {
        seen = present();
        if (!sim.costs.pollsInterfere() && !compares()) return false;
        poll.again(target, offset);
        poll.step(sim.kernel.now(pe));
        return compares();
    }

    private boolean compares() {
        return cmp.holds(seen - origin, value - origin);
    }

    private long present() {
        return Memory.getAcquire(sim.regions.address(target, offset), (int) bytes);
    }

    private void watch() {
        missed = -1;
        sim.waits.get(target).add(this);
        if (condition != null) return;
        for (AccessListener each : sim.listeners) each.watched(pe, target, offset, offset + bytes);
    }

    /// Ends the wait.
    void close() {
        boolean watched = sim.waits.get(target).remove(this);
        if (watched && blocked >= 0) sim.passed(pe, AccessKind.WAIT, blocked);
    }

    /// Performs an operation that is or has this wait until it is over; returns false if the program's deadline came
    /// first.
    boolean complete(Simcall operation) {
        SimTransport transport = sim.transport(pe);
        WaitUntil outer = transport.wait;
        transport.wait = this;
        try {
            while (true) {
                expires = Thread.currentThread().isInterrupted() && by.interruptible();
                Outcome outcome = transport.perform(operation);
                if (outcome == Outcome.DONE && (condition == null || condition.holds())) return true;
                switch (outcome) {
                    case EXPIRED -> {
                        if (expires) throw Wait.interrupted(transport, what());
                        if (limit() >= own()) return false;
                        by.check(true); // a check may throw a better message
                        if (sim.timeout == null) sim.timeout = PeStatus.atTimeout(sim, pe);
                        throw Wait.tooLong(
                                transport, what(), sim.job.longestWait, "of virtual time ", sim.job.longestWait);
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
                                .formatted(pe, sim.npes(), what(), transport.machine(), sim.kernel.deadlocks.report()));
                    default -> {}
                }
            }
        } finally {
            transport.wait = outer;
            close();
        }
    }

    @Override
    public long deadline() {
        return expires ? 0 : Math.min(own(), limit());
    }

    /// The program's deadline.
    private long own() {
        return Picos.ofNanos(by.deadline());
    }

    /// The job's limit.
    private long limit() {
        long allowed = sim.job.longestWait; // 0 for no limit
        return allowed == 0 ? Long.MAX_VALUE : Picos.plus(blocked, Picos.ofNanos(allowed));
    }

    /// The description of the wait in the program's words.
    private String what() {
        return condition == null
                ? by.what(target, offset, (int) bytes, Wait.goal(cmp, value, origin, (int) bytes))
                : by.what(pe, offset, bytes, "");
    }

    @Override
    public String describe() {
        String waits = "PE " + pe + " waits ";
        String where = sim.where(pe);
        if (condition != null) return waits + "for a change of its " + sim.reports.names.words(offset, bytes) + where;
        int writer = sim.costs.writer(target, offset);
        String written = writer < 0 ? "never written" : "last written by PE " + writer;
        boolean isObject = sim.reports.names.has(offset);
        String routine = isObject ? null : sim.times.routine(pe);
        if (routine != null) return waits + "in " + routine + where + " (its flag was " + written + ')';
        return waits + (target == pe ? "" : "on PE " + target + ' ')
                + (isObject ? sim.reports.names.words(offset, bytes) : "offset " + offset) + where
                + ' ' + Wait.sign(cmp) + ' ' + Wait.number(value, origin, (int) bytes) + " (value "
                + Wait.number(present(), origin, (int) bytes) + ", " + written + ')';
    }
}
