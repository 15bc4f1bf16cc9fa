// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// A PE in virtual time: its clock, and its wait while it is blocked.
final class PeState {
    final int pe;
    long clock;

    WakeCondition wait; // null for a PE that is not blocked
    Outcome outcome; // of the wait, null while it lasts
    boolean ownThread; // looks must run on the PE's own thread
    long deadline;
    boolean limited; // the deadline is a limit of the job, not one of the program
    boolean woken; // by a change, since the latest look
    long wakeAt; // the earliest of the wake-ups since then
    boolean asked; // has had [Outcome#STUCK] since a PE last made progress

    PeState(int pe) {
        this.pe = pe;
    }

    /// Begins a wait without a wake-up so far.
    void block(WakeCondition condition, boolean onOwnThread, long until, boolean isLimited) {
        wait = condition;
        outcome = null;
        ownThread = onOwnThread;
        deadline = until;
        limited = isLimited;
        woken = false;
    }

    /// Whether the PE waits and no look or deadline has ended the wait.
    boolean isBlocked() {
        return wait != null && outcome == null;
    }

    /// Ends the wait, at `time` or at the PE's clock if that is later.
    void end(Outcome how, long time) {
        outcome = how;
        clock = Math.max(clock, time);
    }
}
