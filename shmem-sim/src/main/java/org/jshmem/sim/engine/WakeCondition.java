// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// The condition that a blocked PE waits for.
public interface WakeCondition {

    /// The result of a look.
    enum Look {
        /// The condition does not hold.
        IN_VAIN,
        /// The condition holds, and the wait has a further step: the next look, at the PE's clock by then.
        GOES_ON,
        /// The condition holds, and the wait is over.
        HOLDS
    }

    /// Tests the condition after a wake-up, at the waiting PE's clock, and advances that clock by the cost of the look.
    /// The call may run on any PE's thread, unless [#anyThread] returns false.
    Look look();

    /// Whether all looks of the wait that begins may run on other PEs' threads, which saves a task switch for a look in
    /// vain.
    default boolean anyThread() {
        return true;
    }

    /// A clause of the deadlock report: the PE, the awaited value, and the present one.
    String describe();
}
