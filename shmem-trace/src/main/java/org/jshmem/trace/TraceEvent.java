// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

/// An event of a PE: one operation in a trace. Times are nanoseconds of the job's clock.
///
/// @param pe the PE of the event
/// @param kind the kind of operation
/// @param detail the comparison of a wait, the operation of an update, the routine of a call
/// @param target the PE that owns the accessed memory
/// @param at the offset in that PE's region; the team of a call
/// @param bytes number of bytes
/// @param value the new or awaited value of a word; the number of a call
/// @param end equal to `start` if the end is not known; of an open event that of the PE's last event
/// @param open whether the event had not ended when the recording ended
/// @param thread the identifier of the PE's thread
/// @param line the program's source line, or an empty text
/// @param exact whether the line is this event's own, not that of a similar event
public record TraceEvent(
        int pe,
        EventKind kind,
        int detail,
        int target,
        long at,
        long bytes,
        long value,
        long start,
        long end,
        boolean open,
        long thread,
        String line,
        boolean exact) {

    /// The duration in nanoseconds.
    long lasted() {
        return end - start;
    }

    /// The line, or a text for an unknown line.
    String where() {
        return line.isEmpty() ? "(line unknown)" : line;
    }
}
