// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

import org.jshmem.transport.Shape;

/// The layout of the collectives' flags and buffers in the first bytes of every PE's region, equal on all PEs.
///
/// ```
/// region of a PE
/// 0        4096                                                   bytes(npes)
/// | PE page | world: 3 slots | shared: 3 slots | ... | team 63: 3 slots | symmetric heap ...
///
/// PE page
/// +0     unbacked  1 line    the two latest allocations that a PE could not back, with that PE (see Allocator)
/// +64    doorbell  1 line    PEs that have changed something in a mailbox of this PE (see the package mailbox)
/// +128   site      2 lines   the program's line that made this collective
///
/// a slot: each team that this PE may be in at once has one, and two for its groups on several hosts (see Hierarchy)
/// +0     verdict   1 line    0, or: the team has failed (reason in text)
/// +64    free      4 lines
/// +320   scalar    1 line    operand and result of a reduction of one value
/// +384   free      2 lines
/// +512   records   8 lines   the latest collectives of this PE on this team: call number, arguments
/// +1024  text      1 KiB     the reason of the team's failure
/// +2048  from      1 line for each member, of which there are `room`: its progress, for this PE
/// ...    messages  2 x 1 line for each member   a flag and up to 56 bytes with it
/// page   staging   32 KiB    own buffer: others write to its last 8 KiB alone (see Reduction.REST)
/// ...    receive   2 x 64 KiB   buffers that others write, used alternately
/// ```
///
/// Every flag has a line of its own and one writer at a time. A slot is usable after its PE has zeroed it up to the
/// staging buffer: buffers have no flags, and are written before they are read. Memory that no team has used costs
/// nothing, because regions are sparse.
public final class SystemLayout {
    /// Bytes of a cache line, the unit of all data that two PEs share.
    public static final int LINE = 64;

    /// Teams a PE can be a member of at once, world and shared among them.
    public static final int SLOTS = 64;

    /// Slot of the world team.
    public static final int WORLD = 0;

    /// Slot of the shared team.
    public static final int SHARED = 1;

    /// Slot that is kept for the active sets of a PE that has no other free slot: one at a time, for one call each.
    public static final int KEPT = SLOTS - 1;

    /// Number of a team's slots if its members are on several hosts: its own, and those of two groups of its members.
    public static final int PARTS = 3;

    /// The part of a team's slots for the members of one host.
    public static final int HERE = 1;

    /// The part of a team's slots for the first members of its hosts.
    public static final int LEADERS = 2;

    /// Bytes that travel with a flag in one line.
    public static final int MESSAGE_BYTES = LINE - 8;

    /// In the PE page: see [org.jshmem.collective.diagnose.CallLog].
    public static final int SITE = 128;

    /// In the PE page: the doorbell of the PE's mailboxes, and a word that wakes its threads.
    public static final int DOORBELL = 64;

    /// Offsets in a slot, as above.
    public static final int VERDICT = 0;
    public static final int SCALAR = 320;
    public static final int RECORDS = 512;
    public static final int RECORD_COUNT = 8;
    public static final int TEXT = 1024;
    public static final int TEXT_BYTES = 1024;
    public static final int FROM = 2048;

    /// Bytes of the staging buffer.
    public static final int STAGING_BYTES = 32 << 10;

    /// Bytes of each of the two receive buffers that others write.
    public static final int RECEIVE_BYTES = 64 << 10;

    private SystemLayout() {}

    /// Returns the bytes of the system area for `npes` PEs, rounded up to the alignment of the heap after it.
    public static long bytes(int npes) {
        return Shape.aligned(Shape.PAGE + SLOTS * teamBytes(npes));
    }

    private static long teamBytes(int npes) {
        return (PARTS - 1) * slotBytes(npes) + slotBytes(room(part(WORLD, HERE), npes));
    }

    /// Returns the number of members for whose flags a slot has room: that of all PEs, or at most that of the PEs of a
    /// host in the slot of a group on one host.
    public static int room(int slot, int npes) {
        return slot / SLOTS == HERE ? Math.min(npes, Shape.MOST_PES) : npes;
    }

    /// Returns the bytes that must be backed and zero before any PE starts, since other PEs may write there before:
    /// up to the last flags of the world team, which has several slots if it is on several hosts. The buffers after
    /// these flags are the PE's own to back, before its first call.
    public static long startBytes(int npes, int hosts) {
        return slot(hosts > 1 ? part(WORLD, LEADERS) : WORLD, npes) + staging(npes);
    }

    /// In the PE page: the word of the allocation with this call of the world.
    public static long unbacked(long call) {
        return Long.BYTES * (call & 1);
    }

    /// Returns the number of a slot of the team with slot `slot`, of the given part.
    public static int part(int slot, int part) {
        return part * SLOTS + slot;
    }

    /// Returns the offset of a slot.
    public static long slot(int slot, int npes) {
        int part = slot / SLOTS;
        long before = part == LEADERS ? teamBytes(npes) - slotBytes(npes) : part * slotBytes(npes);
        return Shape.PAGE + slot % SLOTS * teamBytes(npes) + before;
    }

    /// Bytes of a slot with room for `npes` members.
    public static long slotBytes(int npes) {
        return staging(npes) + STAGING_BYTES + 2L * RECEIVE_BYTES;
    }

    /// The first of two rows of messages within a slot.
    public static long messages(int npes) {
        return FROM + (long) npes * LINE;
    }

    /// The staging buffer within a slot.
    public static long staging(int npes) {
        return Shape.pages(FROM + 3L * npes * LINE);
    }

    /// The first receive buffer within a slot.
    public static long receive(int npes) {
        return staging(npes) + STAGING_BYTES;
    }
}
