// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Results;

/// The common frame of the kernels: arguments, rehearsal, NPB's rule for the timed part, and the result block.
public final class Npb {
    /// A kernel as a program: from its options to its result. Collective.
    @FunctionalInterface
    public interface Program<O extends KernelOptions> {
        /// Runs the kernel as one PE of a running job.
        KernelReport run(Shmem sh, O options);
    }

    private Npb() {}

    /// Runs a kernel as one PE, and prints its result from PE 0.
    public static <O extends KernelOptions> void main(String[] args, Supplier<O> options, Program<O> program) {
        Shmem.run(args, (sh, own) -> {
            O o = options.get();
            try {
                if (!KernelOptions.parse(sh, o, own)) return;
                KernelReport report = program.run(sh, o);
                report.conclude(sh, o.format); // throws for a wrong answer, whose time is not recorded
                if (o.record != null && sh.myPe() == 0) Results.append(o.record, report.results(sh, own));
            } catch (InvalidArguments refused) {
                refused.end(sh);
            }
        });
    }

    /// Runs a kernel as one PE of a running job, and returns its result.
    public static <O extends KernelOptions> KernelReport report(
            Shmem sh, O options, Program<O> program, String... args) {
        KernelOptions.parse(sh, options, args);
        return program.run(sh, options);
    }

    /// Measures a kernel by NPB's rule: it rehearses on `small`, then times `problem`. If both are one problem, they
    /// are
    /// one kernel. Collective.
    public static <P extends Problem> KernelReport measure(
            Shmem sh,
            KernelOptions options,
            P problem,
            P small,
            String operation,
            BiFunction<P, Stopwatch, Kernel> make) {
        Stopwatch watch = new Stopwatch(sh);
        Access access = options.access(sh);
        options.choose(sh.world(), access);
        int iterations = options.iterations == null ? problem.iterations() : options.iterations;
        int warmup = options.warmup == null ? problem.untimed() : options.warmup;

        Rehearsal rehearsal = Rehearsal.NONE;
        double limit = options.rehearsal(sh);
        Kernel kernel = make.apply(limit > 0 ? small : problem, watch);
        if (limit > 0) rehearsal = Rehearsal.of(sh, limit, kernel::rehearse);
        if (limit > 0 && small != problem) {
            kernel.free();
            kernel = make.apply(problem, watch);
        }
        kernel.reset();
        for (int i = 0; i < warmup; i++) kernel.untimed();
        if (warmup > 0) kernel.reset();

        sh.barrierAll();
        watch.restart();
        kernel.begin();
        for (int i = 1; i <= iterations; i++) {
            kernel.iterate(i);
            options.progress(sh, i, iterations);
        }
        kernel.end();
        watch.enter(Stopwatch.Phase.COMPUTE);
        double seconds = sh.world().reduce(Op.MAX, watch.total() / 1e9);
        double[] phases = KernelReport.phases(sh, watch);

        Judgement judgement = kernel.judge(iterations);
        return new KernelReport(
                options.spec.name().toUpperCase(Locale.ROOT),
                problem.name(),
                problem.extent(),
                iterations,
                warmup,
                problem.untimed(),
                rehearsal,
                JvmsAndHosts.of(sh),
                KernelOptions.name(access),
                options.reduction == null ? "default" : options.reduction,
                operation,
                seconds,
                problem.millionOperations(iterations),
                judgement.verdict(),
                judgement.finding(),
                phases);
    }
}
