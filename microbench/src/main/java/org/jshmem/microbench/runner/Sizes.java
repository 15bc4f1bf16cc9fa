// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.rehearsal.InvalidArguments;

/// Parser of counts of bytes or elements on the command line: `64`, `4k`, `1m`, and `1..1m` for both ends and all
/// powers of two between them.
public final class Sizes {
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,12})([kmgKMG]?)\\s*");

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
        Matcher size = SIZE.matcher(part);
        if (size.matches()) {
            long count = Long.parseLong(size.group(1));
            int shift = 10 * " kmg".indexOf(size.group(2).toLowerCase(Locale.ROOT));
            if (count > 0 && count <= Long.MAX_VALUE >> shift) return count << shift;
        }
        throw new IllegalArgumentException("'" + part + "' in '" + text
                + "' is not a size; write counts above 0 as 64, 4k, 1m, or a range of powers of two as 1..1m");
    }
}
