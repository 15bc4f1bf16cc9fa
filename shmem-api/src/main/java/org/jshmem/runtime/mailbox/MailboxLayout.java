// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.collective.layout.SystemLayout;

/// The places of a mailbox in each PE's heap, equal on all PEs.
///
/// ```
/// +0      1 line for each PE s    +0  arrived: bytes that s has written into its ring here
///                                 +8  credit:  bytes that s has taken out of this PE's ring there
///                                 +16 ended:   phases (see EndedPhases)
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

    /// The most bytes of a block: several blocks fit into a core's first cache.
    private static final long MOST_BLOCK = 8 << 10;

    private static final int LINE = SystemLayout.LINE;

    /// The words of a line.
    static final int ARRIVED = 0;

    static final int CREDIT = 8;
    static final int ENDED = 16;

    /// Returns the room of each sender for `bytes` bytes from all: a multiple of a line.
    static long room(long bytes, int npes) {
        long each = Math.ceilDiv(bytes, npes);
        return Math.clamp(each, LEAST, MOST) + LINE - 1 & -LINE;
    }

    /// The bytes of the mailbox.
    long bytes() {
        return npes * (LINE + room);
    }

    /// A word that PE `pe` writes.
    long word(int pe, int which) {
        return offset + (long) pe * LINE + which;
    }

    /// Byte `place` of the ring that PE `pe` writes.
    long ring(int pe, long place) {
        return offset + (long) npes * LINE + pe * room + place;
    }

    /// The place in a ring `bytes` bytes after `place`, at most at its end, which is its begin.
    long after(long place, long bytes) {
        long next = place + bytes;
        return next == room ? 0 : next;
    }

    /// The most words of a block: of half of a ring, so that the sender writes one while the receiver takes another
    /// one.
    int blockWords() {
        return (int) Math.min(MOST_BLOCK, room / 2) / Long.BYTES;
    }
}
