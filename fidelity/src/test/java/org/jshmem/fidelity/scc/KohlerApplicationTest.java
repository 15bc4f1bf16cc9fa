// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.gcmc.ChainResult;
import org.jshmem.gcmc.Gcmc;
import org.junit.jupiter.api.Test;

class KohlerApplicationTest {
    @Test
    void theApplicationIsTheSameChainWithEveryStep() {
        double usual = energy("rd");
        for (String step : List.of("rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct", "rcce-lines"))
            assertEquals(usual, energy(step), step);
    }

    private static double energy(String reduction) {
        AtomicReference<ChainResult> result = new AtomicReference<>();
        Shmem.runInProcess(3, (sh, a) -> {
            sh.world().algorithm(Collective.REDUCE, reduction);
            ChainResult mine = Gcmc.run(sh, "--start", "40", "--side", "8", "--steps", "20", "--warmup", "5");
            if (sh.myPe() == 0) result.set(mine);
        });
        return result.get().lastEnergy();
    }
}
