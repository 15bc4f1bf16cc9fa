// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Op;
import org.jshmem.Shmem;

/// A program without static state: prints in how many copies the PEs have loaded it.
public final class Stateless {
    private static final int HASH_BITS = 32;

    private Stateless() {}

    /// Runs as any number of PEs of one JVM.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            long mine = System.identityHashCode(Stateless.class) & (1L << HASH_BITS) - 1;
            boolean same = sh.world().reduce(Op.MIN, mine) == sh.world().reduce(Op.MAX, mine);
            if (sh.myPe() == 0) System.out.println(same ? "1 class" : "a class for each PE");
        });
    }
}
