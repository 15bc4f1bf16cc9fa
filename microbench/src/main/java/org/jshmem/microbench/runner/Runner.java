// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.rehearsal.CompilerThreads;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;

/// One PE's part in a run of the suite: warms up, takes samples in step with the other PEs, and makes results of them
/// on PE 0.
///
/// A sample is a batch of operations between two readings of the clock. Warm-up ends when the compilers of all JVMs are
/// idle; a row during which they work nevertheless is measured again for some seconds.
public final class Runner implements AutoCloseable {
    private static final int HEAD = 3; // words before the samples: taking part, elapsed nanoseconds, those of compilers
    private static final double WARM_UP = 1; // seconds, at most
    private static final double OVERSUBSCRIBED_WARM_UP = 10; // many JVMs compile on few cores
    private static final double WINDOW = 0.05;
    private static final long AGAIN = 2_000 * Plan.MILLI;
    private static final int SLOTS = 2; // all PEs have read one before PE 0, a barrier later, writes it again
    private static final int BATCH_SHIFT = 32;
    private static final long SLOW = 1L << 62;
    private static final int MOST_CALLS = 100_000; // that `--latency` times
    private static final int CALLS = 80; // times as many as a row's samples hold

    public final Shmem sh;
    public final SuiteOptions options;
    public final Where where;
    public final OutputOptions out;
    /// Whether all PEs have addresses for each other's memory.
    public final boolean direct;

    private final Plan plan;
    private final boolean reports;
    private final SymLongs slots;
    private final SymLongs gathered;
    private final long[] times;
    private final CompilerThreads compilers = new CompilerThreads();
    private int choices;
    private final SingleCalls single; // null if batches of calls are timed
    private String warm = "";

    public Runner(Shmem sh, SuiteOptions options, Where where, OutputOptions out) {
        this.sh = sh;
        this.options = options;
        this.where = where;
        this.out = out;
        plan = Plan.of(where, options.check);
        times = new long[plan.most() + HEAD];
        slots = sh.longs(SLOTS);
        gathered = sh.longs(times.length);
        direct = IntStream.range(0, sh.nPes()).allMatch(pe -> gathered.ptr(pe) != null);
        reports = JvmsAndHosts.reports(sh);
        single = options.latency ? new SingleCalls(sh, where, options.rate()) : null;
    }

    /// Bytes of symmetric heap that the runner itself allocates on each PE.
    public static long heap(SuiteOptions options) {
        return (128 << 10) + (options.latency ? SingleCalls.heap() : 0);
    }

    public boolean isFirst() {
        return sh.myPe() == 0;
    }

    /// The requested access modes; ptr only if all PEs have addresses for each other's memory.
    public List<Access> accesses() {
        return options.accesses.stream()
                .filter(access -> access != Access.PTR || direct)
                .toList();
    }

    /// Measures a benchmark in each pairing and each access mode.
    public void pairings(Benchmark benchmark, BiConsumer<Pairs, Access> rows) {
        for (int count : options.pairs(benchmark, where)) {
            for (Access access : accesses()) rows.accept(new Pairs(sh.nPes(), count), access);
        }
    }

    /// The sizes of a benchmark, each rounded down to a multiple, and at least that.
    public List<Long> sizes(Benchmark benchmark, int multiple) {
        return options.sizes(benchmark, where, sh.largestFree()).stream()
                .map(n -> Math.max(multiple, n / multiple * multiple))
                .distinct()
                .toList();
    }

    /// The row of an operation between the PEs of pairs that moves its bytes once.
    public static Row row(String benchmark, String variant, Access access, Pairs pairs, long bytes) {
        return new Row(benchmark, variant, name(access), pairs.count(), bytes, bytes, 1);
    }

    public static String name(Access access) {
        return access.name().toLowerCase(Locale.ROOT);
    }

    /// Uses a value, so that the JIT compiler keeps the operations that made it.
    public static void used(long sum) {
        if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
    }

    /// The row of an operation that goes to the partner and back.
    public static Row roundTrip(String benchmark, String variant, Access access, Pairs pairs, long bytes) {
        return row(benchmark, variant, access, pairs, bytes).per(2).moved(2 * bytes);
    }

    /// Measures rows of several sizes after a warm-up on all of them: a JIT compiler that has seen only small copies
    /// compiles again at the first large one. A PE that does not take part needs no operations. Collective.
    public void sweep(List<Long> sizes, LongFunction<Row> rows, boolean takesPart, LongFunction<Operation> operations) {
        LongFunction<Operation> mine = takesPart ? operations : n -> Operation.NONE;
        if (sizes.isEmpty()) return;
        warmUp(rows.apply(sizes.getFirst()), () -> {
            // over all sizes up to a slow one, again and again: the next size throws away what was compiled before
            for (long n : sizes) if ((rounds(mine.apply(n), plan.warmNanos() / 2, Plan.MOST_BATCH) & SLOW) != 0) return;
        });
        for (long n : sizes) measure(rows.apply(n), mine.apply(n));
    }

