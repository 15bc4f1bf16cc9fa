// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.collective.layout.SystemLayout;

/// The places of a mailbox in each PE's heap, equal on all PEs.
///
/// ```
/// +0      1 line    meetings: arrivals and release of the phase, arrivals and release of the close
/// +64     1 line for each PE s    +0 arrived: bytes that s has written into its ring here
///                                 +8 credit:  bytes that s has taken out of this PE's ring there
/// ...     room for each PE s      the ring that s writes
/// ```
///
/// A line has one writer, PE `s`, so that no two PEs write next to each other.
///
/// @param offset start in every region
/// @param npes number of PEs
/// @param room bytes of each ring
record MailboxLayout(long offset, int npes, long room) {
    /// The least room for a sender.
    private static final long LEAST = 256;

    /// The most room of a sender that is used.
    private static final long MOST = 1 << 30;

    private static final int LINE = SystemLayout.LINE;

    /// Returns the room of each sender for `bytes` bytes from all: a multiple of a line.
    static long room(long bytes, int npes) {
        long each = Math.ceilDiv(bytes, npes);
        return Math.clamp(each, LEAST, MOST) + LINE - 1 & -LINE;
    }

    /// Returns the words of a mailbox.
    static long words(long room, int npes) {
        return (LINE + npes * (LINE + room)) / Long.BYTES;
    }

    /// The words of the phases' meetings, or of the close's.
    long meetings(boolean close) {
        return offset + (close ? 2 * Long.BYTES : 0);
    }

    /// The word that PE `pe` writes when bytes have arrived in its ring.
    long arrived(int pe) {
        return offset + LINE + (long) pe * LINE;
    }

    /// The word that PE `pe` writes when it has taken bytes of this PE.
    long credit(int pe) {
        return arrived(pe) + Long.BYTES;
    }

    /// The place of byte `position` of all bytes that PE `pe` writes.
    long ring(int pe, long position) {
        return offset + LINE + (long) npes * LINE + pe * room + position % room;
    }

    /// The bytes from that place to the end of the ring.
    long straight(long position) {
        return room - position % room;
    }
}
