// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

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

    /// Refuses a value that no machine can have, or with which sums of costs exceed virtual time.
    public Parameter {
        boolean count = unit.equals("count");
        boolean whole = count || unit.equals("bytes");
        boolean rate = unit.startsWith("G") || unit.equals("MHz");
        boolean fits = value >= (whole ? 1 : rate ? 1e-9 : 0) && value <= (count ? Limits.MOST : 1e12);
        if (!fits || whole && value != Math.rint(value)) {
            String given = symbol + "=" + Double.toString(value).replaceFirst("\\.0(?=E|$)", "");
            String least = whole ? "whole number from 1" : rate ? "number from 1e-9" : "number from 0";
            throw new IllegalArgumentException("parameter %s is out of range; give a %s to %s: %s, in %s"
                    .formatted(given, least, count ? Limits.MOST : "1e12", meaning, unit));
        }
    }

    /// This parameter with another value.
    public Parameter with(double other) {
        return new Parameter(symbol, other, unit, role, source, meaning);
    }
}
