// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// An event of a PE: one operation in a trace. Times are those of the job's clock: nanoseconds, and picoseconds of
/// virtual time.
public final class TraceEvent {
    final Track track;
    final int index; // in the track
    final int pe;

    /// The kind of operation.
    public final EventKind kind;

    final int detail; // the comparison of a wait, the operation of an update
    final int target; // the PE that owns the accessed memory
    final int thread;
    final long at; // the offset in the target's region; the team of a call

    /// The number of bytes.
    public final long bytes;

    final long value; // the new or awaited value of a word; the number of a call
    final long start;
    final long end; // equal to the beginning if it is not known
    final boolean open; // had not ended when the recording ended, and lasts until the PE's last event
    final boolean exact; // the line is this event's own, not that of a similar event
    private final long lineNumber;

    /// Reads the event of a slot.
    TraceEvent(Track track, int index, MemorySegment slot) {
        this.track = track;
        this.index = index;
        pe = track.pe();
        long what = slot.get(JAVA_LONG_UNALIGNED, TraceFile.WHAT);
        kind = EventKind.ALL[(int) Math.min(what & 0xff, EventKind.ALL.length - 1)];
        detail = (int) (what >>> 8) & 0xff;
        target = (int) (what >>> 32) & Integer.MAX_VALUE; // of a damaged event too
        thread = slot.get(JAVA_INT_UNALIGNED, TraceFile.THREAD);
        at = slot.get(JAVA_LONG_UNALIGNED, TraceFile.AT);
        bytes = slot.get(JAVA_LONG_UNALIGNED, TraceFile.BYTES);
        value = slot.get(JAVA_LONG_UNALIGNED, TraceFile.VALUE);
        start = slot.get(JAVA_LONG_UNALIGNED, TraceFile.START);
        long ended = slot.get(JAVA_LONG_UNALIGNED, TraceFile.END);
        open = ended == TraceFile.OPEN;
        end = open ? track.last() : ended;
        int number = slot.get(JAVA_INT_UNALIGNED, TraceFile.LINE);
        exact = number < 0;
        lineNumber = Math.abs(number);
    }

    /// The duration, in the unit of times.
    long lasted() {
        return end - start;
    }

    /// The collective that contains this event; null for the program's own events and for collectives.
    TraceEvent call() {
        return track.call(index);
    }

    /// The event before this one in its thread, or null.
    TraceEvent before() {
        for (int i = index - 1; i >= 0; i--) {
            TraceEvent found = track.event(i);
            if (found.thread == thread) return found;
        }
        return null;
    }

    /// The name of the collective that this event is.
    String routine() {
        return track.text(target, "collective");
    }

    /// The line of the program; empty if it is not known.
    String line() {
        return track.text(lineNumber, "");
    }

    /// The line for people, who see whether it is this event's own; empty if it is not known.
    String shownLine() {
        return exact || line().isEmpty() ? line() : "e.g. " + line();
    }

    /// The line, or a text for an unknown line.
    String where() {
        String line = line();
        return line.isEmpty() ? "(line unknown)" : line;
    }

    /// The number under which [Trace#event] finds this event.
    long number() {
        return (long) pe << 32 | index;
    }
}
