// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// The words of one call over several: waits and tests for all, any or some of them. They are a range of an array, or
/// signals, each of which has a cache line of its own. A wait for several words is a wait for the bytes from the first
/// to the last.
///
/// @param verb the routine, for messages
/// @param first the array, or the first signal that is not skipped; null if there is none
/// @param signals the signals; null for a range
/// @param base element of word 0 in the array
/// @param n number of words, including those that are skipped
/// @param skip whether a word is skipped; null for none
/// @param cmp the comparison
/// @param goals the number that word `k` is compared with
/*
 * Fairness of the any forms: each search starts at a place drawn anew. So no satisfied word is skipped for ever, in any
 * sequence of ranges and sets. A counter would fall into step with a program that passes two sets alternately.
 */
public record SeveralWords(
        String verb,
        SymObject first,
        Signal[] signals,
        long base,
        int n,
        boolean[] skip,
        Cmp cmp,
        IntToLongFunction goals)
        implements Wait.Reason {
    private static final int MOST_LISTED = 8;

    /// The words of an array from element `base` on. The caller checks the numbers to which they are compared.
    static SeveralWords of(
            Words<?, ?> array, String verb, long base, int n, boolean[] skip, Cmp cmp, IntToLongFunction goals) {
        array.check(verb, base, n);
        if (cmp == null) throw Refusal.missing(array, verb, "c");
        if (skip != null) array.checkBuffer(verb, "skip", skip, 0, n);
        return new SeveralWords(verb, array, null, base, n, skip, cmp, goals);
    }

    /// Signals, whose numbers have no sign.
    public static SeveralWords of(String verb, Signal[] signals, boolean[] skip, Cmp cmp, long value) {
        if (signals == null) throw Refusal.missing(verb, "s");
        if (cmp == null) throw Refusal.missing(verb, "c");
        if (skip != null) checkLength(verb, signals.length, "skip", skip.length);
        SignalWord first = null;
        for (int k = 0; k < signals.length; k++) {
            if (skip != null && skip[k]) continue;
            if (signals[k] == null) throw Refusal.missing(verb, "s[" + k + "]");
            SignalWord word = (SignalWord) signals[k];
            word.check(verb, 0, 1);
            if (first == null) first = word;
            if (word.block.session != first.block.session) throw Refusal.foreign(word, verb, "s[" + k + "]");
        }
        return new SeveralWords(verb, first, signals, 0, signals.length, skip, cmp, _ -> value);
    }

    private static void checkLength(String verb, int n, String name, int length) {
        if (length >= n) return;
        throw new IndexOutOfBoundsException(
                "%s of %d signals, %s has %d elements; it needs one for each signal".formatted(verb, n, name, length));
    }

    private boolean skipped(int k) {
        return skip != null && skip[k];
    }

    /// Whether all words satisfy the comparison. With `wait`, waits until they do.
    public boolean all(boolean wait) {
        int[] unsatisfied = new int[1];
        return check(wait, () -> find(false, 0, unsatisfied, 1) == 0);
    }

    /// Returns the number of a word that satisfies the comparison; -1 if there is none.
    public int any(boolean wait) {
        int[] found = {-1};
        check(wait, () -> n > 0 && first != null && find(true, first.block.session.places.nextInt(n), found, 1) > 0);
        return found[0];
    }

    /// Returns the number of words that satisfy the comparison, with their numbers in `indices`.
    public int some(int[] indices, boolean wait) {
        if (n > 0 && signals == null) first.checkBuffer(verb, "indices", indices, 0, n);
        else if (n > 0 && indices == null) throw Refusal.missing(verb, "indices");
        else if (n > 0) checkLength(verb, n, "indices", indices.length);
        int[] found = new int[n]; // not `indices`: a thread may still look after an interrupt has ended the wait
        int[] count = new int[1];
        check(wait, () -> (count[0] = find(true, 0, found, n)) > 0);
        if (n > 0) System.arraycopy(found, 0, indices, 0, count[0]);
        return count[0];
    }

    /// Finds up to `most` words, from word `begin` on and then from word 0, that satisfy the comparison, or
    /// that do not. Returns their number, with their numbers in `indices`.
    private int find(boolean satisfied, int begin, int[] indices, int most) {
        int found = 0;
        for (int i = 0; i < n && found < most; i++) {
            int k = after(begin, i, n);
            if (!skipped(k) && object(k).compares(object(k).load(element(k)), cmp, goals.applyAsLong(k)) == satisfied) {
                indices[found++] = k;
            }
        }
        return found;
    }

    /// The word `i` places after word `begin` of `n`, where word 0 comes after the last one: `begin + i` may exceed an
    /// int.
    static int after(int begin, int i, int n) {
        return i < n - begin ? begin + i : i - (n - begin);
    }

    /// Whether a condition on these words is true. With `wait`, waits until it is, unless all words are skipped.
    private boolean check(boolean wait, BooleanSupplier condition) {
        boolean looks = !wait || first != null && first.transport.spins() > 0; // else the backend makes all looks
        if (looks && condition.getAsBoolean()) return true;
        if (!wait) return false;
        long from = Long.MAX_VALUE;
        long last = -1;
        for (int k = 0; k < n; k++) {
            if (skipped(k)) continue;
            from = Math.min(from, offset(k));
            last = Math.max(last, offset(k));
        }
        if (last < 0) return condition.getAsBoolean();
        var all = new Wait(this, condition, Long.MAX_VALUE, true);
        return first.transport.await(from, last + first.width - from, all);
    }

    /// The object that has word `k`, at its element [#element].
    private SymObject object(int k) {
        return signals == null ? first : (SignalWord) signals[k];
    }

    private long element(int k) {
        return signals == null ? base + k : 0;
    }

    private long offset(int k) {
        return object(k).offset + element(k) * first.width;
    }

    /// The words that are not skipped.
    private IntStream counted() {
        return IntStream.range(0, n).filter(k -> !skipped(k));
    }

    /// Ends a wait with the array or one of the signals, whose memory is another one's afterwards.
    @Override
    public void check(boolean stuck) {
        for (int k = 0; k < (signals == null ? 1 : n); k++) {
            SymObject object = signals == null ? first : object(k);
            if (!skipped(k) && !object.block.live) Refusal.refuse(object, verb, 0, 0, 0);
        }
    }

    /// Such as: `in waitUntilAny for elements 0, 2 of "halo" of 8 ints to be >= 5; they are 1, 4`.
    @Override
    public String what(Wait wait) {
        boolean one = counted().count() == 1;
        String words = signals == null
                ? "element%s %s of %s".formatted(one ? "" : "s", listed(k -> Long.toString(base + k)), first.label())
                : listed(k -> object(k).label());
        boolean equal = counted().mapToLong(goals::applyAsLong).distinct().count() == 1;
        String numbers = equal
                ? first.shown(goals.applyAsLong(counted().findFirst().getAsInt()))
                : listed(k -> first.shown(goals.applyAsLong(k)));
        String values = listed(k -> object(k).own(element(k)));
        return "in %s for %s to be %s %s; %s %s"
                .formatted(verb, words, WordWait.sign(cmp), numbers, one ? "it is" : "they are", values);
    }

    /// A text for each of the first words that are not skipped.
    private String listed(IntFunction<String> shown) {
        String list = counted().limit(MOST_LISTED).mapToObj(shown).collect(Collectors.joining(", "));
        return counted().count() > MOST_LISTED ? list + ", ..." : list;
    }
}
