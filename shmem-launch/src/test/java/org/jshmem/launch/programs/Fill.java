// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;

/// Takes mebibyte after mebibyte until there is no memory behind the heap, and goes on with what it has: `Fill`.
public final class Fill {
    private Fill() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            long sum = 0;
            int taken = 0;
            try {
                while (true) {
                    SymLongs block = sh.longs(1 << 17);
                    block.set((1 << 17) - 1, ++taken);
                    sum += block.get((1 << 17) - 1);
                }
            } catch (SymmetricHeapException e) {
                System.out.println(e.getMessage());
            }
            if (sh.world().reduce(Op.MIN, sum) != sum) throw new AssertionError("PEs were refused at different blocks");
            if (sh.myPe() == 0) System.out.println("went on with " + taken + " MiB on each PE");
        });
    }
}
