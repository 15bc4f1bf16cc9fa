// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.Locale;

/// What a PE can be seen doing: the vocabulary of traces, of real and of simulated jobs.
public enum EventKind {
    /// Bytes to a PE.
    PUT,
    /// Bytes from a PE.
    GET,
    /// A word to a PE.
    STORE,
    /// A word from another PE.
    LOAD,
    /// A word changed atomically, with its old value fetched.
    ATOMIC,
    /// A word changed atomically.
    UPDATE,
    /// A flag after data: the program's signals, the collectives' flags.
    SIGNAL,
    /// Waiting for a word, or for one of several.
    WAIT,
    /// Waiting until updates are complete.
    QUIET,
    /// Ordering updates.
    FENCE,
    /// A collective routine, around all it does.
    CALL,
    /// Direct loads and stores that were declared: in virtual time only.
    TOUCH,
    /// Declared computation: in virtual time only.
    COMPUTE,
    /// A sleep of the program's.
    SLEEP;

    private static final EventKind[] ALL = values();

    private final String word = name().toLowerCase(Locale.ROOT);

    static EventKind of(int ordinal) {
        return ordinal >= 0 && ordinal < ALL.length ? ALL[ordinal] : TOUCH;
    }

    /// As people read it.
    public String word() {
        return word;
    }

    /// Whether bytes of the program's may go to another PE.
    boolean isSent() {
        return this == PUT || this == STORE;
    }

    /// Whether a wait may end because of it.
    boolean changes() {
        return this == PUT || this == STORE || this == ATOMIC || this == UPDATE || this == SIGNAL;
    }
}
