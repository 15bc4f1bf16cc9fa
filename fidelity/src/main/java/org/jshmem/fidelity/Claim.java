// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;
import java.util.regex.Pattern;

/// A sentence of a paper that a simulated machine can contradict: an entry of a paper's list, data and not code.
///
/// @param id unique
/// @param section the place of the sentence
/// @param sentence the paper's words
/// @param measured the simulated quantity
/// @param printed the number that the sentence has; null for an ordering
/// @param low the least value that the words allow; null for none
/// @param high the most that they allow; null for none
/// @param unit of the numbers
/// @param role the knowledge of the authors of the machine
/// @param order for a prediction: `commits` if the order of commits proves it, `word` if its author's word alone
///     does
/// @param command the user's command
/// @param note further facts
record Claim(
        String id,
        String section,
        String sentence,
        String measured,
        Double printed,
        Double low,
        Double high,
        String unit,
        Role role,
        String order,
        String command,
        String note) {

    /// The knowledge of the authors when they chose constants, mechanisms and intervals.
    enum Role {
        /// Nothing was chosen with this number in view.
        @SerializedName("predicted")
        PREDICTED,
        /// The simulated value had been looked at.
        @SerializedName("looked at")
        LOOKED_AT,
        /// A constant was fitted to it.
        @SerializedName("fitted")
        FITTED
    }

    private static final Pattern ZEROS = Pattern.compile("\\.?0+$");

    /// Whether the words allow a value.
    boolean holds(double value) {
        return (low == null || value >= low - 1e-9) && (high == null || value <= high + 1e-9);
    }

    /// Returns the factor between the value and the printed number, at least 1; infinite if only one is positive,
    /// NaN if the claim has no positive number.
    double factor(double value) {
        if (printed == null || printed <= 0) return Double.NaN;
        return value <= 0 ? Double.POSITIVE_INFINITY : Math.max(value / printed, printed / value);
    }

    /// Returns the printed number and the interval that agrees.
    String paper() {
        String interval = low == null
                ? "<= " + number(high)
                : high == null
                        ? ">= " + number(low)
                        : low.equals(high) ? number(low) : number(low) + ".." + number(high);
        return printed == null || interval.equals(number(printed)) ? interval : number(printed) + " (" + interval + ")";
    }

    /// Returns the role; a star marks a prediction on its author's word alone.
    String standing() {
        String text = role.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "word".equals(order) ? text + "*" : text;
    }

    /// Returns a number with four digits at most after the point.
    static String number(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : "%.4g", value);
        return text.indexOf('.') < 0 ? text : ZEROS.matcher(text).replaceFirst("");
    }
}
