// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Compare and swap a double, or take a minimum
///
/// Doubles have no compare-and-swap; their bits do, through two views of one `SymMem`.
/// The first look is `atomicFetch`, because a load by `g` next to an atomic update is a race.
class Least {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymMem memory = sh.mem(8);
            SymDoubles value = memory.asDoubles();
            SymLongs least = memory.asLongs(); // the bits of value
            value.set(0, 1e9);
            sh.barrierAll();
            double mine = 100 - sh.myPe();
            long old = least.atomicFetch(0, 0);
            while (mine < Double.longBitsToDouble(old)) {
                long seen = least.compareSwap(0, old, Double.doubleToLongBits(mine), 0);
                if (seen == old) break;
                old = seen;
            }
            sh.barrierAll();
            if (sh.myPe() > 0) return;
            if (value.get(0) != 101 - sh.nPes()) throw new AssertionError("the least value is " + value.get(0));
            System.out.println("the least value is " + value.get(0));
        });
    }
}
