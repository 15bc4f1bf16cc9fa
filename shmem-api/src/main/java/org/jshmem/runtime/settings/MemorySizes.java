// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The notation of memory sizes: a whole or fractional number and an optional suffix, k, m, g or t for 2^10 to 2^40.
/// Letters after the suffix are ignored, so `64MB` and `20kk` are 64 MiB and 20 KiB.
public final class MemorySizes {
    private static final String NUMBER = "((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)";
    private static final Pattern SIZE = Pattern.compile(NUMBER + "(?:([kKmMgGtT])\\p{Alpha}*)?");
    private static final Pattern OF_VARIABLE = Pattern.compile(NUMBER + "(?:([kKmMgGtT]).*)?");
    private static final double LARGEST = 1L << 62;

    private MemorySizes() {}

    /// Returns bytes, rounded up to a whole number. `name` is the option or variable that has the text. The exception
    /// for a text that is not a size names it.
    public static long parse(String name, String text) {
        return parse(name, text, SIZE);
    }

    /// As above, for a variable: the specification ignores all text after the suffix.
    static long ofVariable(String name, String text) {
        return parse(name, text, OF_VARIABLE);
    }

    private static long parse(String name, String text, Pattern notation) {
        Matcher m = notation.matcher(text.strip());
        if (!m.matches()) {
            throw new IllegalArgumentException(name + " '" + text
                    + "' is not a size; give a number that is not negative and one of k m g t, such as 64m or 1.5g");
        }
        double number = Double.parseDouble(m.group(1));
        if (m.group(2) != null)
            number *= 1L << 10 * (1 + "kmgt".indexOf(m.group(2).toLowerCase(Locale.ROOT)));
        if (number > LARGEST) {
            throw new IllegalArgumentException(
                    name + " " + text + " is beyond any memory; the largest size is 4194304t");
        }
        return (long) Math.ceil(number);
    }

    /// A size for messages, in the largest unit that is not larger than the size: exact if the unit divides it, else
    /// with one decimal.
    public static String format(long bytes) {
        String[] units = {" bytes", " KiB", " MiB", " GiB", " TiB", " PiB"};
        int unit = 0;
        while (unit < units.length - 1 && bytes >= 1L << (10 * (unit + 1))) unit++;
        long one = 1L << (10 * unit);
        if (bytes % one == 0) return bytes / one + units[unit];
        return String.format(Locale.ROOT, "%.1f%s", (double) bytes / one, units[unit]);
    }
}
