// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;

/// A symmetric array whose elements a PE can wait for: shorts, ints and longs, compared as signed numbers.
///
/// A PE waits for elements of its *own* copy, which other PEs change by puts and atomics:
///
/// ```java
/// flags.waitUntil(3, Cmp.GE, 10);                        // until another PE has made element 3 at least 10
/// long k = flags.waitUntilAny(8, 4, null, Cmp.NE, 0);    // until one of elements 8 to 11 is not 0: it is 8 + k
/// ```
///
/// **Visibility.** Waiting and testing acquire. On return a PE sees the data that the writer put to this PE
/// before its [Shmem#fence], signal or atomic. It sees the data that the writer put to other PEs only if the
/// writer called [Shmem#quiet] first.
///
/// **Several words.** Word `k` is element `index + k`, for `k` from 0 to `count - 1`. Returned and stored
/// numbers are `k`, not `index + k`. `skip[k]` leaves word `k` out; a null `skip` leaves out none. If all words
/// are left out, the set is empty. The forms with an array of values compare word `k` with `values[k]`.
/// Each call of the `Any` forms begins its search at a random word, so no word starves.
///
/// **Errors.** Every waiting form throws [PeerFailedException] if another PE fails meanwhile,
/// [ShmemTimeoutException] after the job's `--timeout`, and [ShmemInterruptedException] if its thread is
/// interrupted. An index outside the array is an `IndexOutOfBoundsException`; a value that the element type
/// cannot hold is an `IllegalArgumentException`.
///
/// @param <A> the Java array of the same elements
/// @param <S> the type itself
public interface SymWords<A, S extends SymWords<A, S>> extends SymNumbers<A, S> {

    /// Waits until this PE's element `index` satisfies the comparison `c`, such as [Cmp#GE], with `value`.
    ///
    /// @param index element of this PE's copy
    /// @param c comparison that the element must satisfy, signed
    /// @param value right side of the comparison
    /// @throws PeerFailedException if another PE fails meanwhile
    /// @throws ShmemTimeoutException if the wait takes longer than the job's `--timeout`
    void waitUntil(long index, Cmp c, long value);

    /// Waits as [#waitUntil(long, Cmp, long)] does, for at most `max`, in real time or the simulator's. Returns false
    /// if the time was over first. Zero tests once. The job's `--timeout` also holds: if it is shorter, it ends the
    /// wait by its exception.
    boolean waitUntil(long index, Cmp c, long value, Duration max);

    /// {@return whether this PE's element `index` satisfies the comparison `c` with `value` now} Never waits.
    ///
    /// @param index element of this PE's copy
    /// @param c comparison that the element must satisfy, signed
    /// @param value right side of the comparison
    boolean test(long index, Cmp c, long value);

    /// Waits until all words satisfy the comparison `c` with `value`; returns at once for the empty set.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    void waitUntilAll(long index, int count, boolean[] skip, Cmp c, long value);

    /// Waits for all of the words, as [#waitUntilAll(long, int, boolean\[\], Cmp, long)] does, comparing word `k` with
    /// `values[k]`.
    void waitUntilAll(long index, int count, boolean[] skip, Cmp c, A values);

    /// Waits until at least one word satisfies the comparison `c` with `value`.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    /// @return `k` of such a word, whose element is `index + k`; -1 for the empty set
    long waitUntilAny(long index, int count, boolean[] skip, Cmp c, long value);

    /// Waits for any one of the words, as [#waitUntilAny(long, int, boolean\[\], Cmp, long)] does, comparing word `k`
    /// with `values[k]`.
    long waitUntilAny(long index, int count, boolean[] skip, Cmp c, A values);

    /// Waits until at least one word satisfies the comparison `c` with `value`, and stores every `k` that does in
    /// `indices`.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param indices gets every `k`, ascending; has room for `count` numbers
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    /// @return how many numbers are stored; 0 for the empty set
    int waitUntilSome(long index, int count, int[] indices, boolean[] skip, Cmp c, long value);

