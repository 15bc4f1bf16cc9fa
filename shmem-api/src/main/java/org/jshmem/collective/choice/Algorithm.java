// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// One algorithm of a collective.
///
/// @param <A> the functional interface of the collective's algorithms
/// @param name its name in `Team.algorithm` and in the environment: at most 13 lower-case letters and hyphens; or at
///     most 8 of them, a colon and a number below 1,024, such as `oc:47`
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

    private static final int NUMBERS = 1024;

    /// A name with a number has a negative code, of which no name without one comes near zero.
    private static long code(String name) {
        int colon = name.indexOf(':');
        if (colon > LONGEST - 5)
            throw new IllegalArgumentException(name + " has more than 8 letters before its number");
        if (colon > 0) {
            int number = Integer.parseInt(name.substring(colon + 1));
            return -(code(name.substring(0, colon)) * NUMBERS + 2L * number);
        }
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
        boolean numbered = code < 0 && code > -1L << 60;
        long word = numbered ? -(code & -2) / 2 / NUMBERS * 2 : code;
        String number = numbered ? ":" + -(code & -2) / 2 % NUMBERS : "";
        StringBuilder name = new StringBuilder();
        for (long rest = word >>> 1; rest > 0; rest /= SYMBOLS) {
            int symbol = (int) (rest % SYMBOLS);
            name.append(symbol == 0 ? '-' : (char) ('a' + symbol - 1));
        }
        return name.reverse() + number + ((code & 1) != 0 ? "/ptr" : "/putget");
    }
}
