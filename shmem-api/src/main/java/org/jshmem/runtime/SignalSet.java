// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The signals of one call over several: which they are, and what all are compared with.
/*
 * Each signal has a line of its own, so a wait for several is a wait for the bytes from the first to the last. The any
 * form is as fair as that of words.
 */
final class SignalSet {
    private final String verb;

    /// Null where one is skipped.
    private final SignalWord[] words;

    private final Cmp cmp;
    private final long value;

    /// The first that is not skipped; null for the empty set.
    private SignalWord first;

    SignalSet(String verb, Signal[] signals, boolean[] skip, Cmp cmp, long value) {
        this.verb = verb;
        this.cmp = cmp;
        this.value = value;
        if (signals == null) throw missing("s", "give the signals");
        if (cmp == null) throw missing("c", "give a comparison, EQ to LE");
        if (skip != null && skip.length < signals.length) {
            throw new IndexOutOfBoundsException("%s of %d signals, skip has %d elements; it needs one for each signal"
                    .formatted(verb, signals.length, skip.length));
        }
        words = new SignalWord[signals.length];
        for (int k = 0; k < signals.length; k++) {
            if (skip == null || !skip[k]) words[k] = word(k, signals[k]);
        }
    }

    private NullPointerException missing(String name, String remedy) {
        return new NullPointerException("%s, %s is null; %s".formatted(verb, name, remedy));
    }

    private SignalWord word(int k, Signal signal) {
        if (signal == null) throw missing("s[" + k + "]", "give a signal, or skip it");
        SignalWord word = (SignalWord) Profile.unwrap(signal);
        word.check(verb, 0);
        if (first == null) first = word;
        if (word.block.session != first.block.session) {
            throw Refusal.argument(
                    word, verb, "s[%d] belongs to another PE's session; use this PE's own handles".formatted(k));
        }
        return word;
    }

    boolean all(boolean wait) {
        if (first == null) return true;
        if (wait) await(this::allHold);
        return wait || allHold();
    }

    private boolean allHold() {
        for (SignalWord word : words) {
            if (word != null && !word.holds(cmp, value)) return false;
        }
        return true;
    }

    int any(boolean wait) {
        if (first == null) return -1;
        if (!wait) return anyThatHolds();
        int[] found = {-1};
        await(() -> (found[0] = anyThatHolds()) >= 0);
        return found[0];
    }

    private int anyThatHolds() {
        int n = words.length;
        int k = first.block.session.place(n);
        for (int tried = 0; tried < n; tried++, k = k + 1 == n ? 0 : k + 1) {
            if (words[k] != null && words[k].holds(cmp, value)) return k;
        }
        return -1;
    }

    int some(int[] indices, boolean wait) {
        if (words.length > 0 && indices == null) throw missing("indices", "give an array for the indices");
        if (words.length > 0 && indices.length < words.length) {
            throw new IndexOutOfBoundsException("%s of %d signals, indices has %d; give room for all"
                    .formatted(verb, words.length, indices.length));
        }
        if (first == null) return 0;
        if (!wait) return thoseThatHold(indices);
        int[] found = {0};
        await(() -> (found[0] = thoseThatHold(indices)) > 0);
        return found[0];
    }

    private int thoseThatHold(int[] indices) {
        int found = 0;
        for (int k = 0; k < words.length; k++) {
            if (words[k] != null && words[k].holds(cmp, value)) indices[found++] = k;
        }
        return found;
    }

    private void await(Condition condition) {
        long from = Long.MAX_VALUE;
        long to = 0;
        for (SignalWord word : words) {
            if (word == null) continue;
            from = Math.min(from, word.offset);
            to = Math.max(to, word.offset + SignalWord.BYTES);
        }
        Wait wait = (pe, offset, bytes, goal) -> "in %s for %s to be %s %s; %s"
                .formatted(verb, list(SignalWord::label), Wait.sign(cmp), Long.toUnsignedString(value), values());
        first.transport.awaitAny(from, to - from, condition, wait);
    }

    private String values() {
        boolean one = Arrays.stream(words).filter(Objects::nonNull).count() == 1;
        return (one ? "it is " : "they are ") + list(word -> word.own(0));
    }

    /// What a message says of those that are not skipped, the first few.
    private String list(Function<SignalWord, String> said) {
        SignalWord[] set = Arrays.stream(words).filter(Objects::nonNull).toArray(SignalWord[]::new);
        return Place.listed(LongStream.range(0, set.length), set.length, k -> said.apply(set[(int) k]));
    }
}
