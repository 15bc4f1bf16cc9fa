// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;

/// A listener to the operations of all PEs, in the order of their times: for reports and accounts. The kernel's thread
/// calls, so a listener needs no lock.
public interface AccessListener {

    /// An access of several lines begins at a time, and [#access] follows at its last step.
    default void begins(MachineAccess access, long start) {}

    /// An access from `start` to `end`, before its bytes move.
    default void access(MachineAccess access, long start, long end) {}

    /// A PE has received a value of these bytes by an atomic operation.
    default void acquired(int pe, int region, long from, long to) {}

    /// A PE begins to watch bytes that it waits for, at the time `now`.
    default void watched(int pe, int region, long from, long to, long now) {}

    /// A PE accesses an element of its own, by a load or store that has no cost of its own.
    default void own(int pe, AccessKind kind, long from, long to) {}
}
