// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

/// How [SimKernel#perform] ended.
public enum Outcome {
    /// The operation is over.
    DONE,
    /// The deadline came first; the PE's clock stands at the deadline.
    EXPIRED,
    /// The PE has been blocked for long; its clock is at the present time. It checks whether its wait can still end.
    CHECK,
    /// No PE can act any more. The PE may throw or act. If it waits again and no PE makes progress, it gets `DEADLOCK`.
    STUCK,
    /// No PE can act, and no PE made progress after `STUCK`.
    DEADLOCK,
    /// Inside the kernel: the PE's own thread has to go on.
    OWN_STEP
}
