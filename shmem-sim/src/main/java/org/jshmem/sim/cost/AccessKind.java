// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.Locale;

/// The kind of an operation of a PE on the machine. Race reports and the summary print its name.
public enum AccessKind {
    /// A load of a word.
    LOAD(false),
    /// A store of a word.
    STORE(true),
    /// An atomic operation on a word.
    ATOMIC(true),
    /// A store of a flag that other PEs wait for.
    SIGNAL(true),
    /// A change of a range from private memory, by a call.
    PUT(true),
    /// A read of a range into private memory, by a call.
    GET(false),
    /// A copy between regions.
    COPY(true),
    /// Direct loads of a range into registers.
    READ(false),
    /// Direct stores of values at hand to a range.
    WRITE(true),
    /// A look at a word that other PEs write as a flag, by a wait, a test or a fetch.
    POLL(false),
    /// The time from a look in vain to the end of a wait.
    WAIT(false),
    /// The completion of all writes of a PE.
    QUIET(false),
    /// Declared computation.
    COMPUTE(false),
    /// A sleep until a time.
    SLEEP(false);

    private final boolean changes;

    AccessKind(boolean changes) {
        this.changes = changes;
    }

    /// The name in reports.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether the operation is atomic: two atomic operations never conflict.
    public boolean isAtomic() {
        return this == ATOMIC || this == SIGNAL;
    }

    /// Whether the operation changes memory.
    public boolean changes() {
        return changes;
    }
}
