// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Team;

/// PEs use a team, and then wait in a barrier of all for PE 1, which never comes.
public final class AfterATeam {
    private AfterATeam() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Team team = sh.world().splitStrided(0, 1, sh.nPes()).orElseThrow();
            team.reduce(Op.SUM, 1L);
            while (sh.myPe() == 1) Thread.sleep(1000);
            sh.barrierAll();
        });
    }
}
