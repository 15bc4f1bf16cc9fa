// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The threads of a PE that may call the library, weakest level first.
///
/// ```java
/// if (sh.threadLevel() != ThreadLevel.MULTIPLE) throw new IllegalStateException("a simulated machine");
/// ```
public enum ThreadLevel {
    /// The PE has one thread.
    SINGLE,
    /// Only the thread that called `init` may call.
    FUNNELED,
    /// Any thread may call, one at a time.
    SERIALIZED,
    /// Any thread may call at any time; only the collectives of one team are called one at a time.
    MULTIPLE
}
