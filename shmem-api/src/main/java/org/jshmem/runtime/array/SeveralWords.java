// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The words of one call over several: waits and tests for all, any or some of them. They are a range of an array, or
/// signals, each of which has a cache line of its own. A wait for several words is a wait for the bytes from the first
/// to the last.
/*
 * Fairness of the any forms: each search starts at a place drawn anew. So no satisfied word is skipped for ever, in any
 * sequence of ranges and sets. A counter would fall into step with a program that passes two sets alternately.
 */
public final class SeveralWords implements Wait {
    private static final int MOST_LISTED = 8;

    private final String verb;

    /// Number of words, including those that are skipped.
    private final int n;

    private final boolean[] skip;
    private final Cmp cmp;

    /// The number that all words are compared with, unless there are `goals`.
    private final long goal;

    /// The number that word `k` is compared with, or null.
    private final IntToLongFunction goals;

    /// Numbers are compared by their distances from here.
    private final long origin;

    /// The array of a range; of signals the first one that is not skipped, null if there is none.
    private Place first;

    /// Element of word 0 in the array of a range.
    private final long base;

    /// The signals, null at the index of a skipped one; null for a range.
    private final SignalWord[] signals;

    /// The words of an array from element `base` on. The caller checks the numbers to which they are compared.
    SeveralWords(
            Words<?, ?> array,
            String verb,
            long base,
            int n,
            boolean[] skip,
            Cmp cmp,
            long goal,
            IntToLongFunction goals) {
        array.check(verb, base, n);
        if (cmp == null) throw Refusal.missing(array, verb, "c");
        if (skip != null) array.checkBuffer(verb, "skip", skip, 0, n);
        this.verb = verb;
        this.n = n;
        this.skip = skip;
        this.cmp = cmp;
        this.goal = goal;
        this.goals = goals;
        this.origin = array.origin();
        this.first = array;
        this.base = base;
        this.signals = null;
    }

    /// Signals, whose numbers have no sign.
    public SeveralWords(String verb, Signal[] given, boolean[] skip, Cmp cmp, long value) {
        if (given == null) throw missing(verb, "s", "give the signals");
        if (cmp == null) throw missing(verb, "c", "give a comparison, EQ to LE");
        this.verb = verb;
        this.n = given.length;
        this.skip = skip;
        this.cmp = cmp;
        this.goal = value;
        this.goals = null;
        this.origin = Long.MIN_VALUE;
        this.base = 0;
        this.signals = new SignalWord[n];
        if (skip != null && skip.length < n) {
            throw new IndexOutOfBoundsException("%s of %d signals, skip has %d elements; it needs one for each signal"
                    .formatted(verb, n, skip.length));
        }
        for (int k = 0; k < n; k++) if (!skipped(k)) signals[k] = word(k, given[k]);
    }

    private SignalWord word(int k, Signal signal) {
        if (signal == null) throw missing(verb, "s[" + k + "]", "give a signal, or skip it");
        SignalWord word = (SignalWord) signal;
        word.check(verb, 0);
        if (first == null) first = word;
        if (word.block.session == first.block.session) return word;
        throw Refusal.foreign(word, verb, "s[" + k + "]");
    }

    private static NullPointerException missing(String verb, String name, String remedy) {
        return new NullPointerException("%s, %s is null; %s".formatted(verb, name, remedy));
    }

    private boolean skipped(int k) {
        return skip != null && skip[k];
    }

    /// Whether all words satisfy the comparison. With `wait`, waits until they do, and returns true.
    public boolean all(boolean wait) {
        if (!wait || counted().findAny().isEmpty()) return allHold();
        await(this::allHold);
        return true;
    }

    private boolean allHold() {
        for (int k = 0; k < n; k++) if (!skipped(k) && !holds(k)) return false;
        return true;
    }

    /// Returns the number of a word that satisfies the comparison; -1 if there is none.
    public int any(boolean wait) {
        if (counted().findAny().isEmpty()) return -1;
        if (!wait) return anyThatHolds();
        int[] found = {-1};
        await(() -> (found[0] = anyThatHolds()) >= 0);
        return found[0];
    }

    private int anyThatHolds() {
        int begin = first.block.session.place(n);
        for (int i = 0; i < n; i++) {
            int k = (begin + i) % n;
            if (!skipped(k) && holds(k)) return k;
        }
        return -1;
    }

    /// Returns the number of words that satisfy the comparison, with their numbers in `indices`.
    public int some(int[] indices, boolean wait) {
        checkIndices(indices);
        if (!wait || counted().findAny().isEmpty()) return someThatHold(indices);
        int[] found = {0};
        await(() -> (found[0] = someThatHold(indices)) > 0);
        return found[0];
    }

    private void checkIndices(int[] indices) {
        if (n == 0) return;
        if (signals == null) {
            first.checkBuffer(verb, "indices", indices, 0, n);
            return;
        }
        if (indices == null) throw missing(verb, "indices", "give an array for the indices");
        if (indices.length >= n) return;
        throw new IndexOutOfBoundsException(
                "%s of %d signals, indices has %d; give room for all".formatted(verb, n, indices.length));
    }

    private int someThatHold(int[] indices) {
        int found = 0;
        for (int k = 0; k < n; k++) if (!skipped(k) && holds(k)) indices[found++] = k;
        return found;
    }

    /// Whether word `k` satisfies the comparison: an acquire.
    private boolean holds(int k) {
        Place place = place(k);
        long word = place.channel.look(place.transport.pe(), place.offset + element(k) * place.width, place.width);
        return cmp.holds(word - origin, goal(k) - origin);
    }

    private long goal(int k) {
        return goals == null ? goal : goals.applyAsLong(k);
    }

    /// The object that has word `k`, at its element [#element].
    private Place place(int k) {
        return signals == null ? first : signals[k];
    }

    private long element(int k) {
        return signals == null ? base + k : 0;
    }

    /// Waits until a condition on these words is true.
    private void await(Condition condition) {
        long from = Long.MAX_VALUE;
        long end = 0;
        for (int k = 0; k < n; k++) {
            if (place(k) == null) continue;
            long at = place(k).offset + element(k) * first.width;
            from = Math.min(from, at);
            end = Math.max(end, at + first.width);
        }
        first.transport.awaitAny(from, end - from, condition, this);
    }

    /// The words that are not skipped.
    private IntStream counted() {
        return IntStream.range(0, n).filter(k -> !skipped(k));
    }

    @Override
    public boolean interruptible() {
        return true;
    }

    /// Such as: `in waitUntilAny for elements 0, 2 of "halo" of 8 ints to be >= 5; they are 1, 4`.
    @Override
    public String what(int pe, long at, long bytes, String ignored) {
        boolean one = counted().count() == 1;
        String words = signals == null
                ? "%s %s of %s"
                        .formatted(one ? "element" : "elements", listed(k -> Long.toString(base + k)), first.label())
                : listed(k -> place(k).label());
        String numbers = goals == null ? first.shown(goal) : listed(k -> first.shown(goal(k)));
        String values = listed(k -> place(k).own(element(k)));
        return "in %s for %s to be %s %s; %s %s"
                .formatted(verb, words, Wait.sign(cmp), numbers, one ? "it is" : "they are", values);
    }

    /// A text for each of the first words that are not skipped.
    private String listed(IntFunction<String> shown) {
        String list = counted().limit(MOST_LISTED).mapToObj(shown).collect(Collectors.joining(", "));
        return counted().count() > MOST_LISTED ? list + ", ..." : list;
    }
}
