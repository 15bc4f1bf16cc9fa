// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Op;
import org.jshmem.Shmem;

/// PEs that reduce different numbers of elements: one waits for data of the other, which waits for more.
public class Unequal {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            var x = sh.longs(8);
            if (sh.myPe() == 0) sh.world().reduce(Op.SUM, x, x, 4);
            else sh.world().reduce(Op.SUM, x, x, 8);
        });
    }
}
