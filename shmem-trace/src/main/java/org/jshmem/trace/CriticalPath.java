// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

/// The chain of events that took the time of a job.
/*
 * It is followed from the latest event back to the first. Before a wait that another PE ended, the chain continues on
 * that PE at the event that ended the wait; the wait itself is not part of it. Time between two events belongs to the
 * program, before the later one, or to the collective that contains both.
 *
 *   PE 0  ######..wait...######  end        # and = are on the path
 *                       /
 *   PE 1  ====sleep===put
 *
 * Times fall strictly at each change of the PE, so the walk ends, also in a damaged trace.
 */
final class CriticalPath {
    private final WaitCauses causes;
    private final Parts parts;

    private TraceEvent next; // on the path after `time`; null at the end of the job
    private long time; // the path is known from here on

    /// Receives the parts of a path, from the latest to the earliest.
    interface Parts {
        /// A PE spent the time from `from` to `to` in the routine `name`, at a line of the program.
        void add(int pe, String name, String where, long from, long to);
    }

    CriticalPath(WaitCauses causes, Parts parts) {
        this.causes = causes;
        this.parts = parts;
    }

    /// Follows the path of a trace.
    void follow(Trace trace) {
        TraceEvent e = null;
        for (Track track : trace.tracks()) {
            if (track.size() > 0 && (e == null || track.last() > e.track.last())) e = track.event(track.size() - 1);
        }
        time = trace.last();
        next = null;
        while (e != null) {
            TraceEvent from = e.start < time ? step(e) : e;
            e = from.before();
        }
    }

    /// Adds an event, and the time after it. Returns the event before which the path continues.
    private TraceEvent step(TraceEvent e) {
        TraceEvent call = e.kind == EventKind.CALL ? e : e.call();
        long end = Math.clamp(e.end, e.start, time);
        long left = call == null ? end : Math.clamp(call.end, end, time);
        TraceEvent cause = e.end <= time ? causes.of(e) : null;
        boolean isElsewhere = cause != null && cause.pe != e.pe && cause.start > e.start && cause.start < end;
        if (left < time && next == null) parts.add(e.pe, "after the last event", "", left, time);
        else if (left < time) add("before " + next.track.name(next), next, left, time, e.pe);
        if (call != null) add(call.track.name(call), call.line().isEmpty() ? e : call, end, left, e.pe);
        TraceEvent shown = isElsewhere ? cause : e;
        TraceEvent around = shown.kind == EventKind.CALL ? null : shown.call();
        TraceEvent named = around == null ? shown : around;
        time = shown.start;
        next = named;
        TraceEvent lined = around != null && around.line().isEmpty() ? shown : named;
        add(named.track.name(named), lined, shown.start, end, shown.pe);
        return shown;
    }

    private void add(String name, TraceEvent at, long from, long to, int pe) {
        if (from < to) parts.add(pe, name, at.where(), from, to);
    }
}
