// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Op;
import org.jshmem.Shmem;

/// Makes the first calls of collectives, a put, a wait and a team.
public final class Collected {
    private Collected() {}

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            var mine = sh.doubles(1);
            var all = sh.doubles(sh.nPes());
            mine.set(0, 1);
            sh.world().reduce(Op.SUM, mine, mine, 1);
            sh.world().broadcast(all, mine, 1, 0);
            sh.world().fcollect(all, mine, 1);
            all.p(0, all.get(0), (sh.myPe() + 1) % sh.nPes());
            sh.barrierAll();
            sh.world().splitStrided(0, 1, sh.nPes()).orElseThrow().close();
            if (all.get(0) != sh.nPes()) throw new AssertionError(all.get(0));
        });
    }
}
