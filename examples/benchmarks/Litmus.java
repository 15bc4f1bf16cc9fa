// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// Litmus programs: two PEs race over many words of PE 1, and the program counts what they saw. Outcome 10 means that PE
/// 0 saw 1 and PE 1 saw 0; where PE 1 alone reads, the digits are its flag and its data. A forbidden outcome ends the job
/// with status 1. docs/internals/ordering-argument.md explains the outcomes.
///
/// ```
///    bin/oshrun -np 2 examples/benchmarks/Litmus.java 1000       every case, in 1,024,000 races each
///    bin/oshrun -np 2 examples/benchmarks/Litmus.java 1000 6     case 6 alone
///
///    case                            allowed, seen                                       forbidden, seen
///    1  put; fence; put              00: 689424, 01: 56616, 11: 277960                   10: 0
///    2  putSignal                    00: 667642, 01: 28699, 11: 327659                   10: 0
///    3  put; fence; atomic           00: 619022, 01: 55819, 11: 349159                   10: 0
///    4  put; fence; put, waited for  01: 1024000                                         00: 0
///    5  put; quiet; get, both ways   01: 353061, 10: 460963, 11: 209976                  00: 0
///    6  put; get, both ways          00: 393919, 01: 326012, 10: 300930, 11: 3139
///    7  get; put, both ways          00: 414206, 01: 289791, 10: 320003                  11: 0
///    8  compareSwap, both            01: 512809, 10: 511191                              00: 0, 11: 0
///    9  put; put, two gets of it     01: 1024000                                         00: 0
/// ```
/// The counts are those of two processes on two virtual cores of an x86-64 server, with other programs running. Without
/// the fence of case 1, its outcome 10 would be allowed.
public class Litmus {
    static final int SLOTS = 1 << 10, LINE = 8; // a slot is the first long of a cache line

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (sh.nPes() < 2) throw new IllegalArgumentException("a race takes two PEs; give -np 2");
            int rounds = a.length > 0 ? Integer.parseInt(a[0]) : 50;
            if (rounds < 1) throw new IllegalArgumentException(rounds + " rounds; use at least 1");
            if (sh.myPe() == 0) System.out.println("| program | allowed, seen | forbidden, seen |\n|-|-|-|");
            int only = a.length > 1 ? Integer.parseInt(a[1]) : 0;
            if (only < 0 || only > 9) throw new IllegalArgumentException("case " + only + "; use 1 to 9, or none for all");
            new Litmus(sh, rounds, only).runAll();
        });
    }

    final Shmem sh;
    final int rounds, only; // the number of the one case to run; 0 for all
    final SymLongs x, y, seen, turn; // turn: slots that the other PE has begun
    final Signal[] s;
    int cases;
    long turns;

    Litmus(Shmem sh, int rounds, int only) {
        this.sh = sh;
        this.rounds = rounds;
        this.only = only;
        x = sh.longs((long) SLOTS * LINE);
        y = sh.longs((long) SLOTS * LINE);
        seen = sh.longs(SLOTS);
        turn = sh.longs(1);
        s = sh.signals(SLOTS);
    }

    void runAll() {
        long[] one = {1};
        IntUnaryOperator flagThenData = i -> (y.test(i, Cmp.EQ, 1) ? 10 : 0) + (int) x.get(i);
        run("put; fence; put", "00 01 11", "10", i -> { x.p(i, 1, 1); sh.fence(); y.p(i, 1, 1); return 0; }, flagThenData);
        run("putSignal", "00 01 11", "10",
                i -> { x.putSignal(i, one, 0, 1, s[i / LINE], 1, SignalOp.SET, 1); return 0; },
                i -> (int) (10 * s[i / LINE].fetch() + x.get(i)));
        run("put; fence; atomic", "00 01 11", "10", i -> { x.p(i, 1, 1); sh.fence(); y.inc(i, 1); return 0; },
                i -> (int) (10 * y.atomicFetch(i, 1) + x.get(i)));
        run("put; fence; put, waited for", "01", "00", i -> { x.p(i, 1, 1); sh.fence(); y.p(i, 1, 1); return 0; },
                i -> { y.waitUntil(i, Cmp.EQ, 1); return (int) x.get(i); });
        run("put; quiet; get, both ways", "01 10 11", "00", i -> { x.p(i, 1, 1); sh.quiet(); return (int) y.g(i, 1); },
                i -> { y.p(i, 1, 1); sh.quiet(); return (int) x.g(i, 1); });
        run("put; get, both ways", "00 01 10 11", "", i -> { x.p(i, 1, 1); return (int) y.g(i, 1); },
                i -> { y.p(i, 1, 1); return (int) x.g(i, 1); });
        run("get; put, both ways", "00 01 10", "11", i -> { int got = (int) y.g(i, 1); x.p(i, 1, 1); return got; },
                i -> { int got = (int) x.g(i, 1); y.p(i, 1, 1); return got; });
        run("compareSwap, both", "01 10", "00 11", i -> x.compareSwap(i, 0, 2, 1) == 0 ? 1 : 0,
                i -> x.compareSwap(i, 0, 3, 1) == 0 ? 1 : 0);
        run("put; put, two gets of it", "01", "00", i -> { x.p(i, 1, 1); x.p(i, 2, 1); return 0; },
                i -> x.g(i, 1) <= x.g(i, 1) ? 1 : 0);
    }

    /// Runs a race over all slots and prints how often each outcome was seen.
    void run(String name, String allowed, String forbidden, IntUnaryOperator zero, IntUnaryOperator one) {
        cases++;
        if (only > 0 && cases != only) return;
        int me = sh.myPe();
        var counts = new TreeMap<String, Integer>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < SLOTS; i++) {
                x.set(i * LINE, 0);
                y.set(i * LINE, 0);
                s[i].set(0, me);
            }
            sh.barrierAll();
            for (int i = 0; i < SLOTS && me < 2; i++) {
                meet(i);
                seen.set(i, (me == 0 ? zero : one).applyAsInt(i * LINE));
            }
            sh.barrierAll();
            for (int i = 0; i < SLOTS && me == 0; i++)
                counts.merge("%02d".formatted(10 * seen.get(i) + seen.g(i, 1)), 1, Integer::sum);
            sh.barrierAll();
        }
        if (me != 0) return;
        System.out.println("| " + name + " | " + list(allowed, counts) + " | " + list(forbidden, counts) + " |");
        counts.keySet().removeAll(Arrays.asList(allowed.split(" ")));
        if (!counts.isEmpty()) throw new AssertionError(name + ": forbidden outcomes were seen, " + counts);
    }

    /// Lets both PEs begin a slot at about the same time, now one and now the other a little later.
    void meet(int i) {
        turn.p(0, ++turns, 1 - sh.myPe());
        for (int spins = 0; spins < 500 && !turn.test(0, Cmp.GE, turns); spins++) Thread.onSpinWait();
        for (int k = sh.myPe() == 0 ? i & 7 : i >> 3 & 7; k > 0; k--) Thread.onSpinWait();
    }

    static String list(String outcomes, TreeMap<String, Integer> counts) {
        return outcomes.isEmpty() ? "" : Arrays.stream(outcomes.split(" "))
                .map(outcome -> outcome + ": " + counts.getOrDefault(outcome, 0))
                .collect(Collectors.joining(", "));
    }
}
