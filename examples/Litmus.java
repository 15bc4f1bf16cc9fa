// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// Litmus programs: two PEs race over many slots, and what they have seen is counted. Outcome 10 stands for PE 0 having
/// seen 1 and PE 1 having seen 0; where PE 1 alone looks, for its flag and its data. A forbidden outcome ends the job
/// with status 1. docs/internals/ordering-argument.md explains the outcomes.
///
/// `bin/oshrun -np 2 examples/Litmus.java [ROUNDS]`
public class Litmus {
    static final int SLOTS = 1 << 10;
    static final int LINE = 8; // longs of a cache line: no two slots share one
    static final long[] ONE = {1};

    /// What a PE does with slot `i`; returns what it has seen, or 0.
    interface Side {
        int act(int i);

        default Side then(Side next) {
            return i -> act(i) + next.act(i);
        }
    }

    record Race(String name, List<Integer> allowed, List<Integer> forbidden, Side zero, Side one) {}

    final Shmem sh;
    final SymLongs x, y, seen; // of each slot
    final SymLongs turn; // how many slots the other PE has begun
    final Signal[] s;
    long turns;

    Litmus(Shmem sh) {
        this.sh = sh;
        x = sh.longs((long) SLOTS * LINE);
        y = sh.longs((long) SLOTS * LINE);
        seen = sh.longs(SLOTS);
        turn = sh.longs(1);
        s = sh.signals(SLOTS);
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (sh.nPes() < 2) throw new IllegalArgumentException("a race takes two PEs; give -np 2");
            int rounds = a.length > 0 ? Integer.parseInt(a[0]) : 50;
            if (rounds < 1) throw new IllegalArgumentException(rounds + " rounds; use at least 1");
            var litmus = new Litmus(sh);
            if (sh.myPe() == 0) System.out.println("| program | allowed, seen | forbidden, seen |\n|-|-|-|");
            for (Race race : litmus.races()) litmus.run(race, rounds);
        });
    }

    static Side step(IntConsumer action) {
        return i -> {
            action.accept(i);
            return 0;
        };
    }

    /// All slots that are raced for are those of PE 1.
    List<Race> races() {
        Side fence = step(i -> sh.fence()), quiet = step(i -> sh.quiet());
        Side putX = step(i -> x.p(i * LINE, 1, 1)), putY = step(i -> y.p(i * LINE, 1, 1));
        Side getX = i -> (int) x.g(i * LINE, 1), getY = i -> (int) y.g(i * LINE, 1);
        Side putSignal = step(i -> x.putSignal(i * LINE, ONE, 0, 1, s[i], 1, SignalOp.SET, 1));
        Side wait = step(i -> y.waitUntil(i * LINE, Cmp.EQ, 1));
        Side data = i -> (int) x.get(i * LINE);
        Side flag = i -> y.test(i * LINE, Cmp.EQ, 1) ? 10 : 0;
        Side inOrder = i -> x.g(i * LINE, 1) <= x.g(i * LINE, 1) ? 1 : 0;
        List<Integer> passed = List.of(0, 1, 11), overtaken = List.of(10);
        return List.of(
                new Race("put; fence; put", passed, overtaken, putX.then(fence).then(putY), flag.then(data)),
                new Race("putSignal", passed, overtaken, putSignal, flagOf(i -> s[i].fetch()).then(data)),
                new Race("put; fence; atomic", passed, overtaken,
                        putX.then(fence).then(step(i -> y.inc(i * LINE, 1))),
                        flagOf(i -> y.atomicFetch(i * LINE, 1)).then(data)),
                new Race("put; fence; put, waited for", List.of(1), List.of(0),
                        putX.then(fence).then(putY), wait.then(data)),
                new Race("put; quiet; get, both ways", List.of(1, 10, 11), List.of(0),
                        putX.then(quiet).then(getY), putY.then(quiet).then(getX)),
                new Race("put; get, both ways", List.of(0, 1, 10, 11), List.of(), putX.then(getY), putY.then(getX)),
                new Race("get; put, both ways", List.of(0, 1, 10), List.of(11), getY.then(putX), getX.then(putY)),
                new Race("compareSwap, both", List.of(1, 10), List.of(0, 11), swap(2), swap(3)),
                new Race("put; put, two gets of it", List.of(1), List.of(0),
                        putX.then(step(i -> x.p(i * LINE, 2, 1))), inOrder));
    }

    static Side flagOf(IntToLongFunction word) {
        return i -> word.applyAsLong(i) == 1 ? 10 : 0;
    }

    Side swap(long value) {
        return i -> x.compareSwap(i * LINE, 0, value, 1) == 0 ? 1 : 0;
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
            for (int i = 0; i < SLOTS && me < 2; i++) {
                meet(i);
                seen.set(i, (me == 0 ? race.zero : race.one).act(i));
            }
            sh.barrierAll();
            if (me == 0) {
                seen.get(other, 1);
                for (int i = 0; i < SLOTS; i++) counts.merge((int) (10 * seen.get(i) + other[i]), 1L, Long::sum);
            }
            sh.barrierAll();
        }
        if (me != 0) return;
        System.out.println("| " + race.name + " | " + list(race.allowed, counts) + " | " + list(race.forbidden, counts) + " |");
        counts.keySet().removeAll(race.allowed);
        if (!counts.isEmpty()) throw new AssertionError(race.name + ": forbidden outcomes were seen, " + counts);
    }

    /// Lets both PEs begin a slot at about the same time, now one and now the other a little later.
    void meet(int i) {
        turn.p(0, ++turns, 1 - sh.myPe());
        for (int spins = 0; spins < 500 && !turn.test(0, Cmp.GE, turns); spins++) Thread.onSpinWait();
        int pause = sh.myPe() == 0 ? i & 7 : i >> 3 & 7;
        for (int k = 0; k < pause; k++) Thread.onSpinWait();
    }

    static String list(List<Integer> outcomes, Map<Integer, Long> counts) {
        return outcomes.stream()
                .map(outcome -> "%02d: %d".formatted(outcome, counts.getOrDefault(outcome, 0L)))
                .collect(Collectors.joining(", "));
    }
}
