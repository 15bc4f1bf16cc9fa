// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.ShmemTimeoutException;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Rounds;

/// The rounds of a meeting by dissemination, on a machine that makes them without this PE's thread.
final class Dissemination implements Rounds {
    private final Group g;
    private final CallSequence calls;
    private final int[] to;
    private final int[] from;
    private long at;
    private boolean differs;

    /// @param to the members that this one signals to, by round
    /// @param from the members that it waits for
    Dissemination(Group g, int[] to, int[] from) {
        this.g = g;
        this.calls = g.calls;
        this.to = to;
        this.from = from;
    }

    /// Makes all rounds of a tick; false if the machine makes none.
    boolean run(Pricing pricing, long tick) {
        at = tick;
        differs = false;
        calls.record();
        try {
            if (!pricing.meet(this, calls)) return false;
        } catch (ShmemTimeoutException e) {
            throw calls.tooLong(e);
        }
        if (differs) throw calls.differ();
        return true;
    }

    @Override
    public int count() {
        return to.length;
    }

    @Override
    public int to(int round) {
        return g.pe(to[round]);
    }

    @Override
    public long raised() {
        return calls.from(g.me);
    }

    @Override
    public long value() {
        return calls.flag(at);
    }

    @Override
    public long awaited(int round) {
        return calls.from(from[round]);
    }

    @Override
    public long goal() {
        return calls.goal(at);
    }

    @Override
    public boolean ends(int round, long flag) {
        differs = !calls.fits(flag, at, calls.isBeforeLast(at));
        return !differs;
    }
}
