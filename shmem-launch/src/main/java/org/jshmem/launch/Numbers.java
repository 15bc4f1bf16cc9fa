// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.Durations;
import org.jshmem.runtime.MemorySizes;

/// Values of options, as numbers; those that are none are refused with the option.
final class Numbers {
    private Numbers() {}

    /// A whole number from 1 to `most`, of `what`.
    static int count(String option, String text, String what, int most) {
        try {
            int n = Integer.parseInt(text);
            if (n >= 1 && n <= most) return n;
        } catch (NumberFormatException e) {
            // as below
        }
        throw new Refused(
                "%s '%s' is not a number of %s; give a whole number from 1 to %d".formatted(option, text, what, most));
    }

    /// A time in nanoseconds; 0 for null.
    static long nanos(String option, String text) {
        try {
            return text == null ? 0 : Durations.parse(option, text).toNanos();
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// A size in bytes.
    static long bytes(String option, String text) {
        try {
            return MemorySizes.parse(option, text);
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }
}
