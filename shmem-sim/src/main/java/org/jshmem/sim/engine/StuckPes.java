// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

/// The PEs whose waits may never end: each checks its own wait first. If no wait can end, this is a deadlock.
final class StuckPes {
    private static final int NOBODY = Agenda.NOBODY;

    /// The interval of checks: 1 s. A PE that has been blocked for this long checks whether its wait can still end.
    /// Waits of correct programs are shorter, and keep their times.
    private static final long PATIENCE = Picos.ofNanos(1_000_000_000);

    private final PeState[] states;
    private final Agenda agenda;
    private boolean anyAsked;
    private String deadlock = "";

    long nextCheck = PATIENCE;

    StuckPes(PeState[] states, Agenda agenda) {
        this.states = states;
        this.agenda = agenda;
    }

    /// The deadlock report; empty before a deadlock.
    String deadlock() {
        return deadlock;
    }

    /// Makes PEs that have been blocked for long check whether their waits can still end, while another PE keeps
    /// acting.
    void check(long time) {
        nextCheck = time + PATIENCE;
        for (PeState it : states) {
            if (!it.isBlocked() || it.woken || it.deadline <= agenda.last || time - it.clock() < PATIENCE) continue;
            it.end(Outcome.CHECK, time);
            agenda.set(it.pe, time);
        }
    }

    /// A PE has made progress: if all PEs block again, each has to be asked again.
    void askAgain() {
        if (!anyAsked) return;
        anyAsked = false;
        for (PeState it : states) it.asked = false;
    }

    /// Whether the agenda has only PEs that wait for limits of the job, of which `pe` is one.
    boolean onlyLimitsAreLeft(int pe) {
        if (!isLimited(states[pe])) return false;
        int limited = 0;
        for (PeState it : states) if (isLimited(it) && it.deadline <= agenda.last) limited++;
        return limited == agenda.size();
    }

    private static boolean isLimited(PeState it) {
        return it.limited && it.isBlocked() && !it.woken;
    }

    /// The next PE that gets [Outcome#STUCK] after all operations so far, or `NOBODY` if all have had it.
    int next(long latest) {
        for (PeState it : states) {
            if (it.wait == null || it.asked) continue;
            it.asked = true;
            anyAsked = true;
            agenda.take(it.pe); // its deadline may stand there
            it.end(Outcome.STUCK, latest);
            return it.pe;
        }
        return NOBODY;
    }

    /// Ends all waits, which no PE can end any more. Returns the first of these PEs; the others go on the agenda.
    int declareDeadlock(long latest) {
        if (deadlock.isEmpty()) deadlock = describeAll();
        int first = NOBODY;
        for (PeState it : states) {
            if (it.wait == null) continue;
            it.end(Outcome.DEADLOCK, latest);
            if (first == NOBODY) first = it.pe;
            else agenda.set(it.pe, it.clock());
        }
        return first;
    }

    private String describeAll() {
        StringBuilder all = new StringBuilder();
        int blocked = 0;
        long latest = 0;
        for (PeState it : states) {
            latest = Math.max(latest, it.clock());
            if (it.wait == null) continue;
            blocked++;
            all.append(all.isEmpty() ? "" : ", ").append(it.wait.describe());
        }
        return "deadlock at t=" + Picos.show(latest) + ", " + blocked + " of " + states.length + " PEs blocked; " + all;
    }
}
