// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.ChaosRun.Setting;
import org.jshmem.ucx.HostAgent;
import org.junit.jupiter.api.Test;

/// [Chaos] for as long as asked: `-Dchaos.seconds`, `-Dchaos.side` jobs at a time, of up to `-Dchaos.pes` PEs, again
/// with `-Dchaos.seed`; in each setting but the simulator's, which this module does not know.
class ChaosIT {

    /// The same in every CI; another one where somebody asked for more time.
    private static long seed() {
        return Long.getLong("chaos.seconds") == null ? 20261121 : System.nanoTime();
    }

    private static List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(
                List.of(Setting.PROCESSES, Setting.FEW_JVMS, Setting.FEW_JVMS, Setting.ONE_JVM, Setting.THREADS));
        if (HostAgent.missing() == null) settings.add(Setting.HOSTS);
        return settings;
    }

    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws InterruptedException {
        var chaos = new Chaos(Long.getLong("chaos.seed", seed()), Integer.getInteger("chaos.pes", 6), settings());
        chaos.run(Long.getLong("chaos.seconds", 20), Integer.getInteger("chaos.side", 1));
        System.out.println(chaos.summary());
        assertEquals(List.of(), chaos.wrong(), chaos::summary);
    }
}
