// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.Locale;

/// The format of numbers in tables: three decimals, one from a thousand on.
public final class Show {
    private Show() {}

    /// Returns the number as text, `-` for NaN.
    public static String number(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.1f" : "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
