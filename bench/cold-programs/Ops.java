// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// The first operations of a program: `barriers`, `sums` or `puts`. PE 0 prints the milliseconds of all of them.
class Ops {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), next = (me + 1) % sh.nPes();
            SymDoubles part = sh.doubles(1), sum = sh.doubles(1);
            SymLongs box = sh.longs(1000);
            part.set(0, me + 1);
            sh.barrierAll();
            long start = System.nanoTime();
            switch (a[0]) {
                case "barriers" -> {
                    for (int i = 0; i < 10_000; i++) sh.barrierAll();
                }
                case "sums" -> {
                    for (int i = 0; i < 10_000; i++) {
                        sh.world().reduce(Op.SUM, sum, part, 1);
                        sh.barrierAll();
                    }
                }
                case "puts" -> {
                    for (int i = 0; i < 100_000; i++) box.p(i % 1000, i, next);
                    sh.quiet();
                }
                default -> throw new IllegalArgumentException(a[0]);
            }
            long end = System.nanoTime();
            sh.barrierAll();
            if (a[0].equals("sums") && sum.get(0) != sh.nPes() * (sh.nPes() + 1) / 2) throw new AssertionError();
            if (a[0].equals("puts") && box.get(999) != 99_999) throw new AssertionError();
            if (me == 0) System.out.println("own " + (end - start) / 1e6);
        });
    }
}
