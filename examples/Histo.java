// SPDX-License-Identifier: Apache-2.0
import java.util.SplittableRandom;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Histogram, a kernel of bale (Institute for Defense Analyses): each PE counts in random counters of a table that is
/// spread over all PEs. Twice: by an atomic add for each count, and by one message for each.
///
/// The messages change counters of their receiver alone, so these need no atomics.
///
/// `bin/oshrun -np 4 examples/Histo.java [COUNTS OF A PE] [COUNTERS ON A PE]`
public class Histo {
    final Shmem sh;
    final long counts;
    final int counters;
    final SymLongs table;

    Histo(Shmem sh, long counts, int counters) {
        this.sh = sh;
        this.counts = counts;
        this.counters = counters;
        table = sh.longs(counters).named("table");
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            long counts = a.length > 0 ? Long.parseLong(a[0]) : 100_000;
            int counters = a.length > 1 ? Integer.parseInt(a[1]) : 1000;
            if (counters < 1) throw new IllegalArgumentException(counters + " counters; use at least 1");
            new Histo(sh, counts, counters).run();
        });
    }

    void run() {
        report("add", this::byAdd);
        report("message", this::byMessage);
        long sum = 0;
        for (int i = 0; i < counters; i++) sum += Math.abs(table.get(i)); // messages count what the adds have counted
        long wrong = sh.world().reduce(Op.SUM, sum);
        if (wrong > 0) throw new AssertionError("adds and messages differ by " + wrong + " counts");
        if (sh.myPe() == 0) System.out.println("Verification passed");
    }

    private void byAdd() {
        var random = new SplittableRandom(sh.myPe());
        for (long k = 0; k < counts; k++) table.add(random.nextInt(counters), 1, random.nextInt(sh.nPes()));
        sh.barrierAll();
    }

    private void byMessage() {
        var random = new SplittableRandom(sh.myPe());
        try (Mailbox box = sh.mailbox()) {
            for (long k = 0; k < counts; k++) {
                int counter = random.nextInt(counters);
                box.send(random.nextInt(sh.nPes()), counter);
            }
            box.end();
            for (Message m; (m = box.take()) != null; ) table.set(m.word(), table.get(m.word()) - 1);
        }
    }

    private void report(String way, Runnable body) {
        sh.barrierAll();
        long begin = sh.nanoTime();
        body.run();
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9);
        if (sh.myPe() > 0) return;
        System.out.printf("%-8s %d counts on each of %d PEs: %.6f s%n", way, counts, sh.nPes(), seconds);
    }
}
