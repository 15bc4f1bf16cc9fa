// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.Locale;

/// The kind of an operation of a PE on the machine. Race reports and the summary print its name.
public enum AccessKind {
    /// A load of a word.
    LOAD,
    /// A store of a word.
    STORE,
    /// An atomic operation on a word.
    ATOMIC,
    /// A store of a flag that other PEs wait for.
    SIGNAL,
    /// A change of a range from private memory, by a call.
    PUT,
    /// A read of a range into private memory, by a call.
    GET,
    /// A copy between regions.
    COPY,
    /// Direct loads of a range into registers.
    READ,
    /// Direct stores of values at hand to a range.
    WRITE,
    /// A look at a word that the PE waits for.
    POLL,
    /// The time from a look in vain to the end of a wait.
    WAIT,
    /// The completion of all writes of a PE.
    QUIET,
    /// Declared computation.
    COMPUTE,
    /// A sleep until a time.
    SLEEP;

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
        return switch (this) {
            case STORE, ATOMIC, SIGNAL, PUT, COPY, WRITE -> true;
            default -> false;
        };
    }
}
