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
import org.jshmem.SymMem;
import org.jshmem.microbench.reference.CReference;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.microbench.runner.OutputOptions;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.stream.StreamOptions.Variant;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
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
    private static final String ABOUT = "MB/s of all PEs together, of the median pass of all; C: of its middle round";
    private static final int WARM = 3;
    private static final int ROUNDS = 3;
    static final double TOLERANCE = 1e-13;
    private static final double MOST_REHEARSAL = 10; // seconds
    private static final long STRIP = 8 << 10;
    private static final int STRIPS = 64;

    private static final long ALIGN = 4096;
    private static final long MARGIN = 16 << 20;
    private static final long SIMULATED_ELEMENTS = 256 << 10;

    private final Shmem sh;
    private final StreamOptions options;
    private final Where where;
    private final long elements;
    private final long block;
    private final SymMem[] arrays = new SymMem[3];
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
            var where = Where.of(sh);
            long elements = elements(sh, options, where);
            if (sh.myPe() == 0) options.output.open();
            sh.syncAll(); // here PE 0 has opened its files, or has ended the job
            new StreamBenchmark(sh, options, where, elements).measure();
        } catch (InvalidArguments refused) {
            refused.end(sh, NAME);
        }
    }

    private void measure() throws IOException {
        boolean first = sh.myPe() == 0;
        boolean reference = first && options.reference && !where.virtual();
        OutputOptions out = options.output;
        if (first) {
            out.header(where, notes());
            out.begin(NAME, rounds + " rounds of " + passes + " passes; " + ABOUT);
        }
        List<Variant> variants = options.variants();
        var kernels = Streaming.Kernel.values();
        var nanos = new long[variants.size()][kernels.length][rounds * passes];
        var c = new ArrayList<Result>();
        double worst = 0;
        for (int k = 0; k < arrays.length; k++) arrays[k] = sh.mem(elements * Double.BYTES, ALIGN);
        rehearse(variants);
        for (int round = 0; round < rounds; round++) {
            sh.barrierAll(); // C runs while the other PEs wait, so that none of them fills or checks arrays
            if (reference) c.addAll(CReference.stream(where, elements, passes));
            sh.barrierAll();
            for (int v = 0; v < variants.size(); v++) {
                worst = Math.max(worst, round(variants.get(v), nanos[v], round * passes));
            }
        }
        sh.freeAll(arrays);
        middle(c).forEach(out::row);
        for (int v = 0; v < variants.size(); v++) {
            for (Streaming.Kernel kernel : kernels) {
                long[] slowest = slowest(nanos[v][kernel.ordinal()]);
                if (first) out.row(row(kernel, variants.get(v), slowest));
            }
        }
        verdict(worst, out);
        if (first) out.end(sh, where);
    }

    private Streaming kernels(boolean vector) {
        return new Streaming(arrays[0].local(), arrays[1].local(), arrays[2].local(), vector);
    }

    /// Calls the kernels on strips until they are compiled. A loop over whole arrays is one call, and the first
    /// ones would be timed while compilers work.
    private void rehearse(List<Variant> variants) {
        if (where.virtual()) return;
        Rehearsal.of(sh, MOST_REHEARSAL, () -> {
            for (Variant variant : variants) {
                Streaming streaming = kernels(variant.vector());
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
    private double round(Variant variant, long[][] nanos, int from) {
        sh.world().algorithm(Collective.REDUCE, variant.reduction().algorithm);
        sh.world().access(Collective.REDUCE, variant.reduction().access);
        Streaming streaming = kernels(variant.vector());
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
        if (!where.virtual() && bytes < enough()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "SMALL ARRAYS: %d MiB in all are less than 4 x all last-level caches (%d MiB); give --heap %dm",
                    bytes >> 20,
                    enough() >> 20,
                    (3 * enough() / sh.nPes() >> 20) + 16));
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

    private Result row(Streaming.Kernel kernel, Variant variant, long[] nanos) {
        long bytes = Double.BYTES * elements * kernel.words;
        StreamOptions.Reduction reduction = variant.reduction();
        Score score = Score.of(Arrays.stream(nanos).asDoubleStream().toArray());
        String loop = variant.vector() ? "vector" : "scalar";
        Row row = Row.of(
                        "stream-" + kernel.name().toLowerCase(Locale.ROOT),
                        reduction == StreamOptions.Reduction.AUTO ? loop : loop + ", " + reduction.algorithm,
                        Runner.name(reduction.access))
                .bytes(bytes)
                .moved(bytes);
        double moved = 1e3 * bytes * sh.nPes();
        var best = Map.of("best MB/s", Result.number(moved / score.min()));
        return new Result(row, score.rate(moved / score.median()), where, Result.OWN, best);
    }

    /// Of the rounds of each kernel of the C STREAM the one with the middle median: they are one fork.
    static List<Result> middle(List<Result> rounds) {
        var middle = new ArrayList<Result>();
        for (String kernel :
                rounds.stream().map(r -> r.row().benchmark()).distinct().toList()) {
            List<Result> its = rounds.stream()
                    .filter(r -> r.row().benchmark().equals(kernel))
                    .sorted(Comparator.comparingDouble(r -> r.score().median()))
                    .toList();
            middle.add(its.get((its.size() - 1) / 2));
        }
        return middle;
    }

    private void verdict(double own, OutputOptions out) {
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

    /// Doubles of each array at one PE: the number that the user named, or as many as fit the heap of an array
    /// of four times the last-level caches over all PEs.
    static long elements(Shmem sh, StreamOptions options, Where where) {
        long room = (sh.largestFree() - 64 * 1024) / 3 / ALIGN * ALIGN / Double.BYTES - ALIGN;
        long asked = options.elements();
        if (asked > room) {
            throw new InvalidArguments("three arrays of " + asked + " doubles need " + 3 * Double.BYTES * asked
                    + " bytes of symmetric heap on each PE, " + sh.largestFree()
                    + " are free; raise --heap or lower --elements");
        }
        if (asked > 0) return asked;
        long usual = where.virtual() ? SIMULATED_ELEMENTS : enough() / Double.BYTES / sh.nPes();
        return Math.clamp(usual, 1, room);
    }

    /// McCalpin's rule: each array has at least four times the bytes of all last-level caches.
    static long enough() {
        return 4 * CacheSizes.lastLevels();
    }

    /// Bytes of heap that arrays of that size need on each of `npes` PEs.
    public static long heap(int npes) {
        return 3 * (enough() / npes) + MARGIN;
    }
}
