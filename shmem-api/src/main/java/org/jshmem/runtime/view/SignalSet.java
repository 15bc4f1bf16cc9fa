// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.runtime.session.Session;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The signals of one call over several signals, and the value that all are compared with.
/*
 * Each signal has a cache line of its own. So a wait for several is a wait for the bytes from the first to the last.
 */
public final class SignalSet extends Several {
    /// Null at the index of a skipped signal.
    private final SignalWord[] words;

    private final Cmp cmp;
    private final long value;

    /// The first signal that is not skipped; null if there is none.
    private SignalWord first;

    public SignalSet(String verb, Signal[] signals, boolean[] skip, Cmp cmp, long value) {
        super(verb, signals == null ? 0 : signals.length, skip);
        this.cmp = cmp;
        this.value = value;
        if (signals == null) throw missing("s", "give the signals");
        if (cmp == null) throw missing("c", "give a comparison, EQ to LE");
        if (skip != null && skip.length < n) {
            throw new IndexOutOfBoundsException("%s of %d signals, skip has %d elements; it needs one for each signal"
                    .formatted(verb, n, skip.length));
        }
        words = new SignalWord[n];
        for (int k = 0; k < n; k++) {
            if (!skipped(k)) words[k] = word(k, signals[k]);
        }
    }

    private NullPointerException missing(String name, String remedy) {
        return new NullPointerException("%s, %s is null; %s".formatted(verb, name, remedy));
    }

    private SignalWord word(int k, Signal signal) {
        if (signal == null) throw missing("s[" + k + "]", "give a signal, or skip it");
        SignalWord word = (SignalWord) signal;
        word.check(verb, 0);
        if (first == null) first = word;
        if (word.block.session != first.block.session) {
            throw Refusal.argument(
                    word, verb, "s[%d] belongs to another PE's session; use this PE's own handles".formatted(k));
        }
        return word;
    }

    @Override
    void checkIndices(int[] indices) {
        if (n > 0 && indices == null) throw missing("indices", "give an array for the indices");
        if (n > 0 && indices.length < n) {
            throw new IndexOutOfBoundsException(
                    "%s of %d signals, indices has %d; give room for all".formatted(verb, n, indices.length));
        }
    }

    @Override
    Session session() {
        return first.block.session;
    }

    @Override
    int find(int from, int to, boolean satisfied, int[] indices) {
        int found = 0;
        for (int k = from; k < to; k++) {
            if (skipped(k) || words[k].holds(cmp, value) != satisfied) continue;
            if (indices == null) return k;
            indices[found++] = k;
        }
        return indices == null ? to : found;
    }

    @Override
    void await(Condition condition) {
        long from = Long.MAX_VALUE;
        long to = 0;
        for (SignalWord word : words) {
            if (word == null) continue;
            from = Math.min(from, word.offset);
            to = Math.max(to, word.offset + SignalWord.BYTES);
        }
        first.transport.awaitAny(from, to - from, condition, this);
    }

    @Override
    public String what(int pe, long at, long bytes, String goal) {
        return "in %s for %s to be %s %s; %s"
                .formatted(
                        verb,
                        listed(k -> words[(int) k].label()),
                        Wait.sign(cmp),
                        Long.toUnsignedString(value),
                        values(k -> words[(int) k].own(0)));
    }
}
