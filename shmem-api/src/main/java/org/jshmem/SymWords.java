// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;

/// A symmetric array whose own elements a PE can wait for: shorts, ints and longs, compared signed.
///
/// **Ordering.** Waiting is an acquire: what the writer did before its fence, signal or atomic is visible on return.
///
/// Values are given as `long` and must fit the element type. In the forms over several words, word `k` is element
/// `i + k`; `skip[k]` leaves it out and a null `skip` leaves out none.
///
/// @param <A> the Java array of the same elements: the vector forms compare word `k` with `v[k]`
/// @param <S> the type itself
public interface SymWords<A, S extends SymWords<A, S>> extends SymNumbers<A, S> {

    /// Waits until own element `i` compares so with `v`.
    void waitUntil(long i, Cmp c, long v);

    /// As [#waitUntil(long, Cmp, long)], for at most so long: false on expiry.
    boolean waitUntil(long i, Cmp c, long v, Duration max);

    /// Whether own element `i` compares so with `v` now.
    boolean test(long i, Cmp c, long v);

    /// Waits until all words compare so; returns at once for the empty set.
    void waitUntilAll(long i, int n, boolean[] skip, Cmp c, long v);

    /// The vector form.
    void waitUntilAll(long i, int n, boolean[] skip, Cmp c, A v);

    /// Waits until any word compares so and returns which, fairly; -1 for the empty set.
    long waitUntilAny(long i, int n, boolean[] skip, Cmp c, long v);

    /// The vector form.
    long waitUntilAny(long i, int n, boolean[] skip, Cmp c, A v);

    /// Waits until at least one word compares so, stores which ones in `indices` and returns how many; 0 for the empty
    /// set.
    int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v);

    /// The vector form.
    int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v);

    /// Whether all words compare so now; true for the empty set.
    boolean testAll(long i, int n, boolean[] skip, Cmp c, long v);

    /// The vector form.
    boolean testAll(long i, int n, boolean[] skip, Cmp c, A v);

    /// Which word compares so now, fairly, or -1.
    long testAny(long i, int n, boolean[] skip, Cmp c, long v);

    /// The vector form.
    long testAny(long i, int n, boolean[] skip, Cmp c, A v);

    /// Stores in `indices` which words compare so now and returns how many.
    int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v);

    /// The vector form.
    int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v);

    // all words of the array

    /// As [#waitUntilAll(long, int, boolean\[\], Cmp, long)], for the whole array.
    default void waitUntilAll(Cmp c, long v) {
        waitUntilAll(0, Math.toIntExact(length()), null, c, v);
    }

    /// As [#waitUntilAny(long, int, boolean\[\], Cmp, long)], over the whole array.
    default long waitUntilAny(Cmp c, long v) {
        return waitUntilAny(0, Math.toIntExact(length()), null, c, v);
    }

    /// As [#waitUntilSome(long, int, int\[\], boolean\[\], Cmp, long)], over the whole array.
    default int waitUntilSome(int[] indices, Cmp c, long v) {
        return waitUntilSome(0, Math.toIntExact(length()), indices, null, c, v);
    }

    /// As [#testAll(long, int, boolean\[\], Cmp, long)], for the whole array.
    default boolean testAll(Cmp c, long v) {
        return testAll(0, Math.toIntExact(length()), null, c, v);
    }

    /// As [#testAny(long, int, boolean\[\], Cmp, long)], over the whole array.
    default long testAny(Cmp c, long v) {
        return testAny(0, Math.toIntExact(length()), null, c, v);
    }

    /// As [#testSome(long, int, int\[\], boolean\[\], Cmp, long)], over the whole array.
    default int testSome(int[] indices, Cmp c, long v) {
        return testSome(0, Math.toIntExact(length()), indices, null, c, v);
    }
}