    /// Measures rows, and with `--fresh-data` each once more, with a source that is written before each call and a
    /// destination that is checked after it, both untimed: the lines are as a program leaves them. Collective.
    public void sweep(
            List<Long> sizes,
            LongFunction<Row> rows,
            boolean takesPart,
            LongFunction<Operation> operations,
            FreshData data) {
        sweep(sizes, rows, takesPart, operations);
        if (!options.freshData) return;
        for (long n : sizes) {
            Row row = rows.apply(n);
            Operation mine = takesPart ? operations.apply(n) : Operation.NONE;
            int[] call = {0};
            measureEach(row.variant(row.variant() + ", fresh data"), () -> {
                data.write(n, ++call[0]);
                sh.barrierAll();
                long start = sh.nanoTime();
                mine.run(1);
                long nanos = sh.nanoTime() - start;
                sh.barrierAll();
                data.check(n, call[0]);
                return takesPart ? nanos : -1;
            });
        }
    }

    private void warmUp(Row row, Runnable round) {
        String code = row.benchmark() + row.variant() + row.access();
        if (options.warmUp || plan.warmNanos() == 0 || warm.equals(code)) return;
        if (warm.isEmpty()) round.run(); // idle compilers mean nothing before the first call
        double limit = where.oversubscribed() ? OVERSUBSCRIBED_WARM_UP : WARM_UP;
        Rehearsal.of(sh, shortest -> limit, WINDOW, round);
        warm = code;
    }

    /// Measures and prints one row, with this PE's part. Collective. Returns the result on PE 0, null elsewhere.
    public Result measure(Row row, Operation mine) {
        if (options.warmUp) return firstCalls(row, mine);
        return measure(row, () -> mine != Operation.NONE, mine, Plan.MOST_BATCH, batch -> {
            long start = sh.nanoTime();
            mine.run(batch);
            return sh.nanoTime() - start;
        });
    }

    private Result firstCalls(Row row, Operation mine) {
        var first = new FirstCalls();
        long begin = sh.nanoTime();
        do {
            long start = sh.nanoTime();
            mine.run(FirstCalls.CALLS);
            first.add(sh.nanoTime() - start);
        } while (agree(!options.check && sh.nanoTime() - begin < FirstCalls.NANOS ? 1 : 0) != 0);
        Result result = isFirst() ? first.result(row, where) : null;
        if (isFirst()) out.row(result);
        return result;
    }

    /// Measures a row as [#measure(Row, Operation)] does, for operations that need a set-up each: one operation is one
    /// sample. `once` returns the nanoseconds of its timed part, or -1 on a PE that times nothing.
    public Result measureEach(Row row, LongSupplier once) {
        boolean[] timed = new boolean[1];
        LongSupplier together = () -> {
            long nanos = once.getAsLong();
            timed[0] = nanos >= 0;
            sh.barrierAll();
            return nanos;
        };
        Operation warming = n -> {
            for (int i = 0; i < n; i++) used(together.getAsLong());
        };
        return measure(row, () -> timed[0], warming, 1, batch -> together.getAsLong());
    }

    /// Warms up, takes the samples, and repeats both while compilers work.
    private Result measure(
            Row row, BooleanSupplier takesPart, Operation warming, int mostBatch, IntToLongFunction sample) {
        warmUp(row, () -> rounds(warming, plan.warmNanos(), mostBatch));
        long begin = sh.nanoTime();
        while (true) {
            long chosen = rounds(warming, plan.warmNanos(), mostBatch);
            int batch = (int) ((chosen & ~SLOW) >>> BATCH_SHIFT);
            int samples = (int) chosen;
            sh.barrierAll();
            if (single != null) return distribution(row, takesPart, sample, calls(batch, samples));
            long compiled = reports ? compilers.nanos() : 0;
            long start = sh.nanoTime();
            for (int s = 0; s < samples; s++) times[s + HEAD] = sample.applyAsLong(batch);
            times[0] = takesPart.getAsBoolean() ? 1 : 0;
            times[1] = sh.nanoTime() - start;
            times[2] = reports ? Math.max(0, compilers.nanos() - compiled) : 0;
            Result result = gather(row, batch, samples);
            boolean again = isFirst() && result.score().isCompiling() && sh.nanoTime() - begin < AGAIN;
            if (plan.warmNanos() > 0 && agree(again ? 1 : 0) != 0) continue;
            if (isFirst()) out.row(result);
            return result;
        }
    }

    /// How many calls `--latency` times: as many on each PE, because a call may wait for its partner's.
    private int calls(int batch, int samples) {
        if (options.iterations > 0) return options.iterations;
        long calls = (long) batch * samples * (where.virtual() || options.check ? 1 : CALLS);
        long due = options.rate() == 0 ? MOST_CALLS : 2L * options.rate(); // those of two seconds
        return (int) Math.min(Math.min(calls, due), MOST_CALLS);
    }

