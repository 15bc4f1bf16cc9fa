// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// Litmus programs: two PEs race over many slots, and what both saw is counted. docs/internals/ordering-argument.md explains the
/// outcomes; one that is forbidden ends the job with status 1.
///
/// `bin/oshrun -np 2 examples/Litmus.java [rounds]`
public class Litmus {
    static final int SLOTS = 1 << 10;
    static final int LINE = 8; // longs of a cache line: no two slots share one

    /// What one PE does with slot `i`, and what it saw.
    interface Side {
        int act(int i);
    }

    /// A race of PE 0 and PE 1. Outcome `4 * a + b` stands for PE 0 having seen `a` and PE 1 `b`.
    record Race(String name, Side zero, Side one, Map<Integer, String> allowed, Map<Integer, String> forbidden) {}

    final Shmem sh;
    final SymLongs x; // every slot of x, y and s begins as 0
    final SymLongs y;
    final Signal[] s;
    final SymLongs seen;
    final SymLongs turn; // how many slots the other PE has come to
    long turns;
    long forbiddenSeen;

    Litmus(Shmem sh) {
        this.sh = sh;
        x = sh.longs((long) SLOTS * LINE);
        y = sh.longs((long) SLOTS * LINE);
        s = sh.signals(SLOTS);
        seen = sh.longs(SLOTS);
        turn = sh.longs(1);
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (sh.nPes() < 2) throw new IllegalArgumentException("a race takes two PEs; give -np 2");
            int rounds = number(a, 0, 50);
            if (rounds < 1) throw new IllegalArgumentException(rounds + " rounds; use at least 1");
            var litmus = new Litmus(sh);
            if (sh.myPe() == 0) System.out.println("| program | outcome | seen | |\n|-|-|-|-|");
            for (Race race : litmus.races()) litmus.run(race, rounds);
            if (litmus.forbiddenSeen > 0) throw new AssertionError("a forbidden outcome was seen");
        });
    }

    /// Argument `i`, or `otherwise` where it is left out.
    static int number(String[] a, int i, int otherwise) {
        try {
            return i < a.length ? Integer.parseInt(a[i]) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("argument " + (i + 1) + " '" + a[i]
                    + "' is not a whole number of 32 bits; use one such as " + otherwise);
        }
    }

    List<Race> races() {
        var passed = Map.of(0, "flag=0 data=0", 1, "flag=0 data=1", 3, "flag=1 data=1");
        var overtaken = Map.of(2, "flag=1 data=0");
        var some = Map.of(1, "0, 1", 4, "1, 0", 5, "1, 1");
        return List.of(
                new Race("put; fence; put", i -> nothing(() -> {
                    x.p(i * LINE, 1, 1);
                    sh.fence();
                    y.p(i * LINE, 1, 1);
                }), i -> flagAndData(y.test(i * LINE, Cmp.EQ, 1), i), passed, overtaken),
                new Race(
                        "putSignal",
                        i -> nothing(() -> x.putSignal(i * LINE, ONE, 0, 1, s[i], 1, SignalOp.SET, 1)),
                        i -> flagAndData(s[i].fetch() == 1, i),
                        passed,
                        overtaken),
                new Race("put; atomic", i -> nothing(() -> {
                    x.p(i * LINE, 1, 1);
                    sh.fence();
                    y.inc(i * LINE, 1);
                }), i -> flagAndData(y.atomicFetch(i * LINE, 1) == 1, i), passed, overtaken),
                new Race("put; fence; put, waited for", i -> nothing(() -> {
                    x.p(i * LINE, 1, 1);
                    sh.fence();
                    y.p(i * LINE, 1, 1);
                }), i -> {
                    y.waitUntil(i * LINE, Cmp.EQ, 1);
                    return flagAndData(true, i);
                }, Map.of(3, "flag=1 data=1"), overtaken),
                new Race("put; quiet; get, both ways", i -> {
                    x.p(i * LINE, 1, 1);
                    sh.quiet();
                    return (int) y.g(i * LINE, 1);
                }, i -> {
                    y.p(i * LINE, 1, 1);
                    sh.quiet();
                    return (int) x.g(i * LINE, 1);
                }, some, Map.of(0, "0, 0")),
                new Race("put; get, both ways", i -> {
                    x.p(i * LINE, 1, 1);
                    return (int) y.g(i * LINE, 1);
                }, i -> {
                    y.p(i * LINE, 1, 1);
                    return (int) x.g(i * LINE, 1);
                }, Map.of(0, "0, 0", 1, "0, 1", 4, "1, 0", 5, "1, 1"), Map.of()),
                new Race("get; put, both ways", i -> {
                    int saw = (int) y.g(i * LINE, 1);
                    x.p(i * LINE, 1, 1);
                    return saw;
                }, i -> {
                    int saw = (int) x.g(i * LINE, 1);
                    y.p(i * LINE, 1, 1);
                    return saw;
                }, Map.of(0, "0, 0", 1, "0, 1", 4, "1, 0"), Map.of(5, "1, 1")),
                new Race(
                        "compareSwap, both",
                        i -> (int) x.compareSwap(i * LINE, 0, 2, 1) == 0 ? 1 : 0,
                        i -> (int) x.compareSwap(i * LINE, 0, 3, 1) == 0 ? 1 : 0,
                        Map.of(1, "PE 1 won", 4, "PE 0 won"),
                        Map.of(0, "nobody won", 5, "both won")),
                new Race("put; put, two gets of it", i -> nothing(() -> {
                    x.p(i * LINE, 1, 1);
                    x.p(i * LINE, 2, 1);
                }), i -> {
                    long first = x.g(i * LINE, 1);
                    return first <= x.g(i * LINE, 1) ? 1 : 0;
                }, Map.of(1, "old or new, then as new"), Map.of(0, "new, then old")));
    }

    static final long[] ONE = {1};

    static int nothing(Runnable action) {
        action.run();
        return 0;
    }

    int flagAndData(boolean flag, int i) {
        return (flag ? 2 : 0) + (int) x.get(i * LINE);
    }

    /// Lets both PEs begin a slot at about the same time, now one and now the other a little later.
    void meet(int i) {
        turn.p(0, ++turns, 1 - sh.myPe());
        for (int spins = 0; spins < 500 && !turn.test(0, Cmp.GE, turns); spins++) Thread.onSpinWait();
        int pause = sh.myPe() == 0 ? i & 7 : i >> 3 & 7;
        for (int k = 0; k < pause; k++) Thread.onSpinWait();
    }

    /// Runs a race and prints how often each outcome was seen.
    void run(Race race, int rounds) {
        int me = sh.myPe();
        var counts = new TreeMap<Integer, Long>();
        long[] other = new long[SLOTS];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < SLOTS; i++) {
                x.set(i * LINE, 0);
                y.set(i * LINE, 0);
                s[i].set(0, me);
            }
            sh.barrierAll();
            Side side = me == 0 ? race.zero : race.one;
            for (int i = 0; i < SLOTS && me < 2; i++) {
                meet(i);
                seen.set(i, side.act(i));
            }
            sh.barrierAll();
            if (me == 0) {
                seen.get(other, 1);
                for (int i = 0; i < SLOTS; i++) counts.merge((int) (4 * seen.get(i) + other[i]), 1L, Long::sum);
            }
            sh.barrierAll();
        }
        if (me == 0) print(race, counts);
    }

    void print(Race race, Map<Integer, Long> counts) {
        new TreeMap<>(race.allowed).forEach((code, name) -> row(race.name, name, counts.remove(code), "allowed"));
        new TreeMap<>(race.forbidden).forEach((code, name) -> {
            Long seen = counts.remove(code);
            row(race.name, name, seen, "forbidden");
            if (seen != null) forbiddenSeen += seen;
        });
        if (!counts.isEmpty()) throw new AssertionError(race.name + ": no such outcome, " + counts);
    }

    static void row(String race, String outcome, Long seen, String verdict) {
        System.out.printf("| %s | %s | %d | %s |%n", race, outcome, seen == null ? 0 : seen, verdict);
    }
}
