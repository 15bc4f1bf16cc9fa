// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// One number of a machine, with its unit, its source and its role.
///
/// @param symbol its name in formulas and on the command line
/// @param value the number, in `unit`
/// @param unit `ns`, `cycles`, `instructions`, `bytes`, `GB/s`, `GHz`, `MHz` or `count`
/// @param role the origin of the number
/// @param source paper and place, or the argument for an assumption
/// @param meaning a description of the quantity
public record Parameter(String symbol, double value, String unit, Role role, String source, String meaning) {

    /// The origin of a number. The origin decides what agreement with the number can prove.
    public enum Role {
        /// Printed in a paper or a data sheet: an input.
        CAL,
        /// Fitted once, to the one target that `source` names.
        FIT,
        /// Not published: a guess, with the range that was tried.
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

    /// This parameter with another value.
    public Parameter with(double other) {
        return new Parameter(symbol, other, unit, role, source, meaning);
    }
}
