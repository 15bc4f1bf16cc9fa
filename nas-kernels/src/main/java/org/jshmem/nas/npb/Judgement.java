// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// The outcome of a verification, and the numbers that decided it. Equal on all PEs.
public record Judgement(Verdict verdict, String finding) {
    public enum Verdict {
        SUCCESSFUL,
        UNSUCCESSFUL,
        /// The class has no answer for the number of iterations.
        NOT_PERFORMED
    }

    /// Returns a judgement that is successful only if `right`.
    public static Judgement of(boolean right, String finding) {
        return new Judgement(right ? Verdict.SUCCESSFUL : Verdict.UNSUCCESSFUL, finding);
    }

    /// Returns a judgement that is successful only if `error` is at most `tolerance`. Verification is not performed
    /// if the class has no answer for this number of iterations.
    public static Judgement of(Problem problem, int iterations, double error, double tolerance) {
        String finding = "error " + error;
        if (iterations != problem.iterations()) return new Judgement(Verdict.NOT_PERFORMED, finding);
        return of(error <= tolerance, finding);
    }

    /// Returns the relative distance of a value from its reference; infinity for NaN.
    public static double distance(double value, double reference) {
        double d = Math.abs((value - reference) / reference);
        return Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
    }
}
