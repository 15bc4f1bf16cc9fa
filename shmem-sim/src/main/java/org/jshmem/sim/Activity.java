// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Locale;

/// What a PE did to the machine: the words of race reports.
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

    /// Whether it is one with other such: no two of them conflict.
    boolean isAtomic() {
        return this == ATOMIC || this == SIGNAL;
    }

    /// Whether the machine does something for it, at a price.
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
