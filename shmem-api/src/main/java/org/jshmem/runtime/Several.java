// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The words or signals of one call over several of them: which count, and how many compare.
/*
 * Fairness of the any forms: each search starts at a place drawn anew, so that no satisfied word is passed over for
 * ever, whatever ranges and sets are asked in turn. A counter would fall into step with a program that asks for two sets
 * alternately.
 */
abstract class Several implements Wait {
    final String verb;

    /// How many, with those that are skipped.
    final int n;

    private final boolean[] skip;

    Several(String verb, int n, boolean[] skip) {
        this.verb = verb;
        this.n = n;
        this.skip = skip;
    }

    /// The session of one that is not skipped.
    abstract Session session();

    /// Whether number `k` compares now; an acquire.
    abstract boolean holds(int k);

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

    /// Whether all compare, which is so once the PE has waited for it.
    final boolean all(boolean wait) {
        if (!wait || isEmpty()) return allHold();
        await(this::allHold);
        return true;
    }

    private boolean allHold() {
        for (int k = 0; k < n; k++) {
            if (!skipped(k) && !holds(k)) return false;
        }
        return true;
    }

    /// One that compares, or -1.
    final int any(boolean wait) {
        if (isEmpty()) return -1;
        if (!wait) return anyThatHolds();
        int[] found = {-1};
        await(() -> (found[0] = anyThatHolds()) >= 0);
        return found[0];
    }

    private int anyThatHolds() {
        int k = session().place(n);
        for (int tried = 0; tried < n; tried++, k = k + 1 == n ? 0 : k + 1) {
            if (!skipped(k) && holds(k)) return k;
        }
        return -1;
    }

    /// How many compare, with their numbers in `indices`.
    final int some(int[] indices, boolean wait) {
        checkIndices(indices);
        if (!wait || isEmpty()) return thoseThatHold(indices);
        int[] found = {0};
        await(() -> (found[0] = thoseThatHold(indices)) > 0);
        return found[0];
    }

    private int thoseThatHold(int[] indices) {
        int found = 0;
        for (int k = 0; k < n; k++) {
            if (!skipped(k) && holds(k)) indices[found++] = k;
        }
        return found;
    }

    // for messages

    /// Whether it is a single one.
    final boolean isOne() {
        return counted().count() == 1;
    }

    private LongStream counted() {
        return LongStream.range(0, n).filter(k -> !skipped((int) k));
    }

    /// Those that are not skipped, the first few.
    final String listed(LongFunction<String> shown) {
        return Place.listed(counted(), counted().count(), shown);
    }

    /// What they are now: `it is 5`, `they are 1, 4`.
    final String values(LongFunction<String> own) {
        return (isOne() ? "it is " : "they are ") + listed(own);
    }
}
