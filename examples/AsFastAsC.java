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
/// `cold` in the first 1,000 of them, `warm` once the JIT has compiled them.
///
/// `bin/oshrun -np 2 examples/AsFastAsC.java [MILLISECONDS for each row]`
public class AsFastAsC {
    private static final int N = 1 << 16;
    private static final int FIRST = 1000;

    private final Shmem sh;
    private final long budget;
    private final int other;
    private final SymDoubles x;
    private final SymDoubles sum;
    private final Signal ready;
    private final double[] a = new double[N];
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
        Shmem.run(args, (sh, a) -> new AsFastAsC(sh, a.length > 0 ? Long.parseLong(a[0]) : 20).rules());
    }

    private void rules() {
        say("| rule | instead of | cold | warm | do | cold | warm |%n|-|-|-|-|-|-|-|%n");
        MemorySegment there = x.ptr(other);
        row("sum of elements", "x.get(i)", N, this::sumByCalls, "a Java array", this::sumOfArray);
        row("sum of elements", "local()", N, this::sumOfSegment, "get, then a Java array", this::sumOfCopy);
        row("write elements", "p for each", N, this::putOneByOne, "one put", this::putAll);
        row("write every 16th element", "p", N / 16, this::stridedByP, "ptr", () -> stridedByPtr(there));
        row("data and a signal", "put, quiet, set", 1, this::putQuietSet, "putSignal", this::putSignal);
        row("16 puts", "quiet after each", 16, this::quietOften, "one quiet", this::quietOnce);
        row("a sum of one double", "symmetric arrays", 1, this::reduceArrays, "the scalar form", this::reduceScalar);
        row("temporary memory", "allocate and free", 1, this::allocate, "reuse", this::putSmall);
    }

    private void row(
            String rule, String slowWay, int per, LongSupplier slow, String fastWay, LongSupplier fast) {
        double coldSlow = first(slow, per), warmSlow = time(slow) / per;
        double coldFast = first(fast, per), warmFast = time(fast) / per;
        say(
                "| %s | %s | %.1f | %.2f | %s | %.1f | %.2f |%n",
                rule, slowWay, coldSlow, warmSlow, fastWay, coldFast, warmFast);
    }

    /// Nanoseconds of each of the first 1,000 elements or calls.
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

    private long sumByCalls() {
        double s = 0;
        for (int i = 0; i < N; i++) s += x.get(i);
        return (long) s;
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
