// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// What a blocked PE waits for.
public interface WakeCondition {

    /// Looks again after a wake-up, at the waiting PE's clock, which it advances by what the look costs. May run on
    /// any PE's thread; a wait that only its own PE can decide says false to [#anyThread].
    boolean look();

    /// Whether [#look] may run on another PE's thread, which saves handing over for a look in vain.
    boolean anyThread();

    /// Whether [#look], which has just held, is to be called once more, at the PE's clock by now.
    default boolean hasMore() {
        return false;
    }

    /// Who waits for what, and what is there instead: a clause of the deadlock report.
    String describe();
}
