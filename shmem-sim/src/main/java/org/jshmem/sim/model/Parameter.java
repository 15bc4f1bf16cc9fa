// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// One number of a machine, with everything that must be known to trust it.
///
/// @param symbol how formulas and the command line call it
/// @param value in `unit`
/// @param unit `ns`, `cycles`, `bytes`, `GB/s`, `GHz`, or `count`
/// @param role how it came to be
/// @param source paper and place, or the argument for an assumption
/// @param meaning what it prices
public record Parameter(String symbol, double value, String unit, Role role, String source, String meaning) {

    /// How a number came to be, which decides what agreement with it can prove.
    public enum Role {
        /// Printed in a paper or a data sheet: an input.
        CAL,
        /// Fitted once to the one named target that `source` gives.
        FIT,
        /// Known by nobody: a guess with the range that was tried.
        ASSUMED
    }

    /// Refuses a value that no machine can have.
    public Parameter {
        boolean whole = unit.equals("bytes") || unit.equals("count");
        boolean positive = whole || unit.startsWith("G");
        if (!(value >= 0) || Double.isInfinite(value) || positive && value == 0 || whole && value != Math.rint(value)) {
            throw new IllegalArgumentException("parameter " + symbol + "=" + value + " is out of range: " + meaning
                    + " is " + (whole ? "a whole positive number" : positive ? "positive" : "0 or more") + " ("
                    + unit + ")");
        }
    }

    /// The same parameter with another value.
    public Parameter with(double other) {
        return new Parameter(symbol, other, unit, role, source, meaning);
    }
}
