// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Work;

/// What a machine in virtual time wants to be told, since it cannot see it: direct loads and stores, and
/// computation. Machines in real time have no use for it.
public interface Pricing {

    /// Direct loads (or `stores`) of so many bytes, made right after this call. Direct stores that others await
    /// end with a [Channel#signal].
    void touch(int pe, long offset, long bytes, boolean stores);

    /// A direct copy, made right after this call.
    void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes);

    /// Computation.
    void compute(Work work);

    /// What the machine's cache lines cost, for algorithms that are shaped by it; null where cores cache nothing of
    /// each other's memory.
    LineCosts lines();
}
