// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

/// The rules of docs/guides/performance.md, each as two ways to do the same, timed: nanoseconds of an element or a call,
/// `cold` in the first calls, `warm` once the JIT has compiled them.
///
/// `bin/oshrun -np 2 examples/AsFastAsC.java [MILLISECONDS for each row]`
public class AsFastAsC {
    private static final int N = 1 << 16;
    private static final int LONG = 1 << 21; // 16 MiB: more than a core's share of its caches
    private static final int BLOCK = 1 << 11; // 16 KiB: within the first level
    private static final int FIRST = 1000;
    private static final double[] WEIGHTS = {0.1, 0.2, 0.4, 0.2, 0.1};

    private final Shmem sh;
    private final long budget;
    private final int other;
    private final SymDoubles x;
    private final SymDoubles sum;
    private final Signal ready;
    private final double[] a = new double[N];
    private final double[] out = new double[N];
    private final double[] large = new double[LONG];
    private double sink;

    private AsFastAsC(Shmem sh, long milliseconds) {
        this.sh = sh;
        budget = milliseconds * 1_000_000;
        other = (sh.myPe() + 1) % sh.nPes();
        x = sh.doubles(N);
        sum = sh.doubles(1);
        ready = sh.signal();
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> new AsFastAsC(sh, number(a, 0, 20)).rules());
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

    private void rules() {
        say("| rule | | instead of | cold | warm | do | cold | warm |%n|-|-|-|-|-|-|-|-|%n");
        MemorySegment there = x.ptr(other);
        row("1 | add to elements", "x.get(i), x.set(i, v)", N, this::addByCalls, "a Java array", this::addInArray);
        row("1 | sum of elements", "local()", N, this::sumOfSegment, "get, then a Java array", this::sumOfCopy);
        row("2 | write elements", "p for each", N, this::putOneByOne, "one put", this::putAll);
        row("3 | every 16th element", "ptr", N / 16, () -> stridedByPtr(there), "p", this::stridedByP);
        row("4 | data and a signal", "put, quiet, set", 1, this::putQuietSet, "putSignal", this::putSignal);
        row("5 | 16 puts", "quiet after each", 16, this::quietOften, "one quiet", this::quietOnce);
        row("6 | sum of one double", "symmetric arrays", 1, this::reduceArrays, "a value", this::reduceScalar);
        row("7 | temporary memory", "allocate and free", 1, this::allocate, "reuse", this::putSmall);
        row("8 | five points", "an inner loop", N, this::pointsByLoop, "written out", this::pointsWrittenOut);
        row("8 | out[i] of two", "row[i - 1]", N, this::fromBefore, "row[i + 1]", this::fromAfter);
        row("10 | two passes", "over all", LONG, this::passesOverAll, "block by block", this::passesByBlock);
        barrier("9 | barrier of " + sh.nPes() + " PEs");
    }

    private void row(
            String rule, String slowWay, int per, LongSupplier slow, String fastWay, LongSupplier fast) {
        double coldSlow = first(slow, per), warmSlow = time(slow) / per;
        double coldFast = first(fast, per), warmFast = time(fast) / per;
        say(
                "| %s | %s | %.1f | %.2f | %s | %.1f | %.2f |%n",
                rule, slowWay, coldSlow, warmSlow, fastWay, coldFast, warmFast);
    }

    /// Its other way is another launch, with a core for each PE.
    private void barrier(String rule) {
        LongSupplier barrier = () -> {
            sh.barrierAll();
            return 0;
        };
        say("| %s | | | | this launch | %.1f | %.2f |%n", rule, first(barrier, 1), time(barrier));
    }

    /// Nanoseconds of an element or a call in the first calls: one call, or as many as have 1,000 elements.
    private double first(LongSupplier way, int per) {
        int calls = Math.max(1, FIRST / per);
        sh.barrierAll();
        long start = sh.nanoTime();
        for (int i = 0; i < calls; i++) sink += way.getAsLong();
        return (double) (sh.nanoTime() - start) / calls / per;
    }

    private void say(String format, Object... values) {
        if (sh.myPe() == 0) System.out.printf(format, values);
    }

