// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import org.jshmem.runtime.settings.Durations;

/// The parser of options with numbers. It refuses a value that is not a number, and names the option.
public final class Numbers {
    private Numbers() {}

    /// Parses a whole number from 1 to `most`; the message names the counted objects by `what`.
    public static int count(String option, String text, String what, int most) {
        int n = whole(text, 1, most);
        Refused.when(
                n < 0, "%s '%s' is not a number of %s; give a whole number from 1 to %d", option, text, what, most);
        return n;
    }

    /// Parses a whole number from `least` to `most`; -1 for another text.
    public static int whole(String text, int least, int most) {
        if (!text.matches("[-+]?[0-9]{1,18}")) return -1; // parseLong takes the digits of all scripts
        long n = Long.parseLong(text);
        return n >= least && n <= most ? (int) n : -1;
    }

    /// Parses a time and returns nanoseconds; 0 for null.
    public static long nanos(String option, String text) {
        if (text == null) return 0;
        return Refused.unlessValid(() -> Durations.parse(option, text)).toNanos();
    }
}
