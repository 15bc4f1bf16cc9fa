// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.contract.Samples;
import org.jshmem.launch.ChaosRun.Setting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// [Chaos] for as long as asked: `-Dchaos.seconds`, `-Dchaos.side` jobs at a time, of up to `-Dchaos.pes` PEs, again
/// with `-Dchaos.seed`; in each setting but the simulator's, which this module does not know.
@Tag(Samples.TAG)
class ChaosIT {
    private static final List<Setting> SETTINGS =
            List.of(Setting.PROCESSES, Setting.FEW_JVMS, Setting.FEW_JVMS, Setting.ONE_JVM, Setting.HOSTS);

    /// The same in every CI; another one where somebody asked for more time.
    private static long seed() {
        return Long.getLong("chaos.seconds") == null ? 20261121 : System.nanoTime();
    }

    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws InterruptedException {
        var chaos = new Chaos(Long.getLong("chaos.seed", seed()), Integer.getInteger("chaos.pes", 6), SETTINGS);
        chaos.run(Long.getLong("chaos.seconds", Samples.of(3L, 30L)), Integer.getInteger("chaos.side", 2));
        System.out.println(chaos.summary());
        assertEquals(List.of(), chaos.wrong(), chaos::summary);
    }
}
