// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;

/// A 64-bit signal word on a cache line of its own, by which a PE learns that data have arrived.
///
/// ```java
/// Signal ready = sh.signal();
/// box.putSignal(0, data, 0, 3, ready, 1, SignalOp.SET, next);   // sender: data, then the signal
/// ready.waitUntil(Cmp.EQ, 1);                                   // receiver, on PE next: now box holds the data
/// ```
///
/// Values are compared as unsigned numbers. Only signal operations may change the word.
///
/// **Visibility.** After a PE sees a signal it sees the data of the `putSignal` that set it.
/// A signal or an atomic update is visible on its PE after all earlier updates of the same context to that PE.
/// OpenSHMEM does not promise that. Data put to other PEs need [Shmem#quiet] before the signal.
///
/// **Several signals.** The static forms take an array `s` of signals; the numbers that they return and store are
/// indices in `s`. `skip[k]` leaves `s[k]` out; a null `skip` leaves out none.
///
/// **Errors.** Every waiting form throws [PeerFailedException] if another PE fails meanwhile,
/// [ShmemTimeoutException] after the job's `--timeout`, and [ShmemInterruptedException] if its thread is
/// interrupted.
public interface Signal extends Symmetric {

    @Override
    Signal named(String name);

    /// {@return the same signal seen through `ctx`} Not collective.
    ///
    /// @param ctx context that orders and completes this PE's updates
    Signal on(Ctx ctx);

    /// Sets the word on PE `pe`, which may be this PE, to `value`, after this PE's earlier puts to that PE.
    /// Atomic. May return before the change is visible there; [Shmem#quiet] waits for it.
    ///
    /// @param value new value of the word, unsigned
    /// @param pe PE whose word is updated, numbered in the signal's context
    /// @throws IndexOutOfBoundsException if PE `pe` does not exist
    void set(long value, int pe);

    /// Adds `value` to the word on PE `pe`, after this PE's earlier puts to that PE. Atomic. May return
    /// before the change is visible there; [Shmem#quiet] waits for it.
    ///
    /// ```java
    /// ready.add(1, root);                              // on each PE
    /// if (sh.myPe() == root) ready.waitUntil(Cmp.GE, sh.nPes());   // all have come
    /// ```
    ///
    /// @param value summand; the word wraps at 2^64
    /// @param pe PE whose word is updated, numbered in the signal's context
    /// @throws IndexOutOfBoundsException if PE `pe` does not exist
    void add(long value, int pe);

    /// {@return this PE's word} Acquires, as [#waitUntil] does. A loop may poll with it, but does not sleep.
    long fetch();

    /// Waits until this PE's word satisfies the comparison `c`, such as [Cmp#GE], with `value`, unsigned.
    ///
    /// ```java
    /// for (long step = 1; step <= steps; step++) {
    ///     ready.set(step, next);
    ///     ready.waitUntil(Cmp.GE, step);               // a signal that counts is never reset
    /// }
    /// ```
    ///
    /// @param c comparison that this PE's word must satisfy
    /// @param value right side of the comparison, unsigned
    /// @return the word that satisfied it; the word may have changed again since
    /// @throws PeerFailedException if another PE fails meanwhile
    /// @throws ShmemTimeoutException if the wait takes longer than the job's `--timeout`
    long waitUntil(Cmp c, long value);

    /// Waits as [#waitUntil(Cmp, long)] does, for at most `max`, in real time or the simulator's. Returns false if
    /// the time was over first. Zero tests once. The job's `--timeout` also holds: if it is shorter, it ends the
    /// wait by its exception.
    boolean waitUntil(Cmp c, long value, Duration max);

    /// {@return whether this PE's word satisfies the comparison `c` with `value` now} Never waits.
    ///
    /// @param c comparison that this PE's word must satisfy
    /// @param value right side of the comparison, unsigned
    boolean test(Cmp c, long value);

    // several signals

