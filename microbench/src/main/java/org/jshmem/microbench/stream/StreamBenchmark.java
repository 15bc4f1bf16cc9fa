// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.Neighbours;
import org.jshmem.microbench.harness.ResultOutput;
import org.jshmem.microbench.harness.ThisJob;
import org.jshmem.microbench.page.Reporting;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;

/// STREAM over symmetric arrays: `bin/oshrun -np N stream [options]`.
///
/// All PEs run one kernel at a time, each on its own portion. A pass of a kernel ends with an all-reduce. `--block N`
/// adds one after every N elements, as in the OpenSHMEM version of Namashivayam et al. (2014). The time of a pass is
/// that of the slowest PE, reductions included.
public final class StreamBenchmark {
    /*
     * Copy, Scale, Add and Triad run in turn, all passes are kept, and the bandwidth is that of the median
     * pass. It counts bytes as McCalpin does: two or three words for each element, without the lines that a
     * cache fetches before it writes. On a real machine the C STREAM and each variant take turns, in rounds of
     * a few passes, so that a disturbance meets all of them. The first passes of a round only warm up.
     */
    private static final String NAME = "stream";
    private static final int WARM = 3;
    private static final int ROUNDS = 3;
    private static final double TOLERANCE = 1e-13;
    private static final double MOST_REHEARSAL = 10; // seconds
    private static final long STRIP = 8 << 10;
    private static final int STRIPS = 64;

    private final Shmem sh;
    private final StreamOptions options;
    private final Where where;
    private final long elements;
    private final long block;
    private final int rounds;
    private final int passes;

    private StreamBenchmark(Shmem sh, StreamOptions options, Where where, long elements) {
        this.sh = sh;
        this.options = options;
        this.where = where;
        this.elements = elements;
        block = options.block() == 0 ? elements : Math.min(elements, options.block());
        rounds = where.virtual() ? 1 : Math.min(ROUNDS, options.passes);
        passes = (options.passes + rounds - 1) / rounds;
    }

    private record Variant(boolean vector, StreamOptions.Reduction reduction) {}

    public static void main(String[] args) {
        Shmem.run(args, StreamBenchmark::run);
    }

    static void run(Shmem sh, String[] args) throws IOException {
        try {
            var usage = new StringBuilder();
            StreamOptions options = StreamOptions.parse(args, usage);
            if (options == null) {
                if (sh.myPe() == 0) System.out.print(usage);
                return;
            }
            var where = ThisJob.of(sh);
            long elements = StreamArrays.elements(sh, options, where);
            Reporting report = sh.myPe() == 0 ? Reporting.open(options.sinks) : null;
            sh.syncAll(); // here PE 0 has opened its files, or has ended the job
            new StreamBenchmark(sh, options, where, elements).measure(report);
        } catch (InvalidArguments refused) {
            refused.end(sh, NAME);
        }
    }

    private void measure(Reporting report) throws IOException {
        boolean first = sh.myPe() == 0;
        var floors = first && !options.noFloors && !where.virtual() ? Floors.compile() : Floors.none();
        var out = new ResultOutput(NAME, options.sinks.format(), System.out, null);
        if (first) {
            out.header(where, notes());
            out.begin(
                    NAME,
                    rounds + " rounds of " + passes + " passes; MB/s of all PEs together, of the median pass of all;"
                            + " C: of the round with the middle median");
        }
        var variants = new ArrayList<Variant>();
        for (boolean vector : options.vectors()) {
            for (StreamOptions.Reduction reduction : options.reductions()) variants.add(new Variant(vector, reduction));
        }
        var neighbours = Neighbours.watch(sh);
        var kernels = Streaming.Kernel.values();
        var nanos = new long[variants.size()][kernels.length][rounds * passes];
        var beside = new ArrayList<Floors.Floor>();
        double worst = 0;
        Rehearsal rehearsed;
        try (var arrays = new StreamArrays(sh, elements * Double.BYTES)) {
            rehearsed = rehearse(arrays, variants);
            for (int round = 0; round < rounds; round++) {
                if (first) beside.addAll(floors.stream(sh.nPes(), elements, passes));
                for (int v = 0; v < variants.size(); v++) {
                    worst = Math.max(worst, round(arrays, variants.get(v), nanos[v], round * passes));
                }
            }
        }
        if (first) floors(beside).forEach(out::row);
        for (int v = 0; v < variants.size(); v++) {
            for (Streaming.Kernel kernel : kernels) {
                long[] slowest = slowest(nanos[v][kernel.ordinal()]);
                if (first) out.row(row(kernel, variants.get(v), slowest, rehearsed));
            }
        }
        verdict(worst, out);
        double share = neighbours.share();
        if (first) {
            List<Result> results = out.results().stream()
                    .map(result -> result.change().outside(share).made())
                    .toList();
            report.end(sh, where, out, results, share, notes());
        }
    }

