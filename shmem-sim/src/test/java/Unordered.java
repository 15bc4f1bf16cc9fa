// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// PE 0 does something to one element of PE 1's copy, and PE 1 or 2 something else; what is between is the second
/// argument's to say.
public class Unordered {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs x = sh.longs(16).named("x");
            SymLongs flag = sh.longs(1);
            Signal ready = sh.signal();
            ShmemLock lock = sh.lock();
            Team pair = sh.world().splitStrided(0, 2, 2).orElse(null);
            sh.barrierAll(); // what follows begins on all PEs at about one time
            boolean locked = a[1].equals("lock");
            if (a[0].startsWith("update")) {
                if (sh.myPe() == 1) return;
                if (locked) lock.set();
                update(x, a[0]);
                sh.quiet();
                if (locked) lock.clear();
                return;
            }
            if (sh.myPe() == 0) first(x, a[0]);
            sh.quiet();
            between(sh, a[1], flag, ready, lock, pair);
            if (sh.myPe() == second(a[0])) second(x, a[0]);
        });
    }

    private static void update(SymLongs x, String how) {
        switch (how) {
            case "update words" -> x.p(3, x.g(3, 1) + 1, 1);
            case "update arrays" -> {
                long[] four = new long[4];
                x.get(4, four, 0, 4, 1);
                for (int k = 0; k < 4; k++) four[k]++;
                x.put(4, four, 0, 4, 1);
            }
            case "update atomically" -> x.inc(3, 1);
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void first(SymLongs x, String how) {
        switch (how) {
            case "p p", "p g", "p own get" -> x.p(3, 7, 1);
            case "g p" -> x.g(3, 1);
            case "put own set" -> x.put(3, new long[] {7}, 0, 1, 1);
            case "stored g" -> x.stored(3, 1, 1);
            case "atomic p" -> x.add(3, 7, 1);
            case "atomic atomic" -> x.inc(3, 1);
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static int second(String how) {
        return how.contains("own") ? 1 : 2;
    }

    private static void second(SymLongs x, String how) {
        switch (how) {
            case "p p", "g p", "atomic p" -> x.p(3, 8, 1);
            case "p g", "stored g" -> x.g(3, 1);
            case "p own get" -> x.get(3);
            case "put own set" -> x.set(3, 8);
            case "atomic atomic" -> x.fetchAdd(3, 8, 1);
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void between(Shmem sh, String what, SymLongs flag, Signal ready, ShmemLock lock, Team pair) {
        switch (what) {
            case "nothing" -> sh.sleep(Duration.ofMillis(sh.myPe())); // time orders nothing
            case "barrier" -> sh.barrierAll();
            case "reduce" -> sh.world().reduce(Op.SUM, 1);
            case "flag" -> {
                for (int pe = 1; sh.myPe() == 0 && pe < 3; pe++) flag.p(0, 1, pe);
                if (sh.myPe() != 0) flag.waitUntil(0, Cmp.EQ, 1);
            }
            case "tested" -> {
                for (int pe = 1; sh.myPe() == 0 && pe < 3; pe++) flag.put(new long[] {1}, pe);
                while (sh.myPe() != 0 && !flag.test(0, Cmp.EQ, 1)) sh.sleep(Duration.ofNanos(1000));
            }
            case "signal" -> {
                for (int pe = 1; sh.myPe() == 0 && pe < 3; pe++) ready.add(1, pe);
                if (sh.myPe() != 0) ready.waitUntil(Cmp.GE, 1);
            }
            case "atomic" -> {
                if (sh.myPe() == 0) flag.inc(0, 0);
                else while (flag.atomicFetch(0, 0) == 0) sh.sleep(Duration.ofNanos(1000));
            }
            case "chain" -> { // PE 0 tells PE 1, which tells PE 2
                if (sh.myPe() > 0) ready.waitUntil(Cmp.GE, 1);
                if (sh.myPe() < 2) ready.set(1, sh.myPe() + 1);
            }
            case "lock" -> {
                sh.sleep(Duration.ofMillis(sh.myPe())); // PE 0 comes first
                lock.set();
                lock.clear();
            }
            case "increment" -> flag.inc(0, 1); // tells whoever looks, and nobody does
            case "others" -> { // a collective of others
                if (pair != null) pair.sync();
                else sh.sleep(Duration.ofMillis(1));
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
}
