// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
    private Npb() {}

    /// Runs a kernel as one PE, and prints its result from PE 0.
    public static void main(String[] args, Supplier<KernelCommand> kernel) {
        Shmem.run(args, (sh, own) -> {
            KernelCommand command = kernel.get();
            try {
                if (!command.parse(sh, own)) return;
                KernelReport report = command.run(sh);
                report.conclude(
                        sh,
                        command.format,
                        command.settings()); // throws for a wrong answer, whose time is not recorded
                if (command.record != null && sh.myPe() == 0)
                    Results.append(command.record, List.of(report.result(sh, command.settings())));
            } catch (InvalidArguments refused) {
                refused.end(sh);
            }
        });
    }

    /// Measures a kernel by NPB's rule: it rehearses on `small`, then times `problem`. If both are one problem, they
    /// are one kernel. Collective.
    ///
    /// Where PEs outnumber cores, a JVM compiles for many times the benchmark's own time. The default
    /// rehearsal then ends after the time that the timed iterations would take at the speed of its
    /// shortest round.
    public static <P extends Problem> KernelReport measure(
            Shmem sh, KernelCommand command, P problem, P small, String operation, Function<P, Kernel> make) {
        Access access = command.access(sh);
        command.choose(sh.world(), access);
        int iterations = command.iterations == null ? problem.iterations() : command.iterations;
        int warmup = command.warmup == null ? problem.untimed() : command.warmup;

        Rehearsal rehearsal = Rehearsal.NONE;
        double limit = command.rehearsal(sh);
        Kernel kernel = make.apply(limit > 0 ? small : problem);
        if (limit > 0) {
            boolean whole = command.rehearsal != null || !outnumberCores(sh);
            double rounds = problem.millionOperations(iterations) / small.millionOperations(1);
            rehearsal =
                    Rehearsal.of(sh, shortest -> whole ? limit : Math.min(limit, rounds * shortest), kernel::rehearse);
        }
        if (limit > 0 && small != problem) {
            kernel.free();
            kernel = make.apply(problem);
        }
        kernel.reset();
        for (int i = 0; i < warmup; i++) kernel.untimed();
        if (warmup > 0) kernel.reset();

        sh.barrierAll();
        long start = sh.nanoTime();
        kernel.begin();
        for (int i = 1; i <= iterations; i++) {
            kernel.iterate(i);
            command.progress(sh, i, iterations);
        }
        kernel.end();
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - start) / 1e9);
        double reductionSeconds = sh.world().reduce(Op.SUM, kernel.reductionSeconds()) / sh.nPes();

        Verification verification = kernel.verify(iterations);
        String reduction = command.reduction == null ? "default" : command.reduction;
        String moves = access.name().toLowerCase(Locale.ROOT);
        return new KernelReport(
                command.name().toUpperCase(Locale.ROOT),
                problem,
                new KernelReport.Choices(iterations, warmup, moves, reduction),
                rehearsal,
                JvmsAndHosts.of(sh),
                operation,
                seconds,
                reductionSeconds,
                verification);
    }

    /// Whether on some host PEs outnumber the cores. Collective.
    public static boolean outnumberCores(Shmem sh) {
        long cores = Runtime.getRuntime().availableProcessors();
        return sh.world().reduce(Op.MAX, sh.shared().nPes() - cores) > 0;
    }
}
