// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.function.LongPredicate;
import org.jshmem.Cmp;
import org.jshmem.sim.MemoryAccess.Call;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Wait;

/// The rounds of a meeting: a signal and a wait for a flag in each. The PE's thread sleeps through all of them.
final class Meeting extends Simcall {
    private final MemoryAccess signal;
    final WaitUntil flag; // of the present round
    private final long call; // cost of the call of a wait
    private Rounds rounds;
    private long value;
    private long goal;
    private LongPredicate fits;
    int round; // the rounds before it are made
    private boolean signals; // else it waits

    /// The meetings of a PE, one after the other: `by` raises the flags.
    Meeting(SimChannel by) {
        super(true);
        var access = new MachineAccess(AccessKind.SIGNAL, by.pe, 0, 0, Long.BYTES);
        Runnable raise = () -> Memory.setLongRelease(by.sim.regions.address(access.region, access.offset), value);
        signal = new MemoryAccess(by.sim, Call.ROUTINE, access, true, raise);
        flag = new WaitUntil(by.sim, by.pe, by.pe, 0, Long.BYTES, Cmp.GE, 0, 0, null);
        call = by.sim.calls.await();
    }

    /// Meets in these rounds, as `VirtualCosts.meet` says.
    Meeting in(Rounds all, long raised, long awaited, LongPredicate expected, Wait why) {
        rounds = all;
        value = raised;
        goal = awaited;
        fits = expected;
        flag.by = why;
        round = 0;
        signal();
        return this;
    }

    private void signal() {
        signal.again(rounds.to()[round], rounds.raised());
        signals = true;
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
        if (!fits.test(flag.seen) || ++round == rounds.to().length) return DONE | done;
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
