// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// The cores of a machine, which give declared computation its cost.
public interface Cores {

    /// The cost of a computation of a PE.
    Computation compute(int pe, Work work);
}
