// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.doctor;

/// One finding of the doctor: a line, and a remedy unless all is well.
///
/// @param what the examined part of the machine
/// @param state its state
/// @param fact the result
/// @param remedy the action that helps; empty if all is well
record Finding(String what, State state, String fact, String remedy) {

    /// The state of an examined part.
    enum State {
        /// No action is needed.
        OK("ok"),
        /// Jobs run, but not all of them, or not at full speed.
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

    /// A finding that is OK if `well`, else a hint.
    static Finding hint(String what, boolean well, String fact, String remedy) {
        return well ? ok(what, fact) : new Finding(what, State.HINT, fact, remedy);
    }

    /// A finding that is OK if `well`, else BAD.
    static Finding must(String what, boolean well, String fact, String remedy) {
        return well ? ok(what, fact) : new Finding(what, State.BAD, fact, remedy);
    }

    @Override
    public String toString() {
        String line = "%-4s  %-14s %s".formatted(state.text, what, fact);
        return remedy.isEmpty() ? line : "%s%n%22s%s".formatted(line, "-> ", remedy);
    }
}
