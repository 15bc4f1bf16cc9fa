// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

/// Something that a PE did. Times are nanoseconds of the job's clock.
///
/// @param pe whose
/// @param kind what
/// @param detail of a wait its comparison, of an update its operation, of a call its routine
/// @param target the PE whose memory it concerns
/// @param at the byte of that PE's region; of a call its team
/// @param bytes how many
/// @param value of a word what it became, or has to become; of a call its number
/// @param end equal to `start` where that is not known
/// @param open whether it lasted when the recording ended
/// @param thread which thread of the PE
/// @param line the program's source line, or an empty text
/// @param exact whether it is this event's own line, not one that does the same
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

    /// How long it took.
    long lasted() {
        return end - start;
    }

    /// The line, or words for none.
    String where() {
        return line.isEmpty() ? "(line unknown)" : line;
    }
}
