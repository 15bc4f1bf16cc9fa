// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// PE 0 puts 42 and tells PE 1 in some way that it has; what it forgets in between is the second argument's to say.
public class Forgetful {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(16).named("box");
            SymLongs flag = sh.longs(1);
            SymLongs other = sh.longs(1);
            Signal ready = sh.signal();
            if (sh.myPe() == 0) {
                put(box, a[0], ready);
                switch (a[1]) {
                    case "fence" -> sh.fence();
                    case "quiet" -> sh.quiet();
                    default -> {}
                }
            }
            tell(sh, a[0], box, flag, other, ready);
            if (sh.myPe() == 1) System.out.println(read(box, a[0]));
            sh.barrierAll();
        });
    }

    private static void put(SymLongs box, String how, Signal ready) {
        if (how.equals("word")) box.p(0, 42, 1);
        else if (how.equals("count")) box.putSignalNbi(0, new long[] {42}, 0, 1, ready, 1, SignalOp.ADD, 1);
        else if (!how.equals("with")) box.put(0, new long[] {42, 1, 1, 1}, 0, 4, 1);
    }

    private static void tell(Shmem sh, String how, SymLongs box, SymLongs flag, SymLongs other, Signal ready) {
        switch (how) {
            case "sync", "get" -> sh.syncAll();
            case "reduce" -> sh.world().reduce(Op.SUM, 1);
            case "signal" -> {
                if (sh.myPe() == 0) ready.set(1, 1);
                else ready.waitUntil(Cmp.EQ, 1);
            }
            case "atomic" -> {
                if (sh.myPe() == 0) flag.inc(0, 1);
                else flag.waitUntil(0, Cmp.EQ, 1);
            }
            case "plain", "word" -> {
                if (sh.myPe() == 0) flag.p(0, 1, 1);
                else flag.waitUntil(0, Cmp.EQ, 1);
            }
            case "array" -> {
                if (sh.myPe() == 0) flag.put(new long[] {1}, 1);
                else while (!flag.test(0, Cmp.EQ, 1)) sh.sleep(java.time.Duration.ofNanos(1000));
            }
            case "payload" -> {
                if (sh.myPe() == 1) box.waitUntil(3, Cmp.EQ, 1);
            }
            case "another" -> {
                if (sh.myPe() == 0) other.putSignal(0, new long[] {1}, 0, 1, ready, 1, SignalOp.SET, 1);
                else ready.waitUntil(Cmp.EQ, 1);
            }
            case "count" -> {
                if (sh.myPe() == 0) box.putSignalNbi(8, new long[] {1}, 0, 1, ready, 1, SignalOp.ADD, 1);
                while (sh.myPe() == 1 && !ready.test(Cmp.GE, 1)) {}
            }
            case "with" -> {
                if (sh.myPe() == 0) box.putSignal(0, new long[] {42}, 0, 1, ready, 1, SignalOp.ADD, 1);
                else ready.waitUntil(Cmp.EQ, 1);
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static long read(SymLongs box, String how) {
        if (!how.equals("get")) return box.get(0);
        long[] own = new long[1];
        box.get(0, own, 0, 1, 1);
        return own[0];
    }
}
