// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.transport.Wait;

/// A wait for any change of bytes of the PE's own: the caller tests a condition over them after each.
public final class ChangeWatch extends MemoryWatch {
    /// A wait that watches the bytes from now on, so that it misses no change while the caller tests the condition.
    public ChangeWatch(SimMemory memory, int pe, Wait by, long offset, long bytes) {
        super(memory, pe);
        become(by, pe, offset, bytes);
        watch();
    }

    /// Begins to block, after a test in vain.
    public void testedInVain(long now) {
        block(now);
    }

    @Override
    public long step(long now) {
        long noticed = noticed(now);
        if (noticed < 0) return BLOCKED | now;
        return noticed > now ? noticed : DONE | now;
    }
}
