// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Locale;

/// One line of the scoreboard: what a paper says, what the simulation gives.
///
/// @param id of the target
/// @param role `CAL` an input, `FIT` fitted to it, `HELD` never tuned to, `QUAL` a ranking or sign, never tuned to
/// @param what the claim in words
/// @param expected what would agree: a number with its tolerance, or a bound
/// @param unit of the numbers
/// @param simulated the median at the machine's own parameters
/// @param low the 5 % quantile, the lowest over c in {50, 70, 110}
/// @param high the 95 % quantile, the highest over c in {50, 70, 110}
/// @param pass whether it agrees
public record Row(
        String id,
        String role,
        String what,
        String expected,
        String unit,
        double simulated,
        double low,
        double high,
        boolean pass) {

    /// The CSV's first line.
    public static final String HEADER = "id,role,what,expected,unit,simulated,low,high,verdict";

    /// A number: agrees if `expected` with its tolerance overlaps the band; an input must be met by the median itself.
    static Row number(String id, String role, String what, double expected, double tolerance, String unit, Band band) {
        boolean pass = role.equals("CAL")
                ? Math.abs(band.median() - expected) <= tolerance + 1e-9
                : band.low() <= expected + tolerance && band.high() >= expected - tolerance;
        String text = show(expected) + (tolerance > 0 ? " +- " + show(tolerance) : "");
        return new Row(id, role, what, text, unit, band.median(), band.low(), band.high(), pass);
    }

    /// An interval that the median has to lie in.
    static Row between(String id, String role, String what, double least, double most, String unit, Band band) {
        boolean pass = band.median() >= least && band.median() <= most;
        return new Row(
                id, role, what, show(least) + ".." + show(most), unit, band.median(), band.low(), band.high(), pass);
    }

    /// A bound that has to hold over the whole band.
    static Row atMost(String id, String role, String what, double most, String unit, Band band) {
        return new Row(
                id, role, what, "<= " + show(most), unit, band.median(), band.low(), band.high(), band.high() <= most);
    }

    /// A bound that has to hold over the whole band.
    static Row atLeast(String id, String role, String what, double least, String unit, Band band) {
        return new Row(
                id, role, what, ">= " + show(least), unit, band.median(), band.low(), band.high(), band.low() >= least);
    }

    /// A target that nothing here simulates: it stays on the board as a failure.
    static Row missing(String id, String role, String what, String expected, String unit) {
        return new Row(id, role, what + " (not simulated)", expected, unit, Double.NaN, Double.NaN, Double.NaN, false);
    }

    String verdict() {
        return pass ? "pass" : "fail";
    }

    static String show(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.1f" : "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }

    String csv() {
        return String.join(
                ",",
                quoted(id),
                role,
                quoted(what),
                quoted(expected),
                quoted(unit),
                show(simulated),
                show(low),
                show(high),
                verdict());
    }

    private static String quoted(String text) {
        return text.indexOf(',') < 0 ? text : '"' + text + '"';
    }

    String markdown() {
        return "| "
                + String.join(" | ", id, role, what, expected, unit, show(simulated), show(low), show(high), verdict())
                + " |";
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%-6s %-4s %-4s %12s  [%s, %s] %s  expected %s: %s",
                id,
                role,
                verdict(),
                show(simulated),
                show(low),
                show(high),
                unit,
                expected,
                what);
    }
}
