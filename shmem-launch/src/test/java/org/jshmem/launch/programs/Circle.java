// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Shmem;
import org.jshmem.Team;

/// Two PEs that take two teams in opposite orders, so that each waits for the other.
public final class Circle {
    private Circle() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Team one = sh.world().splitStrided(0, 1, 2).orElseThrow();
            Team two = sh.world().splitStrided(0, 1, 2).orElseThrow();
            (sh.myPe() == 0 ? one : two).barrier();
            (sh.myPe() == 0 ? two : one).sync();
        });
    }
}