    /// Waits until this PE's words of all the signals satisfy the comparison `c` with `value`; returns at once for
    /// the empty set.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    static void waitUntilAll(Signal[] s, Cmp c, long value) {
        waitUntilAll(s, null, c, value);
    }

    /// Waits for all of the signals, as [#waitUntilAll(Signal\[\], Cmp, long)] does, without the signals that `skip`
    /// leaves out.
    static void waitUntilAll(Signal[] s, boolean[] skip, Cmp c, long value) {
        ShmemProvider.get().allSignals(s, skip, c, value, true);
    }

    /// Waits until at least one of the signals satisfies the comparison `c` with `value`, and returns its index in
    /// `s`; -1 for the empty set. Each call begins its search at a random signal, so no signal starves.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    /// @return index in `s` of a signal that satisfies the comparison; -1 for the empty set
    static int waitUntilAny(Signal[] s, Cmp c, long value) {
        return waitUntilAny(s, null, c, value);
    }

    /// Waits for any one of the signals, as [#waitUntilAny(Signal\[\], Cmp, long)] does, without the signals that
    /// `skip` leaves out.
    static int waitUntilAny(Signal[] s, boolean[] skip, Cmp c, long value) {
        return ShmemProvider.get().anySignal(s, skip, c, value, true);
    }

    /// Waits until at least one of the signals satisfies the comparison `c` with `value`, stores the indices in
    /// `s` of all that do in `indices`, and returns how many; 0 for the empty set.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param indices gets the indices in `s`, ascending; as long as `s` or longer
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    /// @return how many indices are stored; 0 for the empty set only
    static int waitUntilSome(Signal[] s, int[] indices, Cmp c, long value) {
        return waitUntilSome(s, indices, null, c, value);
    }

    /// Waits for at least one of the signals, as [#waitUntilSome(Signal\[\], int\[\], Cmp, long)] does, without the
    /// signals that `skip` leaves out.
    static int waitUntilSome(Signal[] s, int[] indices, boolean[] skip, Cmp c, long value) {
        return ShmemProvider.get().someSignals(s, indices, skip, c, value, true);
    }

    /// {@return whether all the signals satisfy the comparison `c` with `value` now; true for the empty set}
    /// Never waits.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    static boolean testAll(Signal[] s, Cmp c, long value) {
        return testAll(s, null, c, value);
    }

    /// Tests all of the signals, as [#testAll(Signal\[\], Cmp, long)] does, without the signals that `skip` leaves
    /// out.
    static boolean testAll(Signal[] s, boolean[] skip, Cmp c, long value) {
        return ShmemProvider.get().allSignals(s, skip, c, value, false);
    }

    /// Returns the index in `s` of a signal that satisfies the comparison `c` with `value` now, or -1. Never waits.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    /// @return index in `s` of a signal that satisfies the comparison; -1 for none
    static int testAny(Signal[] s, Cmp c, long value) {
        return testAny(s, null, c, value);
    }

    /// Tests for any one of the signals, as [#testAny(Signal\[\], Cmp, long)] does, without the signals that `skip`
    /// leaves out.
    static int testAny(Signal[] s, boolean[] skip, Cmp c, long value) {
        return ShmemProvider.get().anySignal(s, skip, c, value, false);
    }

    /// Stores the indices in `s` of all signals that satisfy the comparison `c` with `value` now in `indices`, and
    /// returns how many.
    ///
    /// @param s signals, of which this PE's words are compared; the array is not changed
    /// @param indices gets the indices in `s`, ascending; as long as `s` or longer
    /// @param c comparison that a word must satisfy
    /// @param value right side of the comparison for every signal, unsigned
    /// @return how many indices are stored; 0 for none
    static int testSome(Signal[] s, int[] indices, Cmp c, long value) {
        return testSome(s, indices, null, c, value);
    }

    /// Finds all of the signals, as [#testSome(Signal\[\], int\[\], Cmp, long)] does, without the signals that `skip`
    /// leaves out.
    static int testSome(Signal[] s, int[] indices, boolean[] skip, Cmp c, long value) {
        return ShmemProvider.get().someSignals(s, indices, skip, c, value, false);
    }
}
