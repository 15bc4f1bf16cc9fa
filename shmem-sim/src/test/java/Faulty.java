// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// A program with one fault, which its argument names. It is in no package, so its frames are a program's.
public class Faulty {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(1).named("box");
            switch (a[0]) {
                case "throw" -> {
                    if (sh.myPe() == 1) box.p(7, 1, 0);
                }
                case "late" -> {
                    if (sh.myPe() == 1) box.waitUntil(0, Cmp.GE, 5);
                }
                case "neighbours" -> { // which of the two lines comes first differs by PE
                    box.p(0, 7, (sh.myPe() + 1) % sh.nPes());
                    box.get(0);
                }
                default -> throw new IllegalArgumentException(a[0]);
            }
            sh.barrierAll();
        });
    }
}
