// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.Memory;

/// A wait for several flags: loads each one, in their order, until it has reached the goal, and never again. A PE that
/// has loaded a flag in vain sleeps until any of them changes.
public final class FlagsWatch extends MemoryWatch {
    private final MemoryAccess look; // of all waits of the PE
    private final FlagsWait flags;
    private int next; // the first flag that was not there
    private boolean loads;

    /// A wait that looks by the one access of its PE.
    public FlagsWatch(SimMemory memory, MemoryAccess look, FlagsWait flags) {
        super(memory, look.access.pe);
        become(flags, pe, flags.first, flags.count * flags.stride);
        this.look = look;
        this.flags = flags;
        next = flags.own == 0 ? 1 : 0;
    }

    @Override
    long lookAgain(long now) {
        if (!loads) {
            if (!watches) watch();
            if (next == flags.count) return done(now);
            look.lookAt(AccessKind.LOAD, pe, offset + next * flags.stride, Long.BYTES, MemoryAccess.NOTHING);
            loads = true;
        }
        long after = look.step(now);
        if ((after & DONE) == 0) return after;
        loads = false;
        return loaded(after & ~DONE);
    }

    private long loaded(long now) {
        long flag = Memory.getLongAcquire(memory.address(pe, look.access.offset));
        if (flag - flags.goal < 0) return sleep(now);
        flags.saw(flag);
        next += next + 1 == flags.own ? 2 : 1;
        return next == flags.count ? done(now) : now;
    }

    private long done(long now) {
        close(now);
        return DONE | now;
    }
}
