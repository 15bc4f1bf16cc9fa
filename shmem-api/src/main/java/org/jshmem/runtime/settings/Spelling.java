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
            int difference = difference(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (difference > most) continue;
            best = candidate;
            most = difference - 1;
        }
        return Optional.ofNullable(best);
    }

    /// The letters of the longer name between the beginning and the end that both names have.
    private static int difference(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        int begin = 0;
        while (begin < shorter && a.charAt(begin) == b.charAt(begin)) begin++;
        int end = 0;
        while (end < shorter - begin && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) end++;
        return Math.max(a.length(), b.length()) - begin - end;
    }
}
