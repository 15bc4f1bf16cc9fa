// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.kernel.Operation;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Wait;

/// The rounds of a meeting: a signal and a wait for a flag in each. The PE's thread sleeps through all of them.
final class Meeting implements Operation {
    private final SimChannel by;
    private final Rounds rounds;
    private final Wait wait;
    private int round;
    private WordChange signal; // null after it
    private WaitUntil flag; // null before it

    Meeting(SimChannel by, Rounds rounds, Wait wait) {
        this.by = by;
        this.rounds = rounds;
        this.wait = wait;
        signal = signal();
    }

    private WordChange signal() {
        return new WordChange(by, Activity.SIGNAL, rounds.to(round), rounds.raised(), Long.BYTES, rounds.value(), true);
    }

    @Override
    public long begin() {
        return signal == null ? 0 : signal.begin();
    }

    @Override
    public long step(long now) {
        if (signal != null) {
            long next = signal.step(now);
            if ((next & DONE) == 0) return next;
            flag = WaitUntil.flag(by.sim, by.pe(), rounds.awaited(round), rounds.goal(), wait);
            rounds.begins(round);
            signal = null;
            return next & ~DONE;
        }
        long next = flag.step(now);
        if (next < 0 || (next & DONE) == 0) return next;
        long done = (next & ~DONE) + by.sim.calls.await();
        if (!rounds.ends(round++, flag.seen) || round == rounds.count()) return DONE | done;
        signal = signal();
        signal.begin();
        flag = null;
        return done;
    }

    /// The present wait; null before it.
    WaitUntil flag() {
        return flag;
    }

    @Override
    public long deadline() {
        return flag.deadline();
    }

    @Override
    public boolean isLimited() {
        return flag != null && flag.isLimited();
    }

    @Override
    public String describe() {
        return flag == null ? signal.describe() : flag.describe();
    }
}