    /// Nanoseconds of a call: the median of the batches in the second half of the time.
    private double time(LongSupplier way) {
        double[] times = new double[64];
        int batches = 0, calls = 1;
        sh.barrierAll();
        long begin = sh.nanoTime();
        boolean more = true;
        while (more) {
            long start = sh.nanoTime();
            for (int i = 0; i < calls; i++) sink += way.getAsLong();
            long took = Math.max(1, sh.nanoTime() - start);
            if (took < budget / 256) calls *= 2; // the same on all PEs: see below
            times[batches++ % times.length] = (double) took / calls;
            long longest = sh.world().reduce(Op.MAX, sh.nanoTime() - begin);
            calls = (int) sh.world().reduce(Op.MAX, calls);
            more = longest < budget;
        }
        int last = Math.min(batches, times.length);
        double[] kept = Arrays.copyOfRange(times, last / 2, last);
        Arrays.sort(kept);
        return kept[kept.length / 2];
    }

    private long addByCalls() {
        for (int i = 0; i < N; i++) x.set(i, x.get(i) + 0.5);
        return 0;
    }

    private long addInArray() {
        for (int i = 0; i < N; i++) a[i] += 0.5;
        return 0;
    }

    private long pointsByLoop() {
        for (int i = 2; i < N - 2; i++) {
            double s = 0;
            for (int k = -2; k <= 2; k++) s += WEIGHTS[k + 2] * a[i + k];
            out[i] = s;
        }
        return 0;
    }

    private long pointsWrittenOut() {
        double w0 = WEIGHTS[0], w1 = WEIGHTS[1], w2 = WEIGHTS[2], w3 = WEIGHTS[3], w4 = WEIGHTS[4];
        for (int i = 2; i < N - 2; i++) {
            out[i] = w0 * a[i - 2] + w1 * a[i - 1] + w2 * a[i] + w3 * a[i + 1] + w4 * a[i + 2];
        }
        return 0;
    }

    private long fromBefore() {
        double[] row = a, to = out;
        for (int i = 1; i < N - 1; i++) to[i] = row[i] + row[i - 1];
        return 0;
    }

    private long fromAfter() {
        double[] row = a, to = out;
        for (int i = 1; i < N - 1; i++) to[i] = row[i] + row[i + 1];
        return 0;
    }

    private long passesOverAll() {
        add(0, LONG);
        add(0, LONG);
        return 0;
    }

    private long passesByBlock() {
        for (int from = 0; from < LONG; from += BLOCK) {
            add(from, from + BLOCK);
            add(from, from + BLOCK);
        }
        return 0;
    }

    private void add(int from, int end) {
        for (int i = from; i < end; i++) large[i] += 0.5;
    }

    private long sumOfArray() {
        double s = 0;
        for (int i = 0; i < N; i++) s += a[i];
        return (long) s;
    }

    private long sumOfSegment() {
        MemorySegment own = x.local();
        double s = 0;
        for (int i = 0; i < N; i++) s += own.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        return (long) s;
    }

    private long sumOfCopy() {
        x.get(a, sh.myPe());
        return sumOfArray();
    }

    private long putOneByOne() {
        for (int i = 0; i < N; i++) x.p(i, a[i], other);
        return 0;
    }

    private long putAll() {
        x.put(a, other);
        return 0;
    }

    private long stridedByP() {
        for (int i = 0; i < N; i += 16) x.p(i, a[i], other);
        return 0;
    }

    private long stridedByPtr(MemorySegment there) {
        if (there == null) return stridedByP();
        for (int i = 0; i < N; i += 16) there.setAtIndex(ValueLayout.JAVA_DOUBLE, i, a[i]);
        return 0;
    }

    private long putQuietSet() {
        x.put(0, a, 0, 8, other);
        sh.quiet();
        ready.set(1, other);
        return 0;
    }

    private long putSignal() {
        x.putSignal(0, a, 0, 8, ready, 1, SignalOp.SET, other);
        return 0;
    }

    private long quietOften() {
        for (int i = 0; i < 16; i++) {
            x.put(i * 8L, a, 0, 8, other);
            sh.quiet();
        }
        return 0;
    }

    private long quietOnce() {
        for (int i = 0; i < 16; i++) x.put(i * 8L, a, 0, 8, other);
        sh.quiet();
        return 0;
    }

    private long reduceArrays() {
        x.set(0, 1);
        sh.world().reduce(Op.SUM, sum, x.slice(0, 1), 1);
        return (long) sum.get(0);
    }

    private long reduceScalar() {
        return (long) sh.world().reduce(Op.SUM, 1.0);
    }

    private long allocate() {
        SymDoubles t = sh.doubles(8);
        t.put(0, a, 0, 8, other);
        t.free();
        return 0;
    }

    private long putSmall() {
        x.put(0, a, 0, 8, other);
        return 0;
    }
}
