// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jshmem.CyclicLongs;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Histogram and index gather, two kernels of bale (Institute for Defense Analyses), the pattern of small random
/// accesses: each PE counts in random elements of a table that is spread over all PEs, then reads random elements.
/// Twice each: by an atomic add or a get for each access, and by messages.
///
/// A message changes an element of its receiver alone, so counting by messages needs no atomics. Requests and answers
/// have a mailbox each; without `end`, `take` would wait for ever.
///
/// `bin/oshrun -np 4 examples/Bale.java [ACCESSES OF A PE] [ELEMENTS ON A PE]`
public class Bale {
    final Shmem sh;
    final int pes, accesses, elements;
    final SymLongs table;
    final CyclicLongs all; // the tables of all PEs as one: element e is on PE e % pes
    final long[] chosen; // the elements that this PE counts in and reads

    Bale(Shmem sh, int accesses, int elements) {
        this.sh = sh;
        this.accesses = accesses;
        this.elements = elements;
        pes = sh.nPes();
        table = sh.longs(elements).named("table");
        all = table.cyclic();
        chosen = new SplittableRandom(sh.myPe()).longs(accesses, 0, (long) elements * pes).toArray();
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int accesses = a.length > 0 ? Integer.parseInt(a[0]) : 100_000;
            int elements = a.length > 1 ? Integer.parseInt(a[1]) : 1000;
            if (elements < 1) throw new IllegalArgumentException(elements + " elements; use at least 1");
            new Bale(sh, accesses, elements).run();
        });
    }

    void run() {
        time("counts by adds", this::countByAdds);
        time("counts by messages", this::countByMessages);
        long left = 0; // the messages take away what the adds have counted
        for (int i = 0; i < elements; i++) left += Math.abs(table.get(i));
        left = sh.world().reduce(Op.SUM, left);
        if (left > 0) throw new AssertionError("adds and messages differ by " + left + " counts");
        for (int i = 0; i < elements; i++) table.set(i, 3L * (i * (long) pes + sh.myPe()));
        long[] got = new long[accesses];
        time("reads by gets", () -> readByGets(got));
        check(got);
        time("reads by messages", () -> readByMessages(got));
        check(got);
        sh.barrierAll(); // each PE has checked what it read
        if (sh.myPe() == 0) System.out.println("Verification passed");
    }

    void countByAdds() {
        for (long e : chosen) all.inc(e);
        sh.barrierAll();
    }

    void countByMessages() {
        try (Mailbox box = sh.mailbox()) {
            for (long e : chosen) box.send(all.owner(e), all.indexAt(e));
            box.end();
            for (Message m; (m = box.take()) != null; ) table.set(m.word(), table.get(m.word()) - 1);
        }
    }

    void readByGets(long[] got) {
        for (int k = 0; k < accesses; k++) got[k] = all.g(chosen[k]);
    }

    void readByMessages(long[] got) {
        try (Mailbox requests = sh.mailbox();
                Mailbox answers = sh.mailbox()) {
            for (int k = 0; k < accesses; k++) requests.send(all.owner(chosen[k]), k, all.indexAt(chosen[k]));
            requests.end();
            for (Message m; (m = requests.take()) != null; ) answers.send(m.from(), m.word(0), table.get(m.word(1)));
            answers.end();
            for (Message m; (m = answers.take()) != null; ) got[(int) m.word(0)] = m.word(1);
        }
    }

    void check(long[] got) {
        for (int k = 0; k < accesses; k++)
            if (got[k] != 3 * chosen[k]) throw new AssertionError("read " + k + " gave " + got[k] + " and not " + 3 * chosen[k]);
        Arrays.fill(got, -1);
    }

    void time(String what, Runnable body) {
        sh.barrierAll();
        long begin = sh.nanoTime();
        body.run();
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9);
        if (sh.myPe() == 0) System.out.printf("%d %s on each of %d PEs: %.6f s%n", accesses, what, pes, seconds);
    }
}
