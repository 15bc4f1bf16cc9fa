// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jshmem.runtime.session.Session;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The words or signals of one call over several: waits and tests for all, any or some of them.
/*
 * Fairness of the any forms: each search starts at a place drawn anew. So no satisfied word is skipped for ever, in any
 * sequence of ranges and sets. A counter would fall into step with a program that passes two sets alternately.
 */
public abstract class Several implements Wait {
    final String verb;

    /// Number of words, including those that are skipped.
    final int n;

    private final boolean[] skip;

    Several(String verb, int n, boolean[] skip) {
        this.verb = verb;
        this.n = n;
        this.skip = skip;
    }

    /// The session of the words that are not skipped.
    abstract Session session();

    /// Returns the number of the first word from `from` on, before `to`, that is not skipped and whose
    /// comparison is now `satisfied` or not; `to` if there is none. With `indices`, writes the numbers of
    /// all such words there instead, and returns how many they are. Each look is an acquire, after which
    /// the JIT loads fields anew: a loop over many words has what it needs in variables.
    abstract int find(int from, int to, boolean satisfied, int[] indices);

    /// Waits until a condition on these words is true.
    abstract void await(Condition condition);

    /// Refuses an array that has no room for all indices.
    abstract void checkIndices(int[] indices);

    final boolean skipped(int k) {
        return skip != null && skip[k];
    }

    private boolean isEmpty() {
        for (int k = 0; k < n; k++) {
            if (!skipped(k)) return false;
        }
        return true;
    }

    /// Whether all words satisfy the comparison. With `wait`, waits until they do, and returns true.
    public final boolean all(boolean wait) {
        if (!wait || isEmpty()) return allHold();
        await(this::allHold);
        return true;
    }

    private boolean allHold() {
        return find(0, n, false, null) == n;
    }

    /// Returns the number of a word that satisfies the comparison; -1 if there is none.
    public final int any(boolean wait) {
        if (isEmpty()) return -1;
        if (!wait) return anyThatHolds();
        int[] found = {-1};
        await(() -> (found[0] = anyThatHolds()) >= 0);
        return found[0];
    }

    private int anyThatHolds() {
        int begin = session().place(n);
        int k = find(begin, n, true, null);
        if (k < n) return k;
        k = find(0, begin, true, null);
        return k < begin ? k : -1;
    }

    /// Returns the number of words that satisfy the comparison, with their numbers in `indices`.
    public final int some(int[] indices, boolean wait) {
        checkIndices(indices);
        if (!wait || isEmpty()) return find(0, n, true, indices);
        int[] found = {0};
        await(() -> (found[0] = find(0, n, true, indices)) > 0);
        return found[0];
    }

    @Override
    public final boolean interruptible() {
        return true;
    }

    // for messages

    /// Whether exactly one word is not skipped.
    final boolean isOne() {
        return counted().count() == 1;
    }

    private LongStream counted() {
        return LongStream.range(0, n).filter(k -> !skipped((int) k));
    }

    /// The first words that are not skipped, as text.
    final String listed(LongFunction<String> shown) {
        return Place.listed(counted(), counted().count(), shown);
    }

    /// Their values now: `it is 5`, `they are 1, 4`.
    final String values(LongFunction<String> own) {
        return (isOne() ? "it is " : "they are ") + listed(own);
    }
}
