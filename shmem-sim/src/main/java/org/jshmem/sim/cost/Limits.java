// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.stream.Stream;

/// Limits on numbers of a machine that depend on each other or on the library. Each method returns the message for a
/// machine beyond a limit, empty for a machine within it.
public final class Limits {
    /// The largest count of a machine, and the largest product of its counts.
    static final int MOST = 1 << 24;

    private static final int WORD = 8;
    private static final int LONGEST_LINE = 2 << 20; // heaps begin at multiples of it

    private Limits() {}

    /// Heaps align objects to lines.
    public static String line(Machine m) {
        long line = (long) m.value("line");
        boolean fits = line >= WORD && line <= LONGEST_LINE && Long.bitCount(line) == 1;
        return fits ? "" : "line is %d bytes; give a power of two from 8 to %d".formatted(line, LONGEST_LINE);
    }

    /// The product of these counts.
    public static String product(Machine m, String... counts) {
        double product = 1;
        for (String count : counts) product *= m.value(count);
        return product <= MOST
                ? ""
                : "%s is %.0f, and a machine has at most %d; make one of them smaller"
                        .formatted(String.join(" * ", counts), product, MOST);
    }

    /// The first message of several that is not empty.
    public static String first(String... messages) {
        return Stream.of(messages).filter(each -> !each.isEmpty()).findFirst().orElse("");
    }
}
