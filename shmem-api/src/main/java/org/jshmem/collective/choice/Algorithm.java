// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// One algorithm of a collective.
///
/// @param <A> the functional interface of the collective's algorithms
/// @param name its name in `Team.algorithm` and in the environment: at most 13 lower-case letters and hyphens
/// @param run the algorithm itself
/// @param sentence its method in a few words, for the help
/// @param code its name as a number: calls are recorded with it, so that a PE can print an algorithm of another PE that
///     its own class path does not have
public record Algorithm<A>(String name, A run, String sentence, long code) {
    private static final int SYMBOLS = 1 + 'z' - 'a' + 1; // the hyphen and the letters
    private static final int LONGEST = 13;

    public Algorithm(String name, A run, String sentence) {
        this(name, run, sentence, code(name));
    }

    private static long code(String name) {
        if (name.length() > LONGEST) throw new IllegalArgumentException(name + " has more than 13 letters");
        long code = 0;
        for (char c : name.toCharArray()) code = code * SYMBOLS + (c == '-' ? 0 : c - 'a' + 1);
        return 2 * code;
    }

    /// Returns the code of this algorithm and an access mode in recorded calls.
    public long code(boolean direct) {
        return direct ? code | 1 : code;
    }

    /// Returns the text for a code of a recorded call.
    public static String label(long code) {
        StringBuilder name = new StringBuilder();
        for (long rest = code >>> 1; rest > 0; rest /= SYMBOLS) {
            int symbol = (int) (rest % SYMBOLS);
            name.append(symbol == 0 ? '-' : (char) ('a' + symbol - 1));
        }
        return name.reverse() + ((code & 1) != 0 ? "/ptr" : "/putget");
    }
}
