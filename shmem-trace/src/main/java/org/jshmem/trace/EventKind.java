// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.Locale;

/// The kinds of events in traces, of real and of simulated jobs.
public enum EventKind {
    /// A transfer of bytes to a PE.
    PUT,
    /// A transfer of bytes from a PE.
    GET,
    /// A store of a word to a PE.
    STORE,
    /// A load of a word from another PE.
    LOAD,
    /// An atomic change of a word that returns the old value.
    ATOMIC,
    /// An atomic change of a word without a result.
    UPDATE,
    /// A store of a flag after data: a signal of the program, or a flag of a collective.
    SIGNAL,
    /// A wait for a word, or for one of several words.
    WAIT,
    /// A wait until updates are complete.
    QUIET,
    /// The ordering of updates.
    FENCE,
    /// A collective routine, from its beginning to its end.
    CALL,
    /// Declared direct loads and stores, in virtual time only.
    TOUCH,
    /// Declared computation, in virtual time only.
    COMPUTE,
    /// A sleep of the program.
    SLEEP;

    static final EventKind[] ALL = values();

    /// The name of the kind in lower case, for people.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether an event of this kind may send bytes of the program to another PE.
    boolean isSent() {
        return this == PUT || this == STORE;
    }

    /// Whether an event of this kind may end a wait.
    boolean changes() {
        return this == PUT || this == STORE || this == ATOMIC || this == UPDATE || this == SIGNAL;
    }
}
