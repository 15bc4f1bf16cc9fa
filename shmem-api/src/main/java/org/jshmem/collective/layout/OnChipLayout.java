// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

import java.util.List;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The layout of a machine's second, small and fast memory: flags and mailbox of the world team at its beginning,
/// equal on all PEs.
///
/// ```
/// +0       flags     1 line for each PE     progress of that PE, for this one
/// ...      mailbox   up to 192 lines        data that others get: two chunks of OC-Bcast
/// ...      the program's: sh.space(..)
/// ```
///
/// On other machines, and for all other teams, the flags are those of the slot, and the mailbox is the staging
/// buffer.
///
/// @param flags the offset of the flags
/// @param line bytes of a line
/// @param mailbox the offset of the mailbox
/// @param mailboxBytes its size
public record OnChipLayout(long flags, int line, long mailbox, long mailboxBytes) {
    private static final long MAILBOX_LINES = 192;

    /// Lines that remain for the program at least.
    private static final long PROGRAM_LINES = 8;

    /// Returns the layout of a machine, or null if it has only a heap.
    public static OnChipLayout of(Transport t) {
        List<MemorySpace> spaces = t.spaces();
        return spaces.size() < 2 ? null : of(spaces.get(1), t.npes());
    }

    private static OnChipLayout of(MemorySpace chip, int npes) {
        int line = chip.line();
        long lines = chip.bytes() / line;
        long mailbox = Math.min(MAILBOX_LINES, lines - npes - PROGRAM_LINES);
        if (mailbox < 2) {
            throw new IllegalArgumentException(
                    ("%d PEs are too many for the collectives' flags in '%s': a line of %d bytes for each and at least %d lines for"
                                    + " mailbox and program, of %d lines; use at most %d PEs")
                            .formatted(npes, chip.name(), line, PROGRAM_LINES + 2, lines, lines - PROGRAM_LINES - 2));
        }
        return new OnChipLayout(chip.offset(), line, chip.offset() + (long) npes * line, mailbox * line);
    }

    /// Returns the bytes that the library uses at the beginning of a memory, given by its number among the region's:
    /// a multiple of 64, so that the program's objects can be aligned to 64 with any number of PEs.
    public static long reserved(int number, MemorySpace memory, int npes) {
        if (number == 0) return SystemLayout.bytes(npes);
        if (number > 1) return 0;
        OnChipLayout chip = of(memory, npes);
        return chip.mailbox() + chip.mailboxBytes() - memory.offset() + SystemLayout.LINE - 1 & -SystemLayout.LINE;
    }
}
