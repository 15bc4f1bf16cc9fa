// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Cmp;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.jshmem.SymWords;

/// Waits for own elements that have no sign, with the methods of [SymWords].
/*
 * SymWords compares signed. A wait here looks at the words, compares them without a sign, and where they do not satisfy it
 * waits until one of them is another than it was: no change is missed, since the wait begins with the words that were seen.
 * Equal and unequal are the same with and without a sign.
 */
final class UnsignedWords<A, S extends SymWords<A, S>> {
    private final S words;
    private final int bits;

    UnsignedWords(S words) {
        this.words = words;
        this.bits = switch (words) {
            case SymShorts _ -> 16;
            case SymInts _ -> 32;
            default -> 64;
        };
    }

    void waitUntil(long i, Cmp c, long v) {
        if (isUnordered(c)) {
            words.waitUntil(i, c, v);
            return;
        }
        for (long now = word(i); !holds(now, c, v); now = word(i)) words.waitUntil(i, Cmp.NE, now);
    }

    boolean test(long i, Cmp c, long v) {
        return isUnordered(c) ? words.test(i, c, v) : holds(word(i), c, v);
    }

    void waitUntilAll(long i, int n, boolean[] skip, Cmp c, long v) {
        if (isUnordered(c)) words.waitUntilAll(i, n, skip, c, v);
        else waitUntilAll(i, n, skip, c, all(n, v));
    }

    void waitUntilAll(long i, int n, boolean[] skip, Cmp c, A v) {
        if (isUnordered(c)) words.waitUntilAll(i, n, skip, c, v);
        else {
            words.testAll(i, n, skip, c, v); // refuses wrong arguments
            for (int k = 0; k < n; k++) if (!skips(skip, k)) waitUntil(i + k, c, element(v, k));
        }
    }

    long waitUntilAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return isUnordered(c) ? words.waitUntilAny(i, n, skip, c, v) : any(i, n, skip, c, all(n, v), true);
    }

    long waitUntilAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return isUnordered(c) ? words.waitUntilAny(i, n, skip, c, v) : any(i, n, skip, c, v, true);
    }

    int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return isUnordered(c)
                ? words.waitUntilSome(i, n, indices, skip, c, v)
                : some(i, n, indices, skip, c, all(n, v), true);
    }

    int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return isUnordered(c) ? words.waitUntilSome(i, n, indices, skip, c, v) : some(i, n, indices, skip, c, v, true);
    }

    boolean testAll(long i, int n, boolean[] skip, Cmp c, long v) {
        return testAll(i, n, skip, c, all(n, v));
    }

    boolean testAll(long i, int n, boolean[] skip, Cmp c, A v) {
        boolean signed = words.testAll(i, n, skip, c, v); // refuses wrong arguments
        if (isUnordered(c)) return signed;
        for (int k = 0; k < n; k++) if (!skips(skip, k) && !test(i + k, c, element(v, k))) return false;
        return true;
    }

    long testAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return testAny(i, n, skip, c, all(n, v));
    }

    long testAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return isUnordered(c) ? words.testAny(i, n, skip, c, v) : any(i, n, skip, c, v, false);
    }

    int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return testSome(i, n, indices, skip, c, all(n, v));
    }

    int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return isUnordered(c) ? words.testSome(i, n, indices, skip, c, v) : some(i, n, indices, skip, c, v, false);
    }

    /// One of those that compare so, by the turn that the words themselves keep: each of them is asked for by
    /// the value that was seen.
    private long any(long i, int n, boolean[] skip, Cmp c, A v, boolean wait) {
        words.testAll(i, n, skip, c, v); // refuses wrong arguments
        while (true) {
            A seen = see(i, n);
            boolean[] others = others(n, skip, c, seen, v);
            long k = words.testAny(i, n, others, Cmp.EQ, seen);
            if (k >= 0 || !wait || isEmpty(n, skip)) return k;
            awaitChange(i, n, skip, seen);
        }
    }

    private int some(long i, int n, int[] indices, boolean[] skip, Cmp c, A v, boolean wait) {
        words.testAll(i, n, skip, c, v); // refuses wrong arguments
        while (true) {
            A seen = see(i, n);
            int found = words.testSome(i, n, indices, others(n, skip, c, seen, v), Cmp.EQ, seen);
            if (found > 0 || !wait || isEmpty(n, skip)) return found;
            awaitChange(i, n, skip, seen);
        }
    }

    private void awaitChange(long i, int n, boolean[] skip, A seen) {
        words.waitUntilAny(i, n, skip, Cmp.NE, seen);
    }

    /// Which words are left out, or were seen not to compare so.
    private boolean[] others(int n, boolean[] skip, Cmp c, A seen, A v) {
        boolean[] others = new boolean[n];
        for (int k = 0; k < n; k++) {
            others[k] = skips(skip, k) || !holds(element(seen, k), c, element(v, k));
        }
        return others;
    }

    private static boolean isEmpty(int n, boolean[] skip) {
        for (int k = 0; k < n; k++) if (!skips(skip, k)) return false;
        return true;
    }

    private static boolean skips(boolean[] skip, int k) {
        return skip != null && skip[k];
    }

    private static boolean isUnordered(Cmp c) {
        return c == null || c == Cmp.EQ || c == Cmp.NE; // null is refused by the words
    }

    private boolean holds(long word, Cmp c, long v) {
        return c.holds((word << 64 - bits) + Long.MIN_VALUE, (v << 64 - bits) + Long.MIN_VALUE);
    }

    /// An own word, as an acquire: what its writer did before is visible.
    private long word(long i) {
        while (true) {
            long now = switch (words) {
                case SymShorts x -> x.get(i);
                case SymInts x -> x.get(i);
                default -> ((SymLongs) words).get(i);
            };
            if (words.test(i, Cmp.EQ, now)) return now;
        }
    }

    @SuppressWarnings("unchecked") // the array type of the words
    private A array(int n) {
        return (A)
                switch (bits) {
                    case 16 -> new short[n];
                    case 32 -> new int[n];
                    default -> new long[n];
                };
    }

    private A see(long i, int n) {
        A seen = array(n);
        for (int k = 0; k < n; k++) element(seen, k, word(i + k));
        return seen;
    }

    private A all(int n, long v) {
        A values = array(Math.max(0, n));
        for (int k = 0; k < n; k++) element(values, k, v);
        return values;
    }

    private long element(A array, int k) {
        return switch (array) {
            case short[] x -> x[k];
            case int[] x -> x[k];
            default -> ((long[]) array)[k];
        };
    }

    private void element(A array, int k, long v) {
        switch (array) {
            case short[] x -> x[k] = (short) v;
            case int[] x -> x[k] = (int) v;
            default -> ((long[]) array)[k] = v;
        }
    }
}
