// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// One PE's side of a run of the suite: takes samples in step with the other PEs and makes results of them on PE 0.
public final class Bench {
    /*
     * How a row is measured. All PEs run warm-up rounds whose lengths PE 0 chooses: it doubles them until one is long
     * enough to be timed, goes on until the warm-up is over, and derives from the last round how many operations make
     * a sample and how many samples a row. Each choice travels in a control word of PE 0 that the others read after a
     * barrier, so that two-sided tests run the same number of operations on both sides. The samples of all reporting
     * PEs then go into one histogram. Two clock readings lie around a sample; their cost is in it and is told.
     *
     * Samples are batches. Where the tail of single operations matters they are timed one by one afterwards, and what
     * all PEs do together is called some more times with a common start; see Singles.
     */
    private static final int SLOTS = 2;
    private static final double MOST_REHEARSAL = 0.5; // seconds
    private static final double CROWDED_REHEARSAL = 10; // many JVMs compile on few cores
    private static final long CROWDED_WARM_NANOS = 3_000_000_000L;
    private static final int BATCH_SHIFT = 32;
    private static final long SLOW = 1L << 62;

    public final Shmem sh;
    public final SuiteSettings settings;
    public final Where where;
    public final FloorRows floors;
    private final boolean direct;
    private final Plan plan;
    private final ResultOutput out;
    private final SymLongs control;
    private final SymLongs gathered;
    private final Singles singles;
    private final Disturbance disturbance;
    private final double clockNanos;
    private final long[] times;
    private int agreements;
    private String warm = "";

    public Bench(Shmem sh, SuiteSettings settings, Where where, Floors floors, ResultOutput out) {
        this.sh = sh;
        this.settings = settings;
        this.where = where;
        this.floors = new FloorRows(this, floors, out);
        this.out = out;
        plan = settings.check() ? Plan.check() : Plan.of(where).in(settings.quick());
        times = new long[plan.maxSamples()];
        control = sh.longs(SLOTS);
        direct = IntStream.range(0, sh.nPes()).allMatch(pe -> control.ptr(pe) != null);
        gathered = sh.longs(Math.max(times.length, Singles.MOST) + Gathered.HEAD);
        clockNanos = where.virtual() || settings.check() ? 0 : clock();
        singles = new Singles(this, gathered, clockNanos);
        disturbance = new Disturbance(where);
    }

    /// What the harness itself allocates on each PE.
    public static long heap() {
        return Long.BYTES * (Singles.MOST + 64L) + 64 * 1024;
    }

    public boolean isFirst() {
        return sh.myPe() == 0;
    }

    /// The access modes asked for, ptr only where all PEs have addresses for each other's memory.
    public List<Access> accesses() {
        return settings.accesses().stream()
                .filter(access -> access != Access.PTR || direct)
                .toList();
    }

    /// Whether PEs have addresses for each other's memory: where this one lacks one, each lacks some.
    public boolean isDirect() {
        return direct;
    }

    /// The pair counts a test runs with, as pairings.
    public List<Pairs> pairings(Test test) {
        var all = new ArrayList<Pairs>();
        for (int count : settings.pairs(test, where)) all.add(new Pairs(sh.nPes(), count, settings.partnerOffset()));
        return all;
    }

    /// The sizes this test runs at: those asked for, or the default ones that fit its share of the heap.
    public List<Long> sizes(Test test) {
        return settings.sizes(test, where, sh.nPes(), sh.largestFree());
    }

    public void begin(Test test, int number, int of) {
        if (isFirst()) out.begin(test, number, of);
    }

    /// Measures one algorithm over sizes; collective. Warms up on all of them first: a JIT compiler that has seen only
    /// small copies starts again at the first large one.
    public void sweep(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches) {
        sweep(sizes, cases, batches, out::row);
    }

    /// As above, and each size's results are compared, every element of them, after its row.
    public void sweep(
            List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches, Destinations<?> results) {
        warmUp(sizes, cases, batches);
        for (long bytes : sizes) {
            Result result = checked(cases.apply(bytes), batches.apply(bytes), results, bytes);
            if (result != null) out.row(result);
        }
    }

