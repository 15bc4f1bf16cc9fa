// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.ArrayDeque;

/// A PE in virtual time: its operations in their order. The clocks of all PEs are in one array, which most steps read
/// alone.
final class PeState {
    final int pe;
    private final long[] clocks;

    Simcall current; // null for none
    final ArrayDeque<Simcall> further = new ArrayDeque<>(4); // after it

    boolean performs; // the PE's thread waits for its operations
    Outcome outcome; // null while it waits
    long deadline;
    boolean woken; // the next step has a time
    long wakeAt;
    boolean asked; // has had [Outcome#STUCK] since a PE last made progress

    PeState(int pe, long[] clocks) {
        this.pe = pe;
        this.clocks = clocks;
    }

    long clock() {
        return clocks[pe];
    }

    /// Whether the PE's thread waits and nothing has ended that.
    boolean isBlocked() {
        return performs && outcome == null;
    }

    /// Forgets the operations that are not over.
    void forget() {
        current = null;
        further.clear();
    }

    /// The next step is at a time.
    void scheduleAt(long time) {
        woken = true;
        wakeAt = time;
    }

    /// Ends the wait, at `time` or at the PE's clock if that is later.
    void end(Outcome how, long time) {
        outcome = how;
        clocks[pe] = Math.max(clocks[pe], time);
    }
}
