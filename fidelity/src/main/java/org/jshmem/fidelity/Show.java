// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.Locale;

/// Numbers as tables have them: three decimals, one from a thousand on.
public final class Show {
    private Show() {}

    /// A number, `-` for none.
    public static String number(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.1f" : "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