    /// One row whose results are compared; on PE 0, null elsewhere.
    public Result checked(Case c, Batch mine, Destinations<?> results, long bytes) {
        results.clear();
        sh.barrierAll(); // no PE writes here before this one has cleared
        Result result = result(c, mine);
        mine.run(2); // each destination once, however many operations the row had
        sh.barrierAll();
        results.check(c.benchmark + " " + c.variant, bytes);
        sh.barrierAll();
        return result;
    }

    /// As above; PE 0 gives each result to `to`.
    public void sweep(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches, Consumer<Result> to) {
        warmUp(sizes, cases, batches);
        for (long bytes : sizes) {
            Result result = result(cases.apply(bytes), batches.apply(bytes));
            if (result != null) to.accept(result);
        }
    }

    /// Warms up an algorithm on all its sizes.
    public void warmUp(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches) {
        if (sizes.isEmpty()) return;
        Case first = cases.apply(sizes.getFirst());
        Plan its = plan(first);
        if (its.firstWarmNanos() == 0 || warm.equals(key(first))) return;
        // again and again over all sizes: code compiled for the first ones is thrown away at the next
        Runnable cycle = () -> {
            for (long bytes : sizes) {
                // from a size on that takes long everything is compiled
                if ((warmUp(its, batches.apply(bytes), its.sliceNanos()) & SLOW) != 0) return;
            }
        };
        // compilers that rest may have had too few calls yet to begin with
        if (warm.isEmpty()) warmTogether(batches.apply(sizes.getFirst()));
        Rehearsal.of(sh, where.crowded() ? CROWDED_REHEARSAL : MOST_REHEARSAL, cycle);
        warm = key(first);
    }

    /// Warms up what all PEs do together, for as long as many JVMs on few cores need to compile it.
    public void warmTogether(Batch mine) {
        if (where.crowded() && !settings.check()) warmUp(plan, mine, CROWDED_WARM_NANOS);
    }

    private Plan plan(Case c) {
        return c.pairs == 0 ? plan.together(where.npes()) : plan;
    }

    private static String key(Case c) {
        return c.benchmark + c.variant + c.access;
    }

    /// Measures one row; collective. `mine` is this PE's part, [Batch#IDLE] for one that has none. PE 0 takes part.
    public void measure(Case c, Batch mine) {
        Result result = result(c, mine);
        if (result != null) out.row(result);
    }

    /// As [#measure], without printing: the result on PE 0, null elsewhere.
    public Result result(Case c, Batch mine) {
        boolean cold = !warm.equals(key(c));
        warm = key(c);
        Plan its = plan(c);
        var rest = new Rest(its, cold);
        long begin = sh.nanoTime();
        Gathered all;
        boolean again;
        do {
            long chosen = warmUp(its, mine, cold ? its.firstWarmNanos() : its.warmNanos()) & ~SLOW;
            cold = false;
            int batch = (int) (chosen >>> BATCH_SHIFT);
            int samples = (int) chosen;
            sh.barrierAll();
            long warmed = sh.nanoTime() - begin;
            disturbance.begin();
            long elapsed = sample(mine, batch, samples);
            all = gather(c, batch, samples, elapsed);
            again = isFirst() && rest.again(all, its.wasCold(batch, samples, elapsed), warmed);
        } while (its.restNanos() > 0 && agree(again ? 1 : 0) == 1); // virtual time needs no second look
        long each = agree(isFirst() ? Math.max(1, Math.round(all.nanosEach())) : 0);
        boolean more = !settings.check();
        Result.Tails tails = c.singly && more ? singles.tails(c, mine, each) : null;
        Result.OverPes overPes = c.together && more ? singles.overPes(mine, each) : null;
        return all == null ? null : all.result(where, clockNanos, tails, overPes, rest);
    }

    /// What all reporting PEs saw, on PE 0; null elsewhere.
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

    /// One staged operation: this PE's share of bringing memory into a state, then what the timed part took here.
    @FunctionalInterface
    public interface Staged {
        long once();
    }

