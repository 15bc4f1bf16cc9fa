// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Which threads of a PE may call the library, weakest first.
public enum ThreadLevel {
    /// The PE has one thread.
    SINGLE,
    /// Only the thread that called init.
    FUNNELED,
    /// Any thread, one at a time.
    SERIALIZED,
    /// Any thread at any time; collectives of one team still one at a time.
    MULTIPLE
}
