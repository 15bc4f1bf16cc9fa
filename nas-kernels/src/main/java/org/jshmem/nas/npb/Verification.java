// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// The outcome of a verification, and the numbers that decided it. Equal on all PEs.
public record Verification(Verdict verdict, String detail) {
    public enum Verdict {
        SUCCESSFUL,
        UNSUCCESSFUL,
        /// The class has no answer for the number of iterations.
        NOT_PERFORMED
    }

    /// Returns a verification that is successful only if `right`.
    public static Verification of(boolean right, String detail) {
        return new Verification(right ? Verdict.SUCCESSFUL : Verdict.UNSUCCESSFUL, detail);
    }

    /// Returns a verification that is successful only if `error` is at most `tolerance`. Verification is not performed
    /// if the class has no answer for this number of iterations.
    public static Verification of(Problem problem, int iterations, double error, double tolerance, String detail) {
        if (iterations != problem.iterations()) return new Verification(Verdict.NOT_PERFORMED, detail);
        return of(error <= tolerance, detail);
    }

    /// Returns the relative distance of a value from its reference; infinity for NaN.
    public static double distance(double value, double reference) {
        double d = Math.abs((value - reference) / reference);
        return Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
    }
}
