// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Locale;

/// An operation of a PE on the machine. Race reports and the summary print its name.
enum Activity {
    LOAD,
    STORE,
    ATOMIC,
    SIGNAL,
    PUT,
    GET,
    COPY,
    READ,
    WRITE,
    POLL,
    WAIT,
    QUIET,
    COMPUTE,
    SLEEP;

    private final String word = name().toLowerCase(Locale.ROOT);

    String word() {
        return word;
    }

    /// Whether the operation is atomic: two atomic operations never conflict.
    boolean isAtomic() {
        return this == ATOMIC || this == SIGNAL;
    }

    /// Whether the machine performs the operation at a cost. Waits and sleeps are not operations of the machine.
    boolean isPriced() {
        return this != WAIT && this != SLEEP;
    }

    boolean changes() {
        return switch (this) {
            case STORE, ATOMIC, SIGNAL, PUT, COPY, WRITE -> true;
            default -> false;
        };
    }
}
