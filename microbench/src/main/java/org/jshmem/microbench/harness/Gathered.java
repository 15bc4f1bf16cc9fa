// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jshmem.SymLongs;
import org.jshmem.report.Result;
import org.jshmem.report.Samples;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;

/// The samples of one row from all PEs that report it, on PE 0.
final class Gathered {
    /// Words before the samples: the elapsed nanoseconds, and two millionths of that time: compilers of the JVM
    /// had a core; this thread waited for one.
    static final int HEAD = 3;

    private static final double NOTABLE_COMPILING = 0.1; // of a core
    private static final double NOTABLE_WAITING = 0.03; // of the time

    private final Case row;
    private final int batch;
    private final int samples;
    private double[] all = {};
    private double[] first;
    private double perSecond;
    private int reporting;
    private double compiling;
    private double waiting;

    private Gathered(Case row, int batch, int samples) {
        this.row = row;
        this.batch = batch;
        this.samples = samples;
    }

    static Gathered from(SymLongs gathered, Case row, int batch, int samples, Where where) {
        long[] theirs = new long[samples + HEAD];
        return of(row, batch, samples, where, pe -> {
            gathered.get(0, theirs, 0, row.reports.by(pe) ? samples + HEAD : HEAD, pe);
            return theirs;
        });
    }

    /// Collects the words of all PEs. PEs of one JVM report the same compilers; the scaled sum counts each JVM
    /// once.
    static Gathered of(Case row, int batch, int samples, Where where, IntFunction<long[]> words) {
        var its = new Gathered(row, batch, samples);
        for (int pe = 0; pe < where.npes(); pe++) {
            long[] theirs = words.apply(pe);
            its.compiling += (double) theirs[1] / Disturbance.MILLION * where.jvms() / where.npes();
            if (!row.reports.by(pe)) continue;
            its.waiting = Math.max(its.waiting, (double) theirs[2] / Disturbance.MILLION);
            its.add(theirs);
        }
        return its;
    }

    private void add(long[] theirs) {
        double divisor = divisor();
        var own = new double[samples];
        for (int s = 0; s < samples; s++) {
            own[s] = Math.max(0, theirs[s + HEAD]) / divisor;
        }
        int before = all.length;
        all = Arrays.copyOf(all, before + samples);
        System.arraycopy(own, 0, all, before, samples);
        if (first == null) first = own;
        perSecond += 1e3 * row.moved * batch * samples / Math.max(1, theirs[0]);
        reporting++;
    }

    private double divisor() {
        return (double) batch * row.hops;
    }

    /// The median time of one operation, not divided by hops.
    double nanosEach() {
        return Statistics.median(all) * row.hops;
    }

    /// The share of a core that the compilers had, if it is notable; else empty.
    String compiling() {
        return compiling > NOTABLE_COMPILING ? "compilers at work, " + percent(compiling) + " of a core" : "";
    }

    String trend() {
        return Statistics.unsteady(first).stream()
                .filter(reason -> reason.startsWith(Statistics.TREND_MARK))
                .findFirst()
                .orElse("");
    }

    Result result(Where where, double clockNanos, Result.Tails tails, Result.OverPes overPes, Rest rest) {
        Arrays.sort(all);
        double median = Statistics.median(all);
        var samples = new Samples();
        for (double one : all) samples.add(one);
        var interval = where.virtual() ? new Statistics.Interval(median, median) : Statistics.ofSamples(first);
        // if PEs take turns on the cores, a sample leaves out the time in which the PE did not run: take the
        // elapsed time
        double bandwidth = where.crowded() ? perSecond / reporting : row.moved * 1e3 / (median * row.hops);
        var time = new Result.Time(
                "ns",
                1,
                (long) batch * this.samples,
                all[0],
                median,
                Math.min(median, interval.low()),
                Math.max(median, interval.high()),
                all[(int) Math.ceil(0.99 * all.length) - 1],
                clockNanos / divisor(),
                List.of(median),
                where.virtual() ? "" : samples.encode());
        String source = row.role == Result.Role.FLOOR ? "model" : "jshmem";
        return Result.of(where, source, row.role, row.benchmark, row.variant, time)
                .access(row.access)
                .size(row.pairs, row.bytes)
                .details(tails, overPes)
                .rate(row.moved == 0 ? 0 : bandwidth)
                .marks(where.virtual() ? List.of() : marks(rest))
                .warmAfter(rest.seconds())
                .made();
    }

    private List<String> marks(Rest rest) {
        var marks = new ArrayList<String>();
        if (!rest.mark().isEmpty()) marks.add(rest.mark());
        marks.addAll(Statistics.unsteady(first));
        if (waiting > NOTABLE_WAITING) marks.add(Result.WAITED + " " + percent(waiting) + " of the time");
        return marks;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
