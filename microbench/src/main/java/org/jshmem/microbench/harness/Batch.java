// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

/// What a PE does in one sample: `n` operations in a row. The loop is the implementor's own, so that every test has a
/// loop that the JIT compiler sees alone.
@FunctionalInterface
public interface Batch {

    /// A PE that only waits for the others to finish.
    Batch IDLE = n -> {};

    void run(int n);
}
