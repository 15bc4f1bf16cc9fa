// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.ArrayDeque;
import java.util.List;

/// A PE in virtual time: its clock, and its operations in their order.
final class PeState {
    static final long NEVER = Long.MAX_VALUE;

    /// The state of the PE's present operation.
    enum State {
        /// It is in the PE's order, and has not begun.
        ISSUED,
        /// Its next step has a time.
        PERFORMED,
        /// Its next step has no time before a wake-up.
        BLOCKED,
        /// It was blocked, and its next step has the time of a wake-up.
        WOKEN,
        /// It is over, and the PE has no further one.
        DONE
    }

    final int pe;
    long clock;
    Simcall current; // null for none
    final ArrayDeque<Simcall> further = new ArrayDeque<>(4); // after it

    List<Simcall> unfinished = List.of(); // at the latest outcome
    State state = State.DONE;
    boolean awaits; // the PE's thread waits for its operations
    Outcome outcome; // null while it waits
    Throwable failure; // of a step that another PE's thread has taken; null for none
    long deadline;
    long wakeAt; // the time of the next step, NEVER before a wake-up
    boolean asked; // has had [Outcome#STUCK] since a PE last made progress

    PeState(int pe) {
        this.pe = pe;
    }

    /// Whether the PE's thread waits and nothing has ended that.
    boolean isWaiting() {
        return awaits && outcome == null;
    }

    /// Takes the operations that are not over out of the PE's order.
    void giveBack() {
        if (current != null) further.addFirst(current);
        current = null;
        state = State.ISSUED;
        unfinished = List.copyOf(further);
        further.clear();
    }

    /// Whether the next step has a time.
    boolean wakes() {
        return state != State.BLOCKED;
    }

    /// Ends the wait, at `time` or at the PE's clock if that is later.
    void end(Outcome how, long time) {
        outcome = how;
        clock = Math.max(clock, time);
    }
}
