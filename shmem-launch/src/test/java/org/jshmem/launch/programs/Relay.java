// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.collective.algorithm.Broadcasts.Broadcasting;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.choice.AlgorithmService;

/// A module of the program's that adds an algorithm: `relay` is the flat broadcast.
public final class Relay implements AlgorithmService {
    @Override
    public List<Algorithm<Broadcasting>> algorithms(Collective collective) {
        if (collective != Collective.BROADCAST) return List.of();
        return List.of(new Algorithm<>(
                "relay",
                (g, dst, src, bytes, root) -> {
                    g.calls.ticks(2);
                    g.barrier.meet(0);
                    g.memory.get(dst, root, src, bytes);
                    g.barrier.meet(1);
                },
                "all copy from the root"));
    }

    /// Prints what PE 0 has broadcast.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs x = sh.longs(1);
            if (sh.myPe() == 0) x.set(0, 42);
            sh.world().algorithm(Collective.BROADCAST, "relay");
            sh.world().broadcast(x, x, 1, 0);
            System.out.println(x.get(0));
        });
    }
}
