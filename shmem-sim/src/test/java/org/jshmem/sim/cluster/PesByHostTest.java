// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.sim.model.Jitter;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.SimulationSetup;
import org.junit.jupiter.api.Test;

class PesByHostTest {
    /// Each PE of each host draws its own noise.
    @Test
    void thePesOfAHostDrawTheNoiseOfTheJob() {
        Machine machine = Machine.named("cluster").with("cores", 2);
        Jitter noise = Jitter.of(7, 4);
        var setup = new SimulationSetup(machine, 4, machine.place(4), 1 << 20, Jitter.of(7, 4));
        List<SimulationSetup> hosts = PesByHost.of(setup).hosts();
        for (int pe = 0; pe < 4; pe++) {
            Jitter here = hosts.get(pe / 2).jitter();
            assertEquals(noise.around(pe, 1 << 20, 1 << 10), here.around(pe % 2, 1 << 20, 1 << 10), "PE " + pe);
        }
    }
}
