// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.List;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The places of a team's flags and MPB, equal on all PEs. The flags are in the team's slot, and the
/// MPB is the staging buffer. If a machine has a second, small and fast memory, those of the world are
/// at its beginning:
///
/// ```
/// +0       flags     1 line for each PE     progress of that PE, for this one
/// ...      MPB       up to 192 lines        data that others get: two chunks of OC-Bcast
/// ...      the program's: sh.space(..)
/// ```
///
/// @param flags the offset of the flags
/// @param line bytes of a line
/// @param mpb the offset of the MPB (message-passing buffer), from which others get this PE's data
/// @param mpbBytes its size
public record TeamLayout(long flags, int line, long mpb, long mpbBytes) {
    private static final long MPB_LINES = 192;

    /// Lines that remain for the program at least.
    private static final long PROGRAM_LINES = 8;

    /// Returns the layout of the team with this slot.
    public static TeamLayout of(Transport t, int slot) {
        List<MemorySpace> spaces = t.spaces();
        if (slot == SystemLayout.WORLD && spaces.size() > 1) return of(spaces.get(1), t.npes());
        long at = SystemLayout.slot(slot, t.npes());
        long mpb = at + SystemLayout.staging(SystemLayout.room(slot, t.npes()));
        return new TeamLayout(at + SystemLayout.FROM, SystemLayout.LINE, mpb, SystemLayout.STAGING_BYTES);
    }

    private static TeamLayout of(MemorySpace chip, int npes) {
        int line = chip.line();
        long lines = chip.bytes() / line;
        long mpb = Math.min(MPB_LINES, lines - npes - PROGRAM_LINES);
        if (mpb < 2) {
            throw new IllegalArgumentException(
                    "%d PEs are too many for the collectives' flags in '%s': a line of %d bytes for each and at least %d lines for MPB and program, of %d lines; use at most %d PEs"
                            .formatted(npes, chip.name(), line, PROGRAM_LINES + 2, lines, lines - PROGRAM_LINES - 2));
        }
        return new TeamLayout(chip.offset(), line, chip.offset() + (long) npes * line, mpb * line);
    }

    /// Returns the bytes that the library uses at the beginning of a memory, given by its number among the
    /// region's: a multiple of 64, so that the program's objects can be aligned to 64 with any number of
    /// PEs.
    public static long reserved(int number, MemorySpace memory, int npes) {
        if (number == 0) return SystemLayout.bytes(npes);
        if (number > 1) return 0;
        TeamLayout chip = of(memory, npes);
        return chip.mpb() + chip.mpbBytes() - memory.offset() + SystemLayout.LINE - 1 & -SystemLayout.LINE;
    }
}
