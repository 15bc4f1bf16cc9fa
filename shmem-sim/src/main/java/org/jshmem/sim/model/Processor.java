// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import org.jshmem.Work;

/// The cores of a machine, which give declared computation its cost.
public interface Processor {

    /// Computes on a PE from `now` on, and returns the end time. Computation through memory that PEs share takes
    /// [Turns]: at the call, other PEs may have smaller clocks.
    long compute(int pe, Work work, long now);
}
