// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

/// The word in which members count themselves as arrived. The low 17 bits count up to 65,536 members. The others add up
/// the members' marks, 31 bits of their flags each: of 65,536 members these are 64 bits in all.
final class Arrivals {
    private static final int COUNT_BITS = 17;
    private static final long COUNT = (1L << COUNT_BITS) - 1;
    private static final long MARK = (1L << 31) - 1;

    private Arrivals() {}

    /// Returns what a member with this flag adds to the word.
    static long one(long flag) {
        return (flag & MARK) << COUNT_BITS | 1;
    }

    /// Whether a word counts all of `all` members.
    static boolean areAll(long word, int all) {
        return (word & COUNT) == all;
    }

    /// Whether all of `all` members that a word counts have added `one`.
    static boolean areOfOneCall(long word, long one, int all) {
        return word >>> COUNT_BITS == (one >>> COUNT_BITS) * all;
    }
}
