// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// The condition that a blocked PE waits for.
public interface WakeCondition {

    /// Tests the condition after a wake-up, at the waiting PE's clock, and advances that clock by the cost of the look.
    /// The call may run on any PE's thread, unless [#anyThread] returns false.
    boolean look();

    /// Whether [#look] may run on another PE's thread, which saves a task switch for a look in vain.
    boolean anyThread();

    /// Whether the engine must call [#look] once more after it returned true, at the PE's clock by then.
    default boolean hasMore() {
        return false;
    }

    /// A clause of the deadlock report: the PE, the awaited value, and the present one.
    String describe();
}
