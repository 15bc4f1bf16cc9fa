// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.ShmemTimeoutException;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Rounds;

/// The rounds of a meeting by dissemination, on a machine that makes them without this PE's thread.
final class Dissemination implements Rounds {
    private final Meetings g;
    private final int[] to;
    private final int[] from;
    private long at;
    private boolean differs;

    /// @param to the members that this one signals to, by round
    /// @param from the members that it waits for
    Dissemination(Meetings g, int[] to, int[] from) {
        this.g = g;
        this.to = to;
        this.from = from;
    }

    /// Makes all rounds of a tick; false if the machine makes none.
    boolean run(Pricing pricing, long tick) {
        at = tick;
        differs = false;
        try {
            if (!pricing.meet(this, g)) return false;
        } catch (ShmemTimeoutException e) {
            g.tookTooLong();
            throw e;
        } finally {
            g.endWait();
        }
        if (differs) throw g.differ();
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
        return g.from(g.me);
    }

    @Override
    public long value() {
        return g.flag(at);
    }

    @Override
    public long awaited(int round) {
        return g.from(from[round]);
    }

    @Override
    public long goal() {
        return g.goal(at);
    }

    @Override
    public void begins(int round) {
        g.aim(awaited(round), at, from[round]);
    }

    @Override
    public boolean ends(int round, long flag) {
        g.endWait();
        differs = !g.fits(flag, at, g.isBeforeLast(at));
        return !differs;
    }
}
