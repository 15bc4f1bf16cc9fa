// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// The events of a machine that are no steps of its PEs, such as the arrival of a message.
@FunctionalInterface
public interface Events {
    /// Lets the machine act at a time that is not over: after all steps of PEs before it, and before those at it.
    void at(long time, Runnable action);
}
