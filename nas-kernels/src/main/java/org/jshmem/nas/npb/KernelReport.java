// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// The result of a kernel's run, which PE 0 prints: the result block of the NAS benchmarks.
///
/// @param kernel such as `IS`
/// @param iterations timed iterations
/// @param warmup untimed iterations before them
/// @param rehearsal the rehearsal before all iterations
/// @param placed the JVMs and hosts of the PEs
/// @param seconds of the slowest PE
/// @param reductionSeconds mean seconds of all PEs in reductions, where the kernel measures them
public record KernelReport(
        String kernel,
        Problem problem,
        int iterations,
        int warmup,
        Rehearsal rehearsal,
        JvmsAndHosts placed,
        String access,
        String reduction,
        String operation,
        double seconds,
        double reductionSeconds,
        Verification verification) {

    public Verification.Verdict verdict() {
        return verification.verdict();
    }

    public String detail() {
        return verification.detail();
    }

    public double mops() {
        return problem.millionOperations(iterations) / seconds;
    }

    public String text() {
        StringBuilder s = new StringBuilder();
        s.append("\n ").append(kernel).append(" Benchmark Completed.\n");
        line(s, "Class", problem.name());
        line(s, "Size", problem.extent());
        line(s, "Iterations", Integer.toString(iterations));
        line(
                s,
                "Untimed iterations",
                warmup + (warmup == problem.untimed() ? ", as NPB" : ", NPB has " + problem.untimed()));
        line(s, "Rehearsal before", rehearsal.text());
        line(s, "Time in seconds", number("%.6f", seconds));
        line(s, "Total PEs", Integer.toString(placed.npes()));
        line(s, "Placed", placed.text());
        line(s, "Mop/s total", number("%.2f", mops()));
        line(s, "Mop/s/PE", number("%.2f", mops() / placed.npes()));
        line(s, "Operation type", operation);
        line(s, "Data move by", access);
        line(s, "Reductions", reduction);
        line(s, "Verification", verdict().name().replace('_', ' '));
        line(s, "Verified by", detail());
        return s.toString();
    }

    /// The result as two lines of comma-separated values.
    public String csv() {
        List<String> values = List.of(
                kernel,
                problem.name(),
                Integer.toString(placed.npes()),
                Integer.toString(placed.jvms()),
                access,
                reduction,
                Integer.toString(iterations),
                Integer.toString(warmup),
                number("%.3f", rehearsal.seconds()),
                number("%.6f", seconds),
                number("%.2f", mops()),
                number("%.2f", mops() / placed.npes()),
                verdict().name(),
                number("%.6f", reductionSeconds));
        return "kernel,class,pes,jvms,access,reduction,iterations,untimed,rehearsal,seconds,mops,mops_per_pe,"
                + "verification,reduction_seconds\n" + String.join(",", values) + "\n";
    }

    /// Returns the time as a row of a file, whose name is the arguments of the run.
    Result result(Shmem sh, String... arguments) {
        List<String> given = new ArrayList<>(List.of(arguments));
        given.removeIf(argument -> argument.startsWith("--record="));
        int at = given.indexOf("--record");
        if (at >= 0) given.subList(at, at + 2).clear();
        String variant = given.isEmpty() ? "class " + problem.name() : String.join(" ", given);
        String name = kernel.toLowerCase(Locale.ROOT);
        Where where = Where.now(
                sh.machine(), sh.virtualTime(), placed.npes(), placed.jvms(), placed.hosts(), KernelReport.class);
        Map<String, String> measured = Map.of(
                "Mop/s",
                number("%.2f", mops()),
                "verification",
                verdict().name().toLowerCase(Locale.ROOT));
        return Result.single(where, name, variant, access, "s", seconds).extra(measured);
    }

    /// Prints the result on PE 0, and throws on every PE if the answer is wrong, so that the job fails.
    public void conclude(Shmem sh, KernelCommand.Format format) {
        if (sh.myPe() == 0) {
            System.out.print(format == KernelCommand.Format.csv ? csv() : text());
            System.out.flush();
        }
        if (verdict() != Verification.Verdict.UNSUCCESSFUL) return;
        sh.barrierAll(); // PE 0 has printed the result before any PE fails the job
        throw new IllegalStateException("PE %d/%d: %s class %s failed its verification, %s"
                .formatted(sh.myPe(), placed.npes(), kernel.toLowerCase(Locale.ROOT), problem.name(), detail()));
    }

    private static void line(StringBuilder s, String name, String value) {
        s.append(number(" %-18s = %24s%n", name, value));
    }

    private static String number(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
