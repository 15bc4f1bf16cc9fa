// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// How a wait ended.
public enum Outcome {
    /// [WakeCondition#look] was true.
    HOLDS,
    /// Woken, and the PE must look for itself: [WakeCondition#anyThread] is false.
    LOOK,
    /// The deadline came first; the clock stands there.
    EXPIRED,
    /// The PE has been blocked for long, and its clock has come so far: it looks whether its wait can still end.
    CHECK,
    /// No PE can act any more. The PE may throw or act; waiting on is answered by `DEADLOCK` if that helped nobody.
    STUCK,
    /// No PE can act, and none had a way out.
    DEADLOCK
}
