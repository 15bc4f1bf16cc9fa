// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// A change whose PE has gone on: its bytes are on their way.
@FunctionalInterface
public interface Arrival {
    /// Changes the bytes now; a PE that waits for them notices the change at the time `seen`.
    void arrives(long seen);
}
