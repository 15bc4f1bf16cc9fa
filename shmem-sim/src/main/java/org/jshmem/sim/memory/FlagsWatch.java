// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.util.function.LongConsumer;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;

/// A wait for several flags of the PE's own: loads each one, in their order, until it has reached a goal, and never
/// again. A PE that has loaded a flag in vain sleeps until any of them changes.
public final class FlagsWatch extends MemoryWatch {
    private final MemoryAccess look;
    private final int count;
    private final long stride;
    private final int except;
    private final long goal;
    private final LongConsumer arrived;
    private int next; // the first flag that was not there
    private boolean loads;
    private boolean sleeps;

    /// A wait for `count` flags from `first` on, `stride` bytes apart, except that of number `except`. `arrived` gets
    /// each flag. The wait looks by one access.
    public FlagsWatch(
            SimMemory memory,
            MemoryAccess look,
            Wait by,
            long first,
            int count,
            long stride,
            int except,
            long goal,
            LongConsumer arrived) {
        super(memory, look.access.pe);
        become(by, pe, first, count * stride);
        this.look = look;
        this.count = count;
        this.stride = stride;
        this.except = except;
        this.goal = goal;
        this.arrived = arrived;
        next = except == 0 ? 1 : 0;
    }

    @Override
    public long step(long now) {
        if (!isWatched()) watch();
        if (sleeps) {
            long noticed = noticed(now);
            if (noticed < 0) return BLOCKED | now;
            if (noticed > now) return noticed;
            sleeps = false;
        }
        if (next == count) return done(now);
        if (!loads) {
            look.lookAt(AccessKind.LOAD, pe, offset + next * stride, Long.BYTES);
            loads = true;
        }
        long after = look.step(now);
        if ((after & DONE) == 0) return after;
        loads = false;
        return loaded(after & ~DONE);
    }

    private long loaded(long now) {
        long flag = Memory.getLongAcquire(memory.address(pe, look.access.offset));
        if (flag - goal < 0) {
            if (!isBlocked()) block(now);
            sleeps = true;
            return now;
        }
        arrived.accept(flag);
        next += next + 1 == except ? 2 : 1;
        return next == count ? done(now) : now;
    }

    private long done(long now) {
        close(now);
        return DONE | now;
    }
}
