// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// The result of a kernel's run, which PE 0 prints: the result block of the NAS benchmarks.
///
/// @param kernel such as `IS`
/// @param rehearsal the rehearsal before all iterations
/// @param placed the JVMs and hosts of the PEs
/// @param operation the operations that the rate counts
/// @param seconds of the slowest PE
/// @param reductionSeconds mean seconds of all PEs in reductions, where the kernel measures them
public record KernelReport(
        String kernel,
        Problem problem,
        Choices choices,
        Rehearsal rehearsal,
        JvmsAndHosts placed,
        String operation,
        double seconds,
        double reductionSeconds,
        Verification verification) {

    /// The seconds in reductions, among the further figures of a row.
    public static final String REDUCTIONS = "reductions s";

    /// The choices of the user, or the defaults.
    ///
    /// @param iterations timed iterations
    /// @param warmup untimed iterations before them
    public record Choices(int iterations, int warmup, String access, String reduction) {}

    public double mops() {
        return problem.millionOperations(choices.iterations) / seconds;
    }

    public String text() {
        return "\n %s Benchmark Completed.\n".formatted(kernel)
                + line("Class", problem.name())
                + line("Size", problem.extent())
                + line("Iterations", choices.iterations)
                + line("Untimed iterations", choices.warmup + ", NPB has " + problem.untimed())
                + line("Rehearsal before", rehearsal.text())
                + line("Time in seconds", number("%.6f", seconds))
                + line("Total PEs", placed.npes())
                + line("Placed", placed.text())
                + line("Mop/s total", number("%.2f", mops()))
                + line("Mop/s/PE", number("%.2f", mops() / placed.npes()))
                + line("Operation type", operation)
                + line("Data move by", choices.access)
                + line("Reductions", choices.reduction)
                + line("Verification", verification.verdict().name().replace('_', ' '))
                + line("Verified by", verification.detail());
    }

    /// Returns the time as a row of a file, whose name is the class and the settings of the run.
    Result result(Shmem sh, String settings) {
        String variant = "class " + problem.name() + settings;
        String name = kernel.toLowerCase(Locale.ROOT);
        Where where = Where.now(
                sh.machine(), sh.virtualTime(), placed.npes(), placed.jvms(), placed.hosts(), KernelReport.class);
        Map<String, String> measured = new TreeMap<>();
        measured.put("Mop/s", number("%.2f", mops()));
        measured.put("verification", verification.verdict().name().toLowerCase(Locale.ROOT));
        if (reductionSeconds > 0) measured.put(REDUCTIONS, number("%.6f", reductionSeconds));
        var row = Result.Row.of(name, variant, choices.access);
        return new Result(row, Result.Score.single("s", seconds), where, Result.OWN, measured);
    }

    /// Prints the result on PE 0, and throws on every PE if the answer is wrong, so that the job fails.
    void conclude(Shmem sh, KernelCommand.Format format, String settings) {
        if (sh.myPe() == 0) {
            System.out.print(format == KernelCommand.Format.text ? text() : Results.json(result(sh, settings)) + "\n");
            System.out.flush();
        }
        if (verification.verdict() != Verification.Verdict.UNSUCCESSFUL) return;
        sh.barrierAll(); // PE 0 has printed the result before any PE fails the job
        throw new IllegalStateException("PE %d/%d: %s class %s failed its verification, %s"
                .formatted(
                        sh.myPe(),
                        placed.npes(),
                        kernel.toLowerCase(Locale.ROOT),
                        problem.name(),
                        verification.detail()));
    }

    private static String line(String name, Object value) {
        return number(" %-18s = %24s%n", name, value);
    }

    private static String number(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
