// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import org.jshmem.Work;

/// The cores: what declared computation costs.
public interface Processor {

    /// Computes on a PE from `now` on, and returns when it is done. What goes through memory that
    /// PEs share takes [Turns]: when it is called, other PEs may have smaller clocks.
    long compute(int pe, Work work, long now);
}
