// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

/// The operations of a PE in one sample: `n` of them in a row. Each implementor has a loop of its own, so that the JIT
/// compiler sees the loop of each test alone.
@FunctionalInterface
public interface Batch {

    /// The batch of a PE that only waits for the other PEs.
    Batch IDLE = n -> {};

    void run(int n);
}
