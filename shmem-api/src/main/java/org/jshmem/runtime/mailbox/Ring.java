// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

/// A ring, as its one writer or its one reader has it: the place of the next block, and how many bytes have passed.
///
/// ```
/// start                              start + room      + the longest block
///   | . . . . [block][block][block] . . . |  . . . . . . . |
///             ^ the reader's place  ^ the writer's
/// ```
///
/// A block that begins before `room` lies in one piece, even if it ends behind `room`; the next one begins at the
/// start. If at most `room` bytes are not read, the writer never reaches them: a round is never shorter than
/// `room`.
final class Ring {
    private final long start;
    private final long room;
    private long place;

    /// Bytes that the writer has written, or that the reader has read.
    long passed;

    /// Bytes that the reader has read, as far as the writer has learned.
    long credit;

    Ring(long start, long room) {
        this.start = start;
        this.room = room;
    }

    /// The offset of the next block.
    long next() {
        return start + place;
    }

    /// Goes behind a block of `bytes` bytes.
    void pass(long bytes) {
        passed += bytes;
        place += bytes;
        if (place >= room) place = 0;
    }

    /// Whether the writer has room for a block.
    boolean fits(long bytes) {
        return passed + bytes - credit <= room;
    }

    /// Whether the reader has to report to the writer what it has read. A reader that has read all owes less than a
    /// quarter, and the longest block takes at most half: a writer that waits for room gets it.
    boolean owes() {
        return passed - credit >= room / 4;
    }

    /// Whether a writer that has written `written` bytes may have to wait, until the reader goes on.
    boolean isTight(long written) {
        return written - passed >= room / 4;
    }
}
