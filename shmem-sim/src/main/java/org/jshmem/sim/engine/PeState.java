// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// A PE in virtual time: its wait while it is blocked. The clocks of all PEs are in one array, which most operations of
/// the engine read alone.
final class PeState {
    final int pe;
    private final long[] clocks;

    WakeCondition wait; // null for a PE that is not blocked
    Outcome outcome; // of the wait, null while it lasts
    boolean ownThread; // looks must run on the PE's own thread
    long deadline;
    boolean limited; // the deadline is a limit of the job, not one of the program
    boolean woken; // by a change, since the latest look
    long wakeAt; // the earliest of the wake-ups since then
    boolean asked; // has had [Outcome#STUCK] since a PE last made progress

    PeState(int pe, long[] clocks) {
        this.pe = pe;
        this.clocks = clocks;
    }

    long clock() {
        return clocks[pe];
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
        clocks[pe] = Math.max(clocks[pe], time);
    }
}
