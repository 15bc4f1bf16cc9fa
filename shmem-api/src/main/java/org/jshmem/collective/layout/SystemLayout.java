// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

import org.jshmem.transport.Shape;

/// Where the collectives keep their flags and buffers: the first bytes of every PE's region, the same on all PEs.
///
/// ```
/// region of a PE
/// 0        4096                                                   bytes(npes)
/// | PE page | slot 0: world | slot 1: shared | ... | slot 63        | symmetric heap ...
///
/// PE page
/// +0     commit    1 line    which allocations are aborted, how far this PE has come (see Commitment)
/// +64    blocked   1 line    what this PE waits for in a collective, once it has waited for long
/// +128   site      2 lines   the program's line that made this collective
///
/// a slot, one for each team this PE may be in at once
/// +0     verdict   1 line    0, or: this team has failed, the text says why; calls whose split failed (see Splitting)
/// +64    count     1 line    arrivals                     (member 0's is in use)
/// +128   bell      1 line    release word, 56 bytes       (the last member's is in use)
/// +192   done      1 line    all have read, for a root that waits for it
/// +256   acks      1 line    who has read what the member before sent as a root
/// +320   scalar    1 line    operand and result of a reduction of one value
/// +384   host      1 line    a leader's: all of its host have come; its host's last member's: release word
/// +448   hosted    1 line    arrivals at a leader         (see Levels)
/// +512   records   8 lines   the latest collectives of this PE on this team: call number, arguments
/// +1024  text      1 KiB     why the team has failed
/// +2048  from      1 line for each member   how far that member has come, for me
/// ...    letters   2 x 1 line for each member   a flag and up to 56 bytes with it
/// ...    roster    4 bytes for each member   who the members are, where their numbers have no step
/// page   stage     32 KiB    own receive buffer: nobody else writes here
/// ...    halves    2 x 64 KiB   receive buffers others write to, used in turn
/// ```
///
/// Every flag has a line of its own and one writer at a time. A slot is usable once its PE has zeroed it; memory
/// that no team has used costs nothing, because regions are sparse.
public final class SystemLayout {
    /// Bytes of a cache line, the unit of everything that two PEs share.
    public static final int LINE = 64;

    /// Teams a PE can be a member of at once, world and shared among them.
    public static final int SLOTS = 64;

    /// Slot of the world team.
    public static final int WORLD = 0;

    /// Slot of the shared team.
    public static final int SHARED = 1;

    /// Bytes that travel with a flag in one line.
    public static final int LETTER_BYTES = LINE - 8;

    /// In the PE page: see [org.jshmem.collective.diagnose.Deadlock].
    public static final int BLOCKED = 64;

    /// In the PE page: see [org.jshmem.collective.diagnose.CallSite].
    public static final int SITE = 128;

    /// Offsets in a slot, as above.
    public static final int VERDICT = 0;
    public static final int COUNT = 64;
    public static final int BELL = 128;
    public static final int DONE = 192;
    public static final int ACKS = 256;
    public static final int SCALAR = 320;
    public static final int HOST = 384;
    public static final int HOST_COUNT = 448;
    public static final int RECORDS = 512;
    public static final int RECORD_COUNT = 8;
    public static final int TEXT = 1024;
    public static final int TEXT_BYTES = 1024;
    public static final int FROM = 2048;

    /// Bytes of the receive buffer that only its owner writes.
    public static final int STAGE_BYTES = 32 << 10;

    /// Bytes of each of the two receive buffers that others write.
    public static final int HALF_BYTES = 64 << 10;

    private static final int PAGE = 4096;

    private SystemLayout() {}

    /// Bytes of the system area for so many PEs, as long as the heap behind it has to be aligned.
    public static long bytes(int npes) {
        return Shape.aligned(PAGE + SLOTS * slotBytes(npes));
    }

    /// Bytes that must be backed and zero before any PE starts: the PE page and the world team's slot, since others
    /// may write there before their owner has come.
    public static long startBytes(int npes) {
        return slot(SHARED, npes);
    }

    /// Where a slot begins.
    public static long slot(int slot, int npes) {
        return PAGE + slot * slotBytes(npes);
    }

    /// Bytes of a slot.
    public static long slotBytes(int npes) {
        return stage(npes) + STAGE_BYTES + 2L * HALF_BYTES;
    }

    /// The first of two rows of letters within a slot.
    public static long letters(int npes) {
        return FROM + (long) npes * LINE;
    }

    /// The members' PE numbers within a slot.
    public static long roster(int npes) {
        return FROM + 3L * npes * LINE;
    }

    /// The stage within a slot.
    public static long stage(int npes) {
        return (roster(npes) + Integer.BYTES * (long) npes + PAGE - 1) & -PAGE;
    }

    /// The first half within a slot.
    public static long halves(int npes) {
        return stage(npes) + STAGE_BYTES;
    }
}
