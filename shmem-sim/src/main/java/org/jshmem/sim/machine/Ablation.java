// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

/// Mechanisms that can be switched off, to see which result depends on which. A target that survives every ablation is
/// no evidence for any mechanism.
public enum Ablation {
    /// Waiting PEs do not hold the line they poll: only the look that succeeds is priced.
    NO_POLL_INTERFERENCE,
    /// A copy costs the same for each line: eq. 2 without q and p.
    CONSTANT_LINES,
    /// The prefetcher forgets: each 128 lines of a copy, the range that eq. 2 was fitted over, pay q again.
    UNTRAINED_PREFETCHER,
    /// The first read of a line that one core owns blocks it for R_R instead of c.
    BLOCKING_FIRST_READ,
    /// Every second and later arrival at a line is free: c = 0.
    NO_CONTENTION
}
