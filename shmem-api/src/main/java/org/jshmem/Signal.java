// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;

/// A 64-bit signal word on a cache line of its own, compared unsigned. Only signal operations may change it.
///
/// **Ordering.** An update releases and a wait acquires: who sees the new value sees what its writer did before.
public interface Signal extends Symmetric {

    /// The same signal seen through a context.
    Signal on(Ctx ctx);

    /// Sets the word on PE `pe`.
    void set(long v, int pe);

    /// Adds to the word on PE `pe`.
    void add(long v, int pe);

    /// This PE's own word.
    long fetch();

    /// Waits until this PE's own word compares so and returns the word that did; it may have changed since.
    long waitUntil(Cmp c, long v);

    /// As [#waitUntil(Cmp, long)], for at most so long: false on expiry.
    boolean waitUntil(Cmp c, long v, Duration max);

    /// Whether this PE's own word compares so now.
    boolean test(Cmp c, long v);

    // Several signals: `skip[k]` leaves `s[k]` out and a null `skip` leaves out none; indices are into `s`.

    /// Waits until this PE's own words of all the signals compare so; returns at once for the empty set.
    static void waitUntilAll(Signal[] s, Cmp c, long v) {
        waitUntilAll(s, null, c, v);
    }

    /// As [#waitUntilAll(Signal\[\], Cmp, long)], for those not skipped.
    static void waitUntilAll(Signal[] s, boolean[] skip, Cmp c, long v) {
        ShmemProvider.get().allSignals(s, skip, c, v, true);
    }

    /// Waits until any of the signals compares so and returns which, fairly; -1 for the empty set.
    static int waitUntilAny(Signal[] s, Cmp c, long v) {
        return waitUntilAny(s, null, c, v);
    }

    /// As [#waitUntilAny(Signal\[\], Cmp, long)], of those not skipped.
    static int waitUntilAny(Signal[] s, boolean[] skip, Cmp c, long v) {
        return ShmemProvider.get().anySignal(s, skip, c, v, true);
    }

    /// Waits until at least one of the signals compares so, stores which ones in `indices` and returns how many; 0 for
    /// the empty set.
    static int waitUntilSome(Signal[] s, int[] indices, Cmp c, long v) {
        return waitUntilSome(s, indices, null, c, v);
    }

    /// As [#waitUntilSome(Signal\[\], int\[\], Cmp, long)], of those not skipped.
    static int waitUntilSome(Signal[] s, int[] indices, boolean[] skip, Cmp c, long v) {
        return ShmemProvider.get().someSignals(s, indices, skip, c, v, true);
    }

    /// Whether all the signals compare so now; true for the empty set.
    static boolean testAll(Signal[] s, Cmp c, long v) {
        return testAll(s, null, c, v);
    }

    /// As [#testAll(Signal\[\], Cmp, long)], for those not skipped.
    static boolean testAll(Signal[] s, boolean[] skip, Cmp c, long v) {
        return ShmemProvider.get().allSignals(s, skip, c, v, false);
    }

    /// Which of the signals compares so now, fairly, or -1.
    static int testAny(Signal[] s, Cmp c, long v) {
        return testAny(s, null, c, v);
    }

    /// As [#testAny(Signal\[\], Cmp, long)], of those not skipped.
    static int testAny(Signal[] s, boolean[] skip, Cmp c, long v) {
        return ShmemProvider.get().anySignal(s, skip, c, v, false);
    }

    /// Stores in `indices` which of the signals compare so now and returns how many.
    static int testSome(Signal[] s, int[] indices, Cmp c, long v) {
        return testSome(s, indices, null, c, v);
    }

    /// As [#testSome(Signal\[\], int\[\], Cmp, long)], of those not skipped.
    static int testSome(Signal[] s, int[] indices, boolean[] skip, Cmp c, long v) {
        return ShmemProvider.get().someSignals(s, indices, skip, c, v, false);
    }
}
