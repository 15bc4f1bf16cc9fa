// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.doctor;

/// One line of the doctor's.
///
/// @param what was looked at
/// @param state how it is
/// @param fact what was found
/// @param remedy what to do; empty where all is well
record Finding(String what, State state, String fact, String remedy) {

    /// How a thing is.
    enum State {
        /// Nothing to do.
        OK("ok"),
        /// Jobs run, but not all, or not as fast as they could.
        HINT("hint"),
        /// No job runs.
        BAD("BAD");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    static Finding ok(String what, String fact) {
        return new Finding(what, State.OK, fact, "");
    }

    /// Well where a condition holds, else a hint.
    static Finding hint(String what, boolean well, String fact, String remedy) {
        return well ? ok(what, fact) : new Finding(what, State.HINT, fact, remedy);
    }

    /// Well where a condition holds, else the end.
    static Finding must(String what, boolean well, String fact, String remedy) {
        return well ? ok(what, fact) : new Finding(what, State.BAD, fact, remedy);
    }

    @Override
    public String toString() {
        String line = "%-4s  %-14s %s".formatted(state.text, what, fact);
        return remedy.isEmpty() ? line : "%s%n%22s%s".formatted(line, "-> ", remedy);
    }
}