    private Result distribution(Row row, BooleanSupplier takesPart, IntToLongFunction sample, int calls) {
        single.run(sample, calls);
        Result result = single.gather(single.named(row), takesPart.getAsBoolean());
        if (result != null) out.row(result);
        return result;
    }

    /// The result of the samples of all PEs that take part, on PE 0; null elsewhere.
    private Result gather(Row row, int batch, int samples) {
        MemorySegment.copy(times, 0, gathered.local(), ValueLayout.JAVA_LONG, 0, samples + HEAD);
        sh.barrierAll();
        Result result = isFirst() ? result(row, batch, samples) : null;
        sh.barrierAll(); // the samples stay until PE 0 has read them
        return result;
    }

    private Result result(Row row, int batch, int samples) {
        long[] theirs = new long[samples + HEAD];
        double[] all = {};
        double compiling = 0;
        double perSecond = 0;
        var medians = new TreeMap<Double, Integer>(); // with the PE that has it
        for (int pe = 0; pe < sh.nPes(); pe++) {
            gathered.get(0, theirs, 0, samples + HEAD, pe);
            compiling += (double) theirs[2] / Math.max(1, theirs[1]);
            if (theirs[0] == 0) continue;
            int before = all.length;
            all = Arrays.copyOf(all, before + samples);
            for (int s = 0; s < samples; s++)
                all[before + s] = Math.max(0, theirs[s + HEAD]) / ((double) batch * row.per());
            medians.put(Statistics.median(Arrays.copyOfRange(all, before, all.length)), pe);
            perSecond += 1e3 * row.moved() * batch * samples / Math.max(1, theirs[1]);
        }
        int reporting = Math.max(1, all.length / samples);
        if (all.length == 0) throw new AssertionError("no PE measured " + row.key());
        Score score = Score.of(all);
        // if PEs take turns on the cores, a sample leaves out the time in which the PE did not run
        double rate = where.oversubscribed() ? perSecond / reporting : row.moved() * 1e3 / (score.median() * row.per());
        score = score.rate(row.moved() == 0 ? 0 : rate).compiling(where.virtual() ? 0 : compiling);
        var extra = new TreeMap<String, String>();
        if (row.pairs() > 1 && row.moved() > 0) {
            extra.put("MB/s of all pairs", Result.number(score.rate() * row.pairs()));
            extra.put("million calls/s", Result.number(row.pairs() * 1e3 / (score.median() * row.per())));
        }
        if (options.perPe && medians.size() > 1) {
            extra.put("fastest PE", named(medians.firstEntry()));
            extra.put("slowest PE", named(medians.lastEntry()));
        }
        return new Result(row, score, where, Result.OWN, extra);
    }

    private static String named(Map.Entry<Double, Integer> pe) {
        return pe.getValue() + " (" + Result.number(pe.getKey()) + " ns)";
    }

    /// Runs rounds of operations for at least `nanos`, whose lengths PE 0 doubles until one is long enough to be
    /// timed by the slowest PE: a word of PE 0 is near to PE 0 alone, and the others' operations may take a
    /// thousand times longer. Returns PE 0's choice from the fastest round: operations in a sample, samples in a
    /// row. Collective.
    private long rounds(Operation mine, long nanos, int mostBatch) {
        long spent = 0;
        long operations = 1;
        double best = Double.MAX_VALUE; // a disturbed round must not decide the length of a sample
        for (int round = 1; ; round++) {
            sh.barrierAll();
            long start = sh.nanoTime();
            for (long left = operations; left > 0; left -= Plan.MOST_BATCH)
                mine.run((int) Math.min(left, Plan.MOST_BATCH));
            if (!where.virtual()) sh.barrierAll();
            long took = sh.nanoTime() - start;
            spent += took;
            double each = (double) took / operations;
            boolean slow = each >= plan.slowNanos();
            if (round > 1 || slow) best = Math.min(best, each);
            boolean timed = plan.warmNanos() == 0 || took >= Plan.MILLI;
            boolean settled = round >= 2 && (timed || spent >= 4 * nanos);
            long next = timed ? operations : operations << 1;
            if (spent >= nanos && (settled || slow)) {
                int batch = Math.min(mostBatch, plan.batch(best));
                next = -((slow ? SLOW : 0)
                        | (long) batch << BATCH_SHIFT
                        | plan.samples(batch, best, options.iterations));
            }
            operations = agree(next);
            if (operations < 0) return -operations;
        }
    }

    /// Returns PE 0's value on all PEs: two-sided benchmarks run equally many operations on both sides. Collective.
    private long agree(long mine) {
        int slot = choices++ % SLOTS;
        if (isFirst()) slots.set(slot, mine);
        sh.barrierAll();
        return slots.g(slot, 0);
    }

    @Override
    public void close() {
        if (single != null) single.close();
        gathered.free();
        slots.free();
    }
}
