// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jshmem.rehearsal.InvalidArguments;

/// Parser of counts of bytes or elements on the command line: `64`, `4k`, `1m`, and `1..1m` for both ends and all
/// powers of two between them.
public final class Sizes {
    private Sizes() {}

    public static List<Long> parse(String text) {
        var all = new TreeSet<Long>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf("..");
            if (dots < 0) {
                all.add(one(part, text));
                continue;
            }
            long from = one(part.substring(0, dots), text);
            long to = one(part.substring(dots + 2), text);
            if (from > to) {
                throw new IllegalArgumentException(
                        "the range '" + part + "' runs backwards; write " + to + ".." + from);
            }
            all.add(from);
            for (long n = Long.highestOneBit(from) << 1; n > 0 && n < to; n <<= 1) all.add(n);
            all.add(to);
        }
        return List.copyOf(all);
    }

    /// Parses the value of an option, and names the option in the refusal.
    public static List<Long> option(String name, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments(name + ": " + e.getMessage());
        }
    }

    private static long one(String part, String text) {
        String digits = part.strip().toLowerCase(Locale.ROOT);
        int shift = 0;
        if (!digits.isEmpty()) {
            shift = switch (digits.charAt(digits.length() - 1)) {
                case 'k' -> 10;
                case 'm' -> 20;
                case 'g' -> 30;
                default -> 0;
            };
            if (shift > 0) digits = digits.substring(0, digits.length() - 1);
        }
        try {
            long value = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
            if (value > 0) return value;
        } catch (NumberFormatException | ArithmeticException e) {
            // reported below, with the user's text
        }
        throw new IllegalArgumentException("'" + part + "' in '" + text
                + "' is not a size; write counts above 0 as 64, 4k, 1m, or a range of powers of two as 1..1m");
    }

    /// The label of a count: `4K` for 4096.
    public static String label(long n) {
        if (n >= 1 << 30 && n % (1 << 30) == 0) return (n >> 30) + "G";
        if (n >= 1 << 20 && n % (1 << 20) == 0) return (n >> 20) + "M";
        if (n >= 1 << 10 && n % (1 << 10) == 0) return (n >> 10) + "K";
        return Long.toString(n);
    }
}
