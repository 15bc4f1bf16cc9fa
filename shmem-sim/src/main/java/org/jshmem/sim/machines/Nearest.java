// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/// The search for the known name that is most like a wrong one.
final class Nearest {
    private Nearest() {}

    static String of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String k) -> distance(name, k)).thenComparing(k -> k))
                .orElse("");
    }

    /// Levenshtein's distance without regard to upper and lower case.
    private static int distance(String a, String b) {
        String x = a.toLowerCase(Locale.ROOT);
        String y = b.toLowerCase(Locale.ROOT);
        int[] row = new int[y.length() + 1];
        for (int j = 0; j < row.length; j++) row[j] = j;
        for (int i = 1; i <= x.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int same = diagonal + (x.charAt(i - 1) == y.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(same, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[y.length()];
    }
}
