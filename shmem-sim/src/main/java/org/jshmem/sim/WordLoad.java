// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.kernel.Picos;
import org.jshmem.transport.Memory;

/// A load of one word as data, or a look at it as a flag.
final class WordLoad extends MemoryAccess {
    private final boolean isLook;

    /// The word.
    long value;

    WordLoad(Simulation sim, int pe, int region, long offset, int width, boolean isLook) {
        super(sim, pe, Activity.LOAD, region, offset, width, false);
        this.isLook = isLook;
    }

    @Override
    public long step(long now) {
        start = now;
        value = Memory.getAcquire(sim.regions.address(region, offset), (int) bytes);
        if (isLook) look();
        else load();
        sim.races.meets(pe, kind, region, offset, offset + bytes, start);
        sim.kernel.advanceTo(pe, done);
        note();
        if (sim.delayed != null) {
            if (!isLook && region != pe) sim.delayed.read(pe, kind, region, offset, offset + bytes);
            sim.delayed.looked(region, offset, offset + bytes, pe); // the load may belong to a loop that tests
        }
        return DONE | sim.kernel.now(pe);
    }

    private void load() {
        if (sim.conflicts != null) sim.conflicts.read(pe, kind, region, offset, offset + bytes);
        done = sim.memory.load(pe, region, offset, start);
    }

    /// A look finds the latest value, and takes at least one nanosecond on every machine, so that loops of looks end.
    private void look() {
        if (sim.conflicts != null) sim.conflicts.looked(pe, region, offset, offset + bytes);
        done = Math.max(sim.memory.poll(pe, region, offset, start), start + Picos.PER_NANO);
    }
}
