// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.transport.Memory;

/// A load of one word as data, or a look at it as a flag.
final class WordLoad extends MemoryAccess {
    /// The word.
    long value;

    WordLoad(Simulation sim, int pe, int region, long offset, int width, boolean isLook) {
        super(sim, new MachineAccess(AccessKind.LOAD, pe, region, offset, width), false);
        access.look = isLook;
    }

    @Override
    void move() {
        value = Memory.getAcquire(sim.regions.address(access.region, access.offset), (int) access.bytes);
    }
}