    /// Calls the kernels on strips until they are compiled. A loop over whole arrays is one call, and the first
    /// ones would be timed while compilers work.
    private Rehearsal rehearse(StreamArrays arrays, List<Variant> variants) {
        if (where.virtual()) return Rehearsal.NONE;
        return Rehearsal.of(sh, MOST_REHEARSAL, () -> {
            for (Variant variant : variants) {
                Streaming streaming = arrays.kernels(variant.vector());
                for (Streaming.Kernel kernel : Streaming.Kernel.values()) {
                    for (int k = 0; k < STRIPS; k++) {
                        long from = k * STRIP % elements;
                        streaming.run(kernel, from, Math.min(elements, from + STRIP));
                    }
                    sh.world().reduce(Op.SUM, 1.0);
                }
            }
        });
    }

    /// Runs some passes of one variant over fresh arrays. Returns the largest relative error at the end.
    private double round(StreamArrays arrays, Variant variant, long[][] nanos, int from) {
        sh.world().algorithm(Collective.REDUCE, variant.reduction().algorithm);
        sh.world().access(Collective.REDUCE, variant.reduction().access);
        Streaming streaming = arrays.kernels(variant.vector());
        streaming.fill(elements);
        for (int pass = -WARM; pass < passes; pass++) {
            for (Streaming.Kernel kernel : Streaming.Kernel.values()) {
                sh.syncAll();
                long start = sh.nanoTime();
                sweep(streaming, kernel);
                if (pass >= 0) nanos[kernel.ordinal()][from + pass] = sh.nanoTime() - start;
            }
        }
        return streaming.error(elements, WARM + passes);
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        notes.add("arrays: 3 x " + elements + " doubles at each PE; a reduction after every " + block);
        long bytes = elements * Double.BYTES * sh.nPes();
        if (!where.virtual() && bytes < StreamArrays.enough()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "SMALL ARRAYS: %d MiB in all are less than 4 x the last-level cache (%d MiB); give --heap %dm",
                    bytes >> 20,
                    StreamArrays.enough() >> 20,
                    (3 * StreamArrays.enough() / sh.nPes() >> 20) + 16));
        }
        return notes;
    }

    private void sweep(Streaming streaming, Streaming.Kernel kernel) {
        for (long from = 0; from < elements; from += block) {
            long to = Math.min(elements, from + block);
            streaming.run(kernel, from, to);
            sh.compute(kernel.work(to - from, elements, streaming.vector()));
            sh.world().reduce(Op.SUM, streaming.a().getAtIndex(ValueLayout.JAVA_DOUBLE, to - 1));
        }
    }

    /// The time of the slowest PE in each pass.
    private long[] slowest(long[] own) {
        SymLongs all = sh.longs(own.length);
        for (int k = 0; k < own.length; k++) all.set(k, own[k]);
        sh.world().reduce(Op.MAX, all, all, own.length);
        long[] slowest = all.local().toArray(ValueLayout.JAVA_LONG);
        all.free();
        return slowest;
    }

    private Result row(Streaming.Kernel kernel, Variant variant, long[] nanos, Rehearsal rehearsed) {
        long bytes = Double.BYTES * elements * kernel.words;
        String benchmark = "stream-" + kernel.name().toLowerCase(Locale.ROOT);
        double[] each = Arrays.stream(nanos).asDoubleStream().toArray();
        var time = Result.Time.of(each.length, each);
        String loop = variant.vector() ? "vector" : "scalar";
        return Result.of(where, "jshmem", Result.Role.OWN, benchmark, loop, time)
                .access(Case.name(variant.reduction().access))
                .size(0, bytes)
                .parameters(Map.of("reduction", variant.reduction().algorithm))
                .rate(bytes * sh.nPes() * 1e3 / time.median())
                .marks(marks(each, rehearsed))
                .warmAfter(rehearsed.seconds())
                .made();
    }

    private List<String> marks(double[] passes, Rehearsal rehearsed) {
        if (where.virtual()) return List.of();
        var marks = new ArrayList<String>();
        if (!rehearsed.rested()) {
            marks.add(String.format(
                    Locale.ROOT, "%s after %.1f s: compilers at work", Result.NOT_AT_REST, rehearsed.seconds()));
        }
        marks.addAll(Statistics.unsteady(passes));
        return marks;
    }

    /// One row for each kernel of the C STREAM.
    private List<Result> floors(List<Floors.Floor> all) {
        return all.stream()
                .map(Floors.Floor::what)
                .distinct()
                .map(kernel -> middle(all, kernel))
                .map(f -> f.result(where, f.what(), f.bytes() / sh.nPes(), f.bytes()))
                .toList();
    }

    /// The round of a kernel with the middle median. The rounds are one launch: they are not merged as launches.
    static Floors.Floor middle(List<Floors.Floor> all, String kernel) {
        List<Floors.Floor> rounds = all.stream()
                .filter(f -> f.what().equals(kernel))
                .sorted(Comparator.comparingDouble(f -> f.time().median()))
                .toList();
        return rounds.get((rounds.size() - 1) / 2);
    }

    private void verdict(double own, ResultOutput out) {
        double worst = sh.world().reduce(Op.MAX, own);
        if (!(worst <= TOLERANCE)) {
            throw new AssertionError("PE " + sh.myPe() + ": the arrays are wrong by up to " + worst
                    + " of their values, " + TOLERANCE + " are allowed");
        }
        if (sh.myPe() == 0) {
            out.note(String.format(
                    Locale.ROOT, "solution validates: largest relative error %.1e <= %.0e", worst, TOLERANCE));
        }
    }
}
