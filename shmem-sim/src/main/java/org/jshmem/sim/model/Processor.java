// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import org.jshmem.Work;

/// The cores of a machine, which give declared computation its cost.
public interface Processor {

    /// The steps of a computation of a PE.
    Steps compute(int pe, Work work);
}