    /// Waits for at least one of the words, as [#waitUntilSome(long, int, int\[\], boolean\[\], Cmp, long)] does,
    /// comparing word `k` with `values[k]`.
    int waitUntilSome(long index, int count, int[] indices, boolean[] skip, Cmp c, A values);

    /// Returns whether all words satisfy the comparison `c` with `value` now; true for the empty set. Never waits.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    /// @return true if all words that are not left out satisfy the comparison
    boolean testAll(long index, int count, boolean[] skip, Cmp c, long value);

    /// Tests all of the words, as [#testAll(long, int, boolean\[\], Cmp, long)] does, comparing word `k` with
    /// `values[k]`.
    boolean testAll(long index, int count, boolean[] skip, Cmp c, A values);

    /// Returns `k` of a word that satisfies the comparison `c` with `value` now, or -1. Never waits.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    /// @return `k` of such a word; -1 for none
    long testAny(long index, int count, boolean[] skip, Cmp c, long value);

    /// Tests for any one of the words, as [#testAny(long, int, boolean\[\], Cmp, long)] does, comparing word `k` with
    /// `values[k]`.
    long testAny(long index, int count, boolean[] skip, Cmp c, A values);

    /// Stores every `k` whose word satisfies the comparison `c` with `value` now in `indices`, and returns how
    /// many. Never waits.
    ///
    /// @param index first of the words, an element of this PE's copy
    /// @param count number of words
    /// @param indices gets every `k`, ascending; has room for `count` numbers
    /// @param skip `skip[k]` leaves word `k` out; null leaves out none
    /// @param c comparison that a word must satisfy, signed
    /// @param value right side of the comparison
    /// @return how many numbers are stored; 0 for none
    int testSome(long index, int count, int[] indices, boolean[] skip, Cmp c, long value);

    /// Finds all of the words, as [#testSome(long, int, int\[\], boolean\[\], Cmp, long)] does, comparing word `k`
    /// with `values[k]`.
    int testSome(long index, int count, int[] indices, boolean[] skip, Cmp c, A values);

    // all words of the array, which has at most `Integer.MAX_VALUE`

    /// Waits for all of the elements of the array, as [#waitUntilAll(long, int, boolean\[\], Cmp, long)] does.
    default void waitUntilAll(Cmp c, long value) {
        waitUntilAll(0, count(), null, c, value);
    }

    /// Waits for any one of the elements of the array, as [#waitUntilAny(long, int, boolean\[\], Cmp, long)] does.
    default long waitUntilAny(Cmp c, long value) {
        return waitUntilAny(0, count(), null, c, value);
    }

    /// Waits for at least one of the elements of the array, as
    /// [#waitUntilSome(long, int, int\[\], boolean\[\], Cmp, long)] does.
    default int waitUntilSome(int[] indices, Cmp c, long value) {
        return waitUntilSome(0, count(), indices, null, c, value);
    }

    /// Tests all of the elements of the array, as [#testAll(long, int, boolean\[\], Cmp, long)] does.
    default boolean testAll(Cmp c, long value) {
        return testAll(0, count(), null, c, value);
    }

    /// Tests for any one of the elements of the array, as [#testAny(long, int, boolean\[\], Cmp, long)] does.
    default long testAny(Cmp c, long value) {
        return testAny(0, count(), null, c, value);
    }

    /// Finds all of the elements of the array, as [#testSome(long, int, int\[\], boolean\[\], Cmp, long)] does.
    default int testSome(int[] indices, Cmp c, long value) {
        return testSome(0, count(), indices, null, c, value);
    }

    /// The length as the count of one call.
    private int count() {
        if (length() <= Integer.MAX_VALUE) return (int) length();
        throw new IndexOutOfBoundsException("%s has more elements than one call takes, %d; pass index and count"
                .formatted(this, Integer.MAX_VALUE));
    }
}
