// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The split of a team: makes a team of some of its members. All its members take part.
/*
 * A team needs a slot of the system area that is free on each of its members. All members of the parent AND the free
 * slots of the future members; the others contribute ones. Members then take the slot and zero it. A sync of the parent
 * shows each of them that all others have taken it, so that the new team can be used at once.
 *
 * A member fails if another of its threads, in a split of another team, has taken the slot since, or without memory for
 * the slot. Before the sync it writes the number of the parent's call into a word of every member. All members read
 * that word after the sync: they try another slot, or throw.
 */
final class Splitting {
    /// Words in the parent's slot, next to its verdict.
    private static final long TAKEN = SystemLayout.VERDICT + 8;

    private static final long UNBACKED = SystemLayout.VERDICT + 16;

    /// The bits below the number of the call are 1 + the PE that has failed.
    private static final int CALL_SHIFT = 24;

    private final Session session;
    private final OpenTeams teams;
    private final Group parent;

    Splitting(OpenTeams teams, Group parent) {
        this.session = teams.session;
        this.teams = teams;
        this.parent = parent;
    }

    /// Makes the team of members `start + stride * k` for `k < size`. Null if this PE is not one of them.
    Members strided(int start, int stride, int size) {
        parent.sync(Operation.SPLIT, start, stride, size, 0);
        checkTriplet(start, stride, size);
        boolean member = false;
        for (int k = 0; k < size && !member; k++) member = start + k * stride == parent.me;
        return make(member, start, stride, size);
    }

    private void checkTriplet(int start, int stride, int size) {
        int n = parent.size;
        if (size < 1) {
            throw new IllegalArgumentException(
                    "%s: start=%d, stride=%d, size=%d is a team without a PE; give a size of 1 to %d"
                            .formatted(session.who(), start, stride, size, n));
        }
        long last = start + (size - 1L) * stride;
        boolean inside = start >= 0 && start < n && last >= 0 && last < n;
        if (inside && (stride != 0 || size == 1)) return;
        if (inside) {
            throw new IllegalArgumentException(
                    "%s: start=%d, stride=0, size=%d would make PE %d each of %d members; give a stride other than 0, or size 1"
                            .formatted(session.who(), start, size, start, size));
        }
        throw new IllegalArgumentException(
                "%s: start=%d, stride=%d, size=%d exceeds a team of %d PEs; every start + k * stride, k < size, must be a member"
                        .formatted(session.who(), start, stride, size, n));
    }

    /// Makes this PE's row and column. Rows have `xrange` members.
    Grid grid(int xrange) {
        parent.sync(Operation.SPLIT2D, xrange, 0, 0, 0);
        if (xrange < 1) {
            throw new IllegalArgumentException(
                    "%s: xrange=%d is a row without a PE; give 1 or more".formatted(session.who(), xrange));
        }
        int n = parent.size;
        int width = Math.min(xrange, n);
        int x = parent.me % width;
        int y = parent.me / width;
        Members row = make(true, y * width, 1, Math.min(width, n - y * width));
        try {
            return new Grid(row, make(true, x, width, (n - x + width - 1) / width));
        } catch (IllegalStateException | SymmetricHeapException e) {
            row.giveUp(); // the columns have failed on all PEs
            throw e;
        }
    }

    /// Makes the team of the parent's members `start + stride * k`. Null if this PE is not one of them.
    private Members make(boolean member, int start, int stride, int size) {
        for (int attempt = 0; ; attempt++) {
            long common = Reductions.reduce(parent, Op.AND, member ? teams.free() : -1L);
            if (common == 0) throw noRoom(parent);
            int slot = nth(common, attempt * (parent.roster().slot() + 1));
            boolean mine = member && teams.take(slot);
            long call = parent.number() + 1;
            Roster roster = member ? parent.roster().part(slot, start, stride, size) : null;
            Group group = member ? prepare(roster, mine, call) : null;
            parent.sync(Operation.SYNC);
            int unbacked = marked(UNBACKED, call);
            if (unbacked >= 0 || marked(TAKEN, call) >= 0) {
                if (mine) teams.give(slot);
                if (unbacked >= 0) throw noMemory(unbacked);
                continue;
            }
            if (group == null) return null;
            session.debug("team %d is %s", slot, roster);
            return teams.add(group, false);
        }
    }

    /// The position of a set bit: number `number` from the lowest one on, and from there again after the highest.
    private static int nth(long bits, int number) {
        for (int k = number % Long.bitCount(bits); k > 0; k--) bits &= bits - 1;
        return Long.numberOfTrailingZeros(bits);
    }

    /// Makes the new team in its slot. If this member cannot, marks the failure on all members and returns null.
    private Group prepare(Roster roster, boolean mine, long call) {
        try {
            if (mine) {
                Group.prepare(session.transport, roster.slot());
                return Group.of(session.transport, parent.channel, roster);
            }
            mark(TAKEN, call);
        } catch (SymmetricHeapException e) {
            System.err.println(e.getMessage());
            mark(UNBACKED, call);
        }
        return null;
    }

    /// Marks a failure of this call on all members of the parent, before their sync.
    private void mark(long word, long call) {
        long mark = call << CALL_SHIFT | 1 + session.transport.pe();
        for (int k = 0; k < parent.size; k++) parent.channel.store(parent.pe(k), parent.slot + word, 8, mark);
        parent.channel.release();
    }

    /// The PE that has marked the word in this call, or -1.
    private int marked(long word, long call) {
        Transport t = session.transport;
        long mark = Memory.getLongAcquire(t.address(t.pe(), parent.slot + word));
        return mark >>> CALL_SHIFT == call ? (int) (mark & (1 << CALL_SHIFT) - 1) - 1 : -1;
    }

    private IllegalStateException noRoom(Group parent) {
        parent.sync(Operation.SYNC); // no member begins another call before all have the result
        return new IllegalStateException(
                "%s: no room for another team, a PE can be in %d at once; close teams that are no longer used"
                        .formatted(session.who(), SystemLayout.SLOTS));
    }

    private SymmetricHeapException noMemory(int pe) {
        return new SymmetricHeapException(
                "%s: out of memory behind the heaps: PE %d could not get %d bytes for a new team; close teams, free space in /dev/shm, or give oshrun another --heap-dir"
                        .formatted(session.who(), pe, SystemLayout.slotBytes(session.transport.npes())));
    }
}
