// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// An event of a PE: one operation in a trace. Times are nanoseconds of the job's clock.
public final class TraceEvent {
    private final int pe;
    private final long[] slot; // as in the file
    private final String line;
    private final long end;

    /// The collective that contains this event; null for the program's own events and for collectives.
    TraceEvent call;

    /// Reads the event of a slot. An event without a recorded end lasts until `last`.
    TraceEvent(int pe, MemorySegment slot, List<String> lines, long last) {
        this.pe = pe;
        this.slot = slot.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        long number = Math.abs(word(TraceFile.SITE));
        line = number <= 0 || number > lines.size() ? "" : lines.get((int) number - 1);
        end = open() ? last : word(TraceFile.END);
    }

    private long word(int offset) {
        return slot[offset / Long.BYTES];
    }

    /// The PE of the event.
    public int pe() {
        return pe;
    }

    /// The kind of operation.
    public EventKind kind() {
        return EventKind.of((int) word(TraceFile.WHAT) & 0xff);
    }

    /// The comparison of a wait, the operation of an update, the routine of a call.
    int detail() {
        return (int) (word(TraceFile.WHAT) >>> 8) & 0xff;
    }

    /// The PE that owns the accessed memory.
    public int target() {
        return (int) (word(TraceFile.WHAT) >>> 16) & 0xffff;
    }

    /// The identifier of the PE's thread.
    long thread() {
        return word(TraceFile.WHAT) >>> 32;
    }

    /// The offset in the target's region; the team of a call.
    public long at() {
        return word(TraceFile.AT);
    }

    /// The number of bytes.
    public long bytes() {
        return word(TraceFile.BYTES);
    }

    /// The new or awaited value of a word; the number of a call.
    public long value() {
        return word(TraceFile.VALUE);
    }

    /// The beginning.
    public long start() {
        return word(TraceFile.START);
    }

    /// The end; equal to the beginning if it is not known.
    public long end() {
        return end;
    }

    /// Whether the event had not ended when the recording ended. It then lasts until the PE's last event.
    public boolean open() {
        return word(TraceFile.END) == 0 && start() != 0;
    }

    /// The program's source line, or an empty text.
    public String line() {
        return line;
    }

    /// Whether the line is this event's own, not that of a similar event.
    boolean exact() {
        return word(TraceFile.SITE) < 0;
    }

    /// The duration in nanoseconds.
    long lasted() {
        return end - start();
    }

    /// The line, or a text for an unknown line.
    String where() {
        return line.isEmpty() ? "(line unknown)" : line;
    }
}
