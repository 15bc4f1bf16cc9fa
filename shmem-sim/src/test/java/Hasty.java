// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// PE 0 uses what a non-blocking call still needs, unless the second argument says that it calls quiet before.
public class Hasty {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(4).named("box");
            SymLongs from = sh.longs(4).named("from");
            SymLongs other = sh.longs(2);
            other.set(0, 9);
            Signal ready = sh.signal();
            long[] mine = {1, 2, 3, 4};
            from.put(0, mine, 0, 4, sh.myPe());
            sh.barrierAll();
            boolean quiet = a[1].equals("quiet");
            if (sh.myPe() == 0) call(sh, a[0], quiet, box, from, other, ready, mine);
            if (a[0].equals("signal") && sh.myPe() == 1) ready.waitUntil(Cmp.EQ, 1);
            sh.barrierAll();
            if (sh.myPe() == 1) System.out.println(box.get(0));
        });
    }

    private static void call(
            Shmem sh,
            String how,
            boolean quiet,
            SymLongs box,
            SymLongs from,
            SymLongs other,
            Signal ready,
            long[] mine) {
        switch (how) {
            case "private" -> box.putNbi(0, mine, 0, 4, 1);
            case "symmetric", "put over", "copied over" -> box.putNbi(0, from, 0, 4, 1);
            case "signal" -> box.putSignalNbi(0, mine, 0, 4, ready, 1, SignalOp.SET, 1);
            default -> from.getNbi(0, box, 0, 4, 1);
        }
        if (quiet) sh.quiet();
        switch (how) {
            case "private", "signal" -> mine[0] = 9;
            case "symmetric" -> from.set(0, 9);
            case "put over" -> from.put(0, new long[] {9}, 0, 1, sh.myPe());
            case "copied over" -> from.put(0, other, 0, 2, sh.myPe());
            default -> System.out.println(box.get(0));
        }
        sh.quiet();
    }
}
