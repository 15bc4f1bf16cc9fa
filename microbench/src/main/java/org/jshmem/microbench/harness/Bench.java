// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// One PE's part in a run of the suite: takes samples in step with the other PEs, and makes results of them on PE 0.
public final class Bench {
    /*
     * The samples of all reporting PEs go into one histogram. Each sample lies between two readings of the clock; it
     * includes the cost of one, which the header of the output states.
     *
     * Samples are batches. If a row reports the tail of single operations, these are timed one by one
     * afterwards. Collective operations are called some more times with a common start; see Singles.
     */
    public final Shmem sh;
    public final SuiteSettings settings;
    public final Where where;
    public final FloorRows floors;
    private final boolean direct;
    public final ResultOutput out;
    private final Agreement agreement;
    private final WarmUp warmUp;
    private final SymLongs gathered;
    private final Singles singles;
    private final Disturbance disturbance;
    private final double clockNanos;
    private final long[] times;

    public Bench(Shmem sh, SuiteSettings settings, Where where, Floors floors, ResultOutput out) {
        this.sh = sh;
        this.settings = settings;
        this.where = where;
        this.floors = new FloorRows(this, floors, out);
        this.out = out;
        Plan plan = settings.check ? Plan.check() : Plan.of(where).in(settings.quick);
        times = new long[plan.maxSamples()];
        agreement = new Agreement(sh);
        warmUp = new WarmUp(sh, settings, where, plan, agreement);
        gathered = sh.longs(Math.max(times.length, Singles.MOST) + Gathered.HEAD);
        direct = IntStream.range(0, sh.nPes()).allMatch(pe -> gathered.ptr(pe) != null);
        clockNanos = where.virtual() || settings.check ? 0 : clock();
        singles = new Singles(this, gathered, clockNanos);
        disturbance = new Disturbance(where);
    }

    /// Bytes of symmetric heap that the harness itself allocates on each PE.
    public static long heap() {
        return Long.BYTES * (Singles.MOST + 64L) + 64 * 1024;
    }

    public boolean isFirst() {
        return sh.myPe() == 0;
    }

    /// The requested access modes; ptr only if all PEs have addresses for each other's memory.
    public List<Access> accesses() {
        return settings.accesses.stream()
                .filter(access -> access != Access.PTR || direct)
                .toList();
    }

    /// Whether all PEs have addresses for each other's memory. If this PE lacks one, each PE lacks some.
    public boolean isDirect() {
        return direct;
    }

    /// The pair counts a test runs with, as pairings.
    public List<Pairs> pairings(Test test) {
        var all = new ArrayList<Pairs>();
        for (int count : settings.pairs(test, where)) all.add(new Pairs(sh.nPes(), count, settings.partnerOffset));
        return all;
    }

    /// The sizes of this test: the requested ones, or the default ones that fit the free heap.
    public List<Long> sizes(Test test) {
        return settings.sizes(test, where, sh.nPes(), sh.largestFree());
    }

    /// The sizes of this test, each rounded down to a multiple, and at least that.
    public List<Long> sizes(Test test, int multiple) {
        return sizes(test).stream()
                .map(n -> Math.max(multiple, n / multiple * multiple))
                .distinct()
                .toList();
    }

    /// Measures a test in each pairing and each access mode.
    public void ways(Test test, BiConsumer<Pairs, Access> rows) {
        for (Pairs pairs : pairings(test)) for (Access access : accesses()) rows.accept(pairs, access);
    }

    /// Uses a value, so that the JIT compiler keeps the operations that made it.
    public static void used(long sum) {
        if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
    }

    /// Measures one algorithm over sizes, after a warm-up on all of them. Collective.
    public void sweep(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches) {
        warmUp(sizes, cases, batches);
        for (long bytes : sizes) measure(cases.apply(bytes), batches.apply(bytes));
    }

    /// Measures one algorithm over sizes, and compares every element of each size's results after its row.
    /// Collective.
    public void sweep(
            List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches, Destinations<?> results) {
        warmUp(sizes, cases, batches);
        for (long bytes : sizes) {
            Result result = checked(cases.apply(bytes), batches.apply(bytes), results, bytes);
            if (result != null) out.row(result);
        }
    }

    /// Measures one row and compares its results. Returns the row on PE 0, null elsewhere. Collective.
    public Result checked(Case c, Batch mine, Destinations<?> results, long bytes) {
        results.clear();
        sh.barrierAll(); // all PEs have cleared before one writes
        Result result = result(c, mine);
        mine.run(2); // writes each destination once, also after a row of an odd number of operations
        sh.barrierAll();
        results.check(c.benchmark + " " + c.variant, bytes);
        sh.barrierAll();
        return result;
    }

    /// Warms up an algorithm on all its sizes. Collective.
    public void warmUp(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches) {
        warmUp.sizes(sizes, cases, batches);
    }

    /// Warms up an operation of all PEs for as long as many JVMs on few cores need to compile it. Collective.
    public void warmTogether(Batch mine) {
        warmUp.together(mine);
    }

