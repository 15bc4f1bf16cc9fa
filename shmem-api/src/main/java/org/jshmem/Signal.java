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
}
