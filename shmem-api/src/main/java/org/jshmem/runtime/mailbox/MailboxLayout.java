// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.collective.layout.SystemLayout;

/// The places of a mailbox in each PE's heap, equal on all PEs.
///
/// ```
/// +0      1 line for each PE s    +0  arrived: bytes that s has written into its ring here
///                                 +8  credit:  bytes that s has taken out of this PE's ring there
///                                 +16 ended:   phases (see Phases)
/// ...     `each` bytes per PE s   the ring that s writes
/// ...     the longest block       where this PE makes a block for a PE whose memory it cannot store into
/// ```
///
/// A line has one writer, PE `s`, so that no two PEs write next to each other.
///
/// @param offset start in every region
/// @param npes number of PEs
/// @param each bytes of the memory of each ring
record MailboxLayout(long offset, int npes, long each) {
    /// The least memory of a ring.
    private static final long LEAST = 256;

    /// The most memory that is computed with, which no heap has.
    private static final long MOST = 1L << 60;

    /// The most bytes of a block: a receiver reads one while its sender writes the next.
    private static final long MOST_BLOCK = 32 << 10;

    /// The most bytes of a block that is gathered: several fit into a core's first cache.
    private static final long MOST_GATHERED = 8 << 10;

    private static final int LINE = SystemLayout.LINE;

    /// The words of a line.
    static final int ARRIVED = 0;

    static final int CREDIT = 8;
    static final int ENDED = 16;

    /// The layout with `bytes` bytes for the rings of all PEs, each a multiple of a line.
    static MailboxLayout of(long offset, int npes, long bytes) {
        long each = Math.ceilDiv(Math.min(bytes, MOST), npes);
        return new MailboxLayout(offset, npes, Math.max(each, LEAST) + LINE - 1 & -LINE);
    }

    /// The words of the mailbox.
    long words() {
        return (npes * (LINE + each) + block()) / Long.BYTES;
    }

    /// A word that PE `pe` writes.
    long word(int pe, int which) {
        return offset + (long) pe * LINE + which;
    }

    /// The ring that PE `pe` writes.
    Ring ring(int pe) {
        return new Ring(offset + (long) npes * LINE + pe * each, each - block());
    }

    /// The place where a block for a PE of another host is made.
    long staging() {
        return offset + npes * (LINE + each);
    }

    /// The most bytes of a block, header included: the sender writes one while the receiver reads another one.
    long block() {
        return Math.min(MOST_BLOCK, each / 3 & -Long.BYTES);
    }

    /// The most words of a block that is gathered.
    int gatheredWords() {
        return (int) Math.min(MOST_GATHERED, block()) / Long.BYTES;
    }
}