    /// Measures one row; collective. `mine` is this PE's part, or [Batch#IDLE] if the PE has none. PE 0 takes
    /// part.
    public void measure(Case c, Batch mine) {
        Result result = result(c, mine);
        if (result != null) out.row(result);
    }

    /// Measures one row as [#measure] does, without printing it. Returns the result on PE 0, null elsewhere.
    public Result result(Case c, Batch mine) {
        Plan its = warmUp.plan(c);
        var rest = new Rest(its, !warmUp.isWarm(c));
        Gathered all = attempts(c, rest, warmNanos -> warmUp.rounds(its, mine, warmNanos), (batch, samples) -> {
            for (int s = 0; s < samples; s++) {
                long start = sh.nanoTime();
                mine.run(batch);
                times[s] = sh.nanoTime() - start;
            }
        });
        long each = agree(isFirst() ? Math.max(1, Math.round(all.nanosEach())) : 0);
        boolean more = !settings.check;
        Result.Tails tails = c.singly && more ? singles.tails(c, mine, each) : null;
        Result.OverPes overPes = c.together && more ? singles.overPes(mine, each) : null;
        return all == null ? null : all.result(where, clockNanos, tails, overPes, rest);
    }

    /// Takes the samples of one attempt.
    private interface Sampling {
        void take(int batch, int samples);
    }

    /// Warms up and takes samples until the row is at rest.
    private Gathered attempts(Case c, Rest rest, LongFunction<WarmUp.Choice> warming, Sampling sampling) {
        Plan its = warmUp.plan(c);
        long warmNanos = warmUp.begin(c);
        long begin = sh.nanoTime();
        while (true) {
            WarmUp.Choice chosen = warming.apply(warmNanos);
            warmNanos = its.warmNanos();
            int batch = chosen.batch();
            int samples = chosen.samples();
            sh.barrierAll();
            long warmed = sh.nanoTime() - begin;
            disturbance.begin();
            long start = sh.nanoTime();
            sampling.take(batch, samples);
            long elapsed = sh.nanoTime() - start;
            Gathered all = gather(c, batch, samples, elapsed);
            boolean again = isFirst() && rest.again(all, its.wasCold(batch, samples, elapsed), warmed);
            // virtual time needs no second attempt
            if (its.restNanos() == 0 || agree(again ? 1 : 0) == 0) return all;
        }
    }

    /// The samples of all reporting PEs, on PE 0; null elsewhere.
    private Gathered gather(Case c, int batch, int samples, long elapsed) {
        disturbance.end();
        MemorySegment own = gathered.local();
        own.setAtIndex(ValueLayout.JAVA_LONG, 0, elapsed);
        own.setAtIndex(ValueLayout.JAVA_LONG, 1, disturbance.compiling());
        own.setAtIndex(ValueLayout.JAVA_LONG, 2, disturbance.waiting());
        if (c.reports.by(sh.myPe())) {
            MemorySegment.copy(times, 0, own, ValueLayout.JAVA_LONG, Gathered.HEAD * Long.BYTES, samples);
        }
        sh.barrierAll();
        Gathered all = isFirst() ? Gathered.from(gathered, c, batch, samples, where) : null;
        sh.barrierAll(); // the samples stay until PE 0 has read them
        return all;
    }

    /// One operation with a set-up: this PE's part in bringing memory into a state, then the timed part.
    /// Returns the nanoseconds of the timed part.
    @FunctionalInterface
    public interface Staged {
        long once();
    }

    /// Measures one row as [#measure] does, for operations that need a set-up each: one operation is one
    /// sample.
    public void measureStaged(Case c, Staged mine) {
        Plan its = warmUp.plan(c);
        var rest = new Rest(its, false);
        Gathered all = attempts(c, rest, warmNanos -> warmUp.staged(its, mine, warmNanos), (batch, samples) -> {
            for (int s = 0; s < samples; s++) {
                times[s] = mine.once();
                sh.barrierAll();
            }
        });
        if (all != null) out.row(all.result(where, clockNanos, null, null, rest));
    }

    /// The nanoseconds that an empty sample shows: one reading of the clock.
    private double clock() {
        int rounds = 200_000;
        long shown = 0;
        for (int i = 0; i < 2 * rounds; i++) {
            if (i == rounds) shown = 0; // the first half warms up
            long start = sh.nanoTime();
            shown += sh.nanoTime() - start;
        }
        return (double) shown / rounds;
    }

    public double clockNanos() {
        return clockNanos;
    }

    public void close() {
        gathered.free();
        agreement.close();
    }

    /// Returns PE 0's value on all PEs. Collective.
    public long agree(long mine) {
        return agreement.on(mine);
    }

    /// A copy of `bytes` bytes by loads and stores, as a program declares it.
    public static Work copying(long bytes) {
        return Work.NONE.bytes(bytes, bytes).vectorized().prefetched();
    }

    public void say(String line) {
        if (isFirst()) out.note(line);
    }
}
