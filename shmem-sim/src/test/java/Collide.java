// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// PE 1 gets from PE 2 what PE 0 puts there, and PEs wait for what never comes; or as it should be.
public class Collide {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(4096).named("box");
            boolean orderly = a[0].equals("orderly");
            if (sh.myPe() == 0) box.put(0, new long[4096], 0, 4096, 2);
            if (orderly) sh.barrierAll();
            if (sh.myPe() == 1) box.get(64, new long[64], 0, 64, 2);
            sh.barrierAll();
            if (a[0].equals("stuck")) box.waitUntil(5, Cmp.GE, 1);
            if (a[0].equals("alone") && sh.myPe() == 0) sh.barrierAll();
            if (a[0].equals("alone") && sh.myPe() != 0) box.waitUntil(5, Cmp.GE, 1);
            if (a[0].equals("locked")) sh.lock().named("turn").set();
            if (a[0].equals("locked")) sh.barrierAll();
        });
    }
}
