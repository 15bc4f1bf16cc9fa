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
/// @param interval the values that the words allow
/// @param role the knowledge of the authors of the machine
/// @param blind whether no simulated value of it, of any build, had been printed before the list was committed
/// @param command the user's command
/// @param certain the reason why the simulation cannot contradict it; null for a claim that can fail
/// @param withdrawn why the sentence is no claim on this machine, by the paper's words alone; null if it is one
/// @param ablation the mechanism that is switched off, or the setting, that should break it; null if none is known
/// @param note further facts
record Claim(
        String id,
        String section,
        String sentence,
        String measured,
        Interval interval,
        Role role,
        boolean blind,
        String command,
        String certain,
        String withdrawn,
        String ablation,
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
        FITTED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// The values that a sentence allows.
    ///
    /// @param printed the number that the sentence has; null for an ordering
    /// @param low the least value; null for none
    /// @param high the largest value; null for none
    /// @param unit of the numbers
    record Interval(Double printed, Double low, Double high, String unit) {
        boolean contains(double value) {
            return (low == null || value >= low - 1e-9) && (high == null || value <= high + 1e-9);
        }

        /// Returns the factor between the value and the printed number, at least 1; infinite if only one is positive,
        /// NaN if the claim has no positive number.
        double factor(double value) {
            if (printed == null || printed <= 0) return Double.NaN;
            return value <= 0 ? Double.POSITIVE_INFINITY : Math.max(value / printed, printed / value);
        }

        /// Returns the printed number and the interval that agrees.
        @Override
        public String toString() {
            String interval = low == null
                    ? "<= " + number(high)
                    : high == null
                            ? ">= " + number(low)
                            : low.equals(high) ? number(low) : number(low) + ".." + number(high);
            boolean alone = printed == null || interval.equals(number(printed));
            return alone ? interval : number(printed) + " (" + interval + ")";
        }
    }

    private static final Pattern ZEROS = Pattern.compile("\\.?0+$");

    /// Returns the role, and whether the claim is blind.
    String standing() {
        return blind ? role + ", blind" : role.toString();
    }

    /// Returns a number with four digits at most after the point.
    static String number(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : "%.4g", value);
        return text.indexOf('.') < 0 ? text : ZEROS.matcher(text).replaceFirst("");
    }
}
