// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.util.ArrayDeque;
import java.util.function.LongPredicate;
import org.jshmem.Cmp;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Rounds;

/// The rounds of a meeting: a signal and a wait for a flag in each. The PE's thread sleeps through all of them.
public final class Meeting extends Simcall {
    private final MemoryAccess signal;
    /// The wait for the flag of the present round.
    public final WordWatch flag;

    private final long call; // cost of the call of a wait
    private Rounds rounds;
    private long value;
    private long goal;
    private LongPredicate fits;
    private int round; // the rounds before it are made
    private boolean signals; // else it waits

    /// The meetings of a PE, one after the other.
    public Meeting(SimMemory memory, int pe) {
        super(true);
        signal = new MemoryAccess(memory, pe, new ArrayDeque<>());
        MachineAccess access = signal.access.become(AccessKind.SIGNAL, 0, 0, Long.BYTES);
        signal.become(
                MemoryAccess.Call.ROUTINE,
                () -> Memory.setLongRelease(memory.address(access.region, access.offset), value));
        flag = new WordWatch(memory, pe, pe, 0, Long.BYTES, Cmp.GE, 0, 0, true);
        call = memory.calls.await();
    }

    /// Meets in these rounds, as `VirtualCosts.meet` says.
    public Meeting in(Rounds all, long raised, long awaited, LongPredicate expected) {
        rounds = all;
        value = raised;
        goal = awaited;
        fits = expected;
        round = 0;
        signal();
        return this;
    }

    private void signal() {
        signal.again(rounds.to()[round], rounds.raised());
        signals = true;
    }

    /// The number of rounds in which the flag has fit.
    public int rounds() {
        return round;
    }

    @Override
    public long begin() {
        return signals ? signal.begin() : 0;
    }

    @Override
    public long step(long now) {
        if (signals) {
            long next = signal.step(now);
            if ((next & DONE) == 0) return next;
            flag.again(rounds.awaited()[round], goal);
            signals = false;
            return next & ~DONE;
        }
        long next = flag.step(now);
        if (next < 0 || (next & DONE) == 0) return next;
        long done = (next & ~DONE) + call;
        if (!fits.test(flag.seen()) || ++round == rounds.to().length) return DONE | done;
        signal();
        return done + signal.begin();
    }

    @Override
    public long deadline() {
        return flag.deadline();
    }

    @Override
    public String describe() {
        return signals ? signal.describe() : flag.describe();
    }
}