    /// As [#measure], for operations that need a set-up each: one operation is one sample.
    public void measureStaged(Case c, Staged mine) {
        boolean cold = !warm.equals(key(c));
        warm = key(c);
        Plan its = plan(c);
        long warmNanos = cold ? its.firstWarmNanos() : its.warmNanos();
        var rest = new Rest(its, false);
        long begin = sh.nanoTime();
        Gathered all;
        boolean again;
        do {
            int samples = warmUpStaged(its, mine, warmNanos);
            long warmed = sh.nanoTime() - begin;
            disturbance.begin();
            long start = sh.nanoTime();
            for (int s = 0; s < samples; s++) {
                times[s] = mine.once();
                sh.barrierAll();
            }
            all = gather(c, 1, samples, sh.nanoTime() - start);
            again = isFirst() && rest.again(all, false, warmed);
        } while (its.restNanos() > 0 && agree(again ? 1 : 0) == 1); // virtual time needs no second look
        if (all != null) out.row(all.result(where, clockNanos, null, null, rest));
    }

    /// Returns how many samples to take.
    private int warmUpStaged(Plan its, Staged mine, long warmNanos) {
        long begin = sh.nanoTime();
        long last = begin;
        long samples = 0;
        for (int rounds = 1; samples == 0; rounds++) {
            mine.once();
            sh.barrierAll();
            long now = sh.nanoTime();
            boolean enough = rounds >= 2 && now - begin >= warmNanos;
            samples = agree(enough ? its.samples(1, now - last, settings.iterations()) : 0);
            last = now;
        }
        return (int) samples;
    }

    /// Returns what PE 0 decided: operations in a sample, samples, and whether one operation takes long.
    private long warmUp(Plan its, Batch mine, long warmNanos) {
        long spent = 0;
        int rounds = 0;
        long done = 0;
        long operations = 1;
        double best = Double.MAX_VALUE; // a round that was disturbed must not decide how long a sample is
        while (true) {
            sh.barrierAll();
            long start = sh.nanoTime();
            for (long left = operations; left > 0; left -= Plan.MAX_BATCH) {
                mine.run((int) Math.min(left, Plan.MAX_BATCH));
            }
            long took = sh.nanoTime() - start;
            spent += took;
            done += operations;
            double each = (double) took / operations;
            boolean slow = its.slow(each);
            if (rounds > 0 || slow) best = Math.min(best, each);
            long next = operations;
            boolean settled = ++rounds >= 2 && (took >= its.roundNanos() || spent >= 4 * warmNanos);
            if (spent >= warmNanos && done >= settings.warmup() && (settled || slow)) {
                int batch = its.batch(best);
                long samples = its.samples(batch, best, settings.iterations());
                next = -((slow ? SLOW : 0) | (long) batch << BATCH_SHIFT | samples);
            } else if (took < its.roundNanos()) {
                next = operations << 1;
            }
            operations = agree(next);
            if (operations < 0) return -operations;
        }
    }

    /// What an empty sample shows: one reading of the clock.
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

    /// What reading the clock costs.
    public double clockNanos() {
        return clockNanos;
    }

    private long sample(Batch mine, int batch, int samples) {
        long[] to = times;
        long begin = sh.nanoTime();
        for (int s = 0; s < samples; s++) {
            long start = sh.nanoTime();
            mine.run(batch);
            to[s] = sh.nanoTime() - start;
        }
        return sh.nanoTime() - begin;
    }

    /// Gives the memory back. Collective.
    public void close() {
        gathered.free();
        control.free();
    }

    /// What PE 0 says, on all PEs.
    public long agree(long mine) {
        int slot = agreements++ % SLOTS; // two slots: all have read one before PE 0, a barrier later, writes it again
        if (isFirst()) control.set(slot, mine);
        sh.barrierAll();
        return control.g(slot, 0);
    }

    /// A copy of so many bytes by loads and stores, as a program declares it.
    public static Work copying(long bytes) {
        return Work.NONE.bytes(bytes, bytes).vectorized().prefetched();
    }

    /// Prints a line that is no row, on PE 0.
    public void say(String line) {
        if (isFirst()) out.note(line);
    }

    /// Prints and keeps a result that a test made itself; on PE 0.
    public void row(Result result) {
        out.row(result);
    }
}
