// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// The outcome of a verification, and the numbers that it was judged by. Equal on all PEs.
public record Judgement(KernelReport.Verdict verdict, String finding) {
    /// Successful only if `right`.
    public static Judgement of(boolean right, String finding) {
        return new Judgement(right ? KernelReport.Verdict.SUCCESSFUL : KernelReport.Verdict.UNSUCCESSFUL, finding);
    }

    /// Successful only if `error` is at most `tolerance`; not performed where the class has no answer for so many
    /// iterations.
    public static Judgement of(Problem problem, int iterations, double error, double tolerance) {
        String finding = "error " + error;
        if (iterations != problem.iterations()) return new Judgement(KernelReport.Verdict.NOT_PERFORMED, finding);
        return of(error <= tolerance, finding);
    }

    /// The relative distance of a value from its reference. Not a number is infinitely far.
    public static double distance(double value, double reference) {
        double d = Math.abs((value - reference) / reference);
        return Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
    }
}
