// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.launch.ChaosRun.Setting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// [Chaos] on a simulated machine, which the module of [ChaosIT] does not know.
@Tag("nightly") // folders of killed launchers stay until the next launcher starts, which the check does not wait for
class SimulatedChaosIT {
    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws InterruptedException {
        var chaos = new Chaos(Long.getLong("chaos.seed", System.nanoTime()), 6, List.of(Setting.SIMULATED));
        chaos.run(Long.getLong("chaos.seconds", 60L), 2);
        System.out.println(chaos.summary());
        assertEquals(List.of(), chaos.wrong(), chaos::summary);
    }
}
