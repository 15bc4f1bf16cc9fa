// SPDX-License-Identifier: Apache-2.0
import java.util.SplittableRandom;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Index gather, a kernel of bale (Institute for Defense Analyses): each PE reads random elements of a table that is
/// spread over all PEs. Twice: by a get for each element, and by one request and one answer for each.
///
/// Requests and answers have a mailbox each. A PE that answers never blocks: while it waits for room, it takes the
/// requests that arrive.
///
/// `bin/oshrun -np 4 examples/IndexGather.java [READS OF A PE] [ELEMENTS ON A PE]`
public class IndexGather {
    final Shmem sh;
    final int reads;
    final int elements;
    final SymLongs table;

    IndexGather(Shmem sh, int reads, int elements) {
        this.sh = sh;
        this.reads = reads;
        this.elements = elements;
        table = sh.longs(elements).named("table");
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int reads = a.length > 0 ? Integer.parseInt(a[0]) : 100_000;
            int elements = a.length > 1 ? Integer.parseInt(a[1]) : 1000;
            if (elements < 1) throw new IllegalArgumentException(elements + " elements; use at least 1");
            new IndexGather(sh, reads, elements).run();
        });
    }

    void run() {
        for (int i = 0; i < elements; i++) table.set(i, 3L * (sh.myPe() * (long) elements + i));
        long[] got = new long[reads];
        report("get", got, () -> byGet(got));
        report("message", got, () -> byMessage(got));
        sh.barrierAll(); // each PE has checked its own elements
        if (sh.myPe() == 0) System.out.println("Verification passed");
    }

    private void byGet(long[] got) {
        var random = new SplittableRandom(sh.myPe());
        for (int k = 0; k < reads; k++) {
            long element = random.nextLong((long) elements * sh.nPes());
            got[k] = table.g(element % elements, (int) (element / elements));
        }
    }

    private void byMessage(long[] got) {
        var random = new SplittableRandom(sh.myPe());
        try (Mailbox requests = sh.mailbox();
                Mailbox answers = sh.mailbox()) {
            for (int k = 0; k < reads; k++) {
                long element = random.nextLong((long) elements * sh.nPes());
                requests.send((int) (element / elements), k, element % elements);
            }
            requests.end();
            for (Message m; (m = requests.take()) != null; ) answers.send(m.from(), m.word(0), table.get(m.word(1)));
            answers.end();
            for (Message m; (m = answers.take()) != null; ) got[(int) m.word(0)] = m.word(1);
        }
    }

    private void report(String way, long[] got, Runnable body) {
        sh.barrierAll();
        long begin = sh.nanoTime();
        body.run();
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9);
        var random = new SplittableRandom(sh.myPe());
        for (int k = 0; k < reads; k++) {
            long right = 3 * random.nextLong((long) elements * sh.nPes());
            if (got[k] != right) throw new AssertionError("read " + k + " gave " + got[k] + " and not " + right);
            got[k] = -1;
        }
        if (sh.myPe() > 0) return;
        System.out.printf("%-8s %d reads on each of %d PEs: %.6f s%n", way, reads, sh.nPes(), seconds);
    }
}
