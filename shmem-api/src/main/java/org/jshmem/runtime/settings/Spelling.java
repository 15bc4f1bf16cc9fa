// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the known name that a user has probably meant by an unknown one.
public final class Spelling {
    private Spelling() {}

    /// Returns the known name that is spelt most like `name`, the first of several. Upper and lower case are equal.
    /// Empty if too many letters differ for a slip of the keyboard.
    public static Optional<String> nearest(String name, Collection<String> known) {
        int most = Math.min(Math.max(2, name.length() / 3), name.length() / 2);
        String best = null;
        for (String candidate : known) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance > most) continue;
            best = candidate;
            most = distance - 1;
        }
        return Optional.ofNullable(best);
    }

    /// The number of insertions, deletions and replacements from one name to another (Wagner and Fischer 1974),
    /// computed row by row.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
