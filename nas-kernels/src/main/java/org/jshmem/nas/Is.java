// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.function.Consumer;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.Placement;
import org.jshmem.rehearsal.Rehearsal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// IS, the integer sort of the NAS parallel benchmarks: ranks keys of a bell-shaped distribution, with an
/// all-reduce and an all-to-all exchange in every iteration.
///
/// ```
/// bin/oshrun -np 4 is --class A --access ptr --order shifted
/// ```
public final class Is {
    @Command(name = "is", description = "NAS IS: an integer sort on a power of two of PEs")
    static final class IsOptions extends Options {
        @Option(
                names = "--order",
                paramLabel = "ORDER",
                defaultValue = "shifted",
                description = "targets of the key exchange: shifted (from the next PE on) or paper (0, 1, 2 ... on"
                        + " every PE, as published) (default: ${DEFAULT-VALUE})")
        String order;

        boolean shifted() {
            if (order.equals("shifted")) return true;
            if (order.equals("paper")) return false;
            throw refused("--order=" + order + " is neither paper nor shifted");
        }
    }

    private Is() {}

    /// Runs IS as one PE.
    public static void main(String[] args) {
        Shmem.run(args, Is::run);
    }

    private static void run(Shmem sh, String[] args) {
        IsOptions options = new IsOptions();
        try {
            if (Options.parse(sh, options, args)) run(sh, options, keys -> {}).conclude(sh, options.format);
        } catch (Refusal refusal) {
            refusal.end(sh);
        }
    }

    /// Runs IS as one PE of a job that is up. `before` may change the keys first.
    static Report report(Shmem sh, Consumer<int[]> before, String... args) {
        IsOptions options = new IsOptions();
        Options.parse(sh, options, args);
        return run(sh, options, before);
    }

    private static Report run(Shmem sh, IsOptions options, Consumer<int[]> before) {
        IsClass problem = options.problem(IsClass.class);
        Access access = options.access(sh);
        boolean shifted = options.shifted();
        checkPes(sh, options, problem);
        if (options.iterations != null && options.iterations > IsClass.ITERATIONS) {
            throw options.refused(
                    "--iterations=%d is more than 10, beyond which no ranks are known".formatted(options.iterations));
        }
        checkMemory(sh, options, problem);
        options.choose(sh.world(), access);

        Stopwatch watch = new Stopwatch(sh);
        Rehearsal rehearsal = rehearse(sh, options, problem, watch);
        IsSort sort = new IsSort(sh, problem, access, shifted, watch);
        before.accept(sort.keys);
        for (int i = 0; i < options.warmup; i++) sort.rank(1);
        int iterations = options.iterations == null ? IsClass.ITERATIONS : options.iterations;
        sh.barrierAll();
        watch.restart();
        int passed = 0;
        for (int i = 1; i <= iterations; i++) {
            passed += sort.rank(i);
            options.progress(sh, i, iterations);
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
        double seconds = sh.world().reduce(Op.MAX, watch.total() / 1e9);
        double[] phases = Report.phases(sh, watch);

        passed += sort.sorted();
        long all = sh.world().reduce(Op.SUM, (long) passed);
        int expected = IsClass.TESTS * iterations + sh.nPes();
        return new Report(
                "IS",
                problem.name(),
                Long.toString(problem.keys),
                iterations,
                options.warmup,
                rehearsal,
                Placement.of(sh),
                Options.name(access),
                options.reduction == null ? "default" : options.reduction,
                "keys ranked",
                seconds,
                (double) iterations * problem.keys / 1e6,
                all == expected ? Report.Verdict.SUCCESSFUL : Report.Verdict.UNSUCCESSFUL,
                all + " of " + expected + " tests passed",
                phases);
    }

    private static Rehearsal rehearse(Shmem sh, IsOptions options, IsClass problem, Stopwatch watch) {
        double limit = options.rehearsal(sh);
        if (limit == 0) return Rehearsal.NONE;
        IsSort small = new IsSort(sh, problem.small(), options.access(sh), options.shifted(), watch);
        Rehearsal rehearsal = Rehearsal.of(sh, limit, small::rehearse);
        small.free();
        return rehearsal;
    }

    private static void checkPes(Shmem sh, Options options, IsClass problem) {
        int npes = sh.nPes();
        if (Integer.bitCount(npes) != 1) {
            int below = Integer.highestOneBit(npes);
            throw options.refused("npes=%d is not a power of two, which the keys are dealt out to; use %d or %d PEs"
                    .formatted(npes, below, 2 * below));
        }
        if (npes > problem.buckets) {
            throw options.refused(
                    "npes=%d is more than class %s has buckets, %d; use at most that many PEs or a larger class"
                            .formatted(npes, problem, problem.buckets));
        }
    }

    /// Keys that come are most of the symmetric heap, the own ones and the counters of the Java heap.
    private static void checkMemory(Shmem sh, Options options, IsClass problem) {
        int npes = sh.nPes();
        long perPe = problem.keys / npes;
        if (perPe + perPe / 8 > Integer.MAX_VALUE) {
            throw options.refused("class %s on npes=%d is %d keys a PE, more than an array holds; use at least 4 PEs"
                    .formatted(problem, npes, perPe));
        }
        options.checkHeap(sh, problem.name(), 4L * IsSort.capacity(problem, npes) + (1 << 20));
        long needed = IsSort.javaBytes(problem, npes) + (32L << 20);
        long given = Runtime.getRuntime().maxMemory();
        if (given >= needed) return;
        throw options.refused(
                "class %s on npes=%d needs %d MiB of Java heap a PE, %d GiB in all, a PE has %d MiB; give oshrun -J -Xmx%dm"
                        .formatted(problem, npes, needed >> 20, needed * npes >> 30, given >> 20, (needed >> 20) + 1));
    }
}
