// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds waits that never end. Each blocked PE first checks its own wait; if none can end, this is a deadlock.
public final class DeadlockDetector {
    /// The interval of checks: 1 s. A PE that has been blocked for this long checks whether its wait can still end.
    /// Waits of correct programs are shorter, and keep their times.
    private static final long PATIENCE = Picos.ofNanos(1_000_000_000);

    private final PeState[] states;
    private final EventQueue events;
    private boolean anyAsked;
    private String report = "";

    long nextCheck = PATIENCE;

    DeadlockDetector(PeState[] states, EventQueue events) {
        this.states = states;
        this.events = events;
    }

    /// The deadlock report: a clause for each blocked PE, with the condition that it waits for; empty before a
    /// deadlock.
    public String report() {
        return report;
    }

    /// Makes PEs that have been blocked for long check whether their waits can still end, while another PE keeps
    /// acting.
    void check(long time) {
        nextCheck = time + PATIENCE;
        for (PeState it : states) {
            if (!it.isWaiting() || it.wakes() || it.deadline <= events.last || time - it.clock < PATIENCE) continue;
            it.end(Outcome.CHECK, time);
            events.schedule(it.pe, time);
        }
    }

    /// A PE has made progress: if all PEs block again, each has to be asked again.
    public void askAgain() {
        if (!anyAsked) return;
        anyAsked = false;
        for (PeState it : states) it.asked = false;
    }

    /// The next PE that gets [Outcome#STUCK] after all operations so far. If all have had it, this is a deadlock.
    int next(long latest) {
        for (PeState it : states) {
            if (!it.awaits || it.asked) continue;
            it.asked = true;
            anyAsked = true;
            it.end(Outcome.STUCK, latest);
            return it.pe;
        }
        return declareDeadlock(latest);
    }

    /// Ends all waits, which no PE can end any more. Returns the first of these PEs; the others enter the queue.
    private int declareDeadlock(long latest) {
        List<PeState> blocked = Stream.of(states).filter(it -> it.awaits).toList();
        if (report.isEmpty()) report = describe(blocked);
        for (PeState it : blocked) {
            it.end(Outcome.DEADLOCK, latest);
            events.schedule(it.pe, it.clock);
        }
        int first = blocked.getFirst().pe;
        events.cancel(first);
        return first;
    }

    private String describe(List<PeState> blocked) {
        String waits = blocked.stream().map(it -> it.current.describe()).collect(Collectors.joining(", "));
        long latest = Stream.of(states).mapToLong(it -> it.clock).max().orElseThrow();
        return "deadlock at t=" + Picos.show(latest) + ", " + blocked.size() + " of " + states.length + " PEs blocked; "
                + waits;
    }
}
