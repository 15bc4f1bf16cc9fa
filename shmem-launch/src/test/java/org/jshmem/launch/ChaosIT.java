// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// [Chaos] for as long as asked: `-Dchaos.seconds`, `-Dchaos.side` jobs at a time, of up to `-Dchaos.pes` PEs, again
/// with `-Dchaos.seed`.
class ChaosIT {

    /// The same in every CI; another one where somebody asked for more time.
    private static long seed() {
        return Long.getLong("chaos.seconds") == null ? 20261121 : System.nanoTime();
    }

    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws InterruptedException {
        var chaos = new Chaos(Long.getLong("chaos.seed", seed()), Integer.getInteger("chaos.pes", 6));
        chaos.run(Long.getLong("chaos.seconds", 20), Integer.getInteger("chaos.side", 1));
        System.out.println(chaos.summary());
        assertEquals(List.of(), chaos.wrong(), chaos::summary);
    }
}
