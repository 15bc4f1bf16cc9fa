// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.Roster;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.reduce.Reductions;

/// Makes teams of some members of a team, all of which take part.
/*
 * A team needs a slot of the system area that is free with each of its members: they AND what is free with them, and those
 * who will not be members add nothing to that. Members then zero the slot, and a sync of the parent tells each of them
 * that all others have, so that the new team can be used at once.
 */
final class Splitting {
    private static final int NONE = 64;

    private final Session session;
    private final Group parent;

    Splitting(Session session, Group parent) {
        this.session = session;
        this.parent = parent;
    }

    /// The team of members `start + stride * k` for `k < size`, or null where this PE is none of them.
    Members strided(int start, int stride, int size) {
        parent.sync(Operation.SPLIT, start, stride, size, 0);
        checkTriplet(start, stride, size);
        boolean member = false;
        for (int k = 0; k < size && !member; k++) member = start + k * stride == parent.me();
        return make(member, start, stride, size);
    }

    private void checkTriplet(int start, int stride, int size) {
        int n = parent.size();
        long last = start + (size - 1L) * stride;
        boolean inside = size >= 1 && start >= 0 && start < n && last >= 0 && last < n;
        if (inside && (stride != 0 || size == 1)) return;
        if (inside) {
            throw new IllegalArgumentException(
                    "%s: start=%d, stride=0, size=%d would make PE %d each of %d members; give a stride other than 0, or size 1"
                            .formatted(session.who(), start, size, start, size));
        }
        throw new IllegalArgumentException(
                "%s: start=%d, stride=%d, size=%d leaves a team of %d PEs; every start + k * stride, k < size, must be a member"
                        .formatted(session.who(), start, stride, size, n));
    }

    /// This PE's row and column where rows have `xrange` members.
    Grid grid(int xrange) {
        parent.sync(Operation.SPLIT2D, xrange, 0, 0, 0);
        if (xrange < 1) {
            throw new IllegalArgumentException(
                    "%s: xrange=%d; a row has at least one PE".formatted(session.who(), xrange));
        }
        int n = parent.size();
        int width = Math.min(xrange, n);
        int x = parent.me() % width;
        int y = parent.me() / width;
        Members row = make(true, y * width, 1, Math.min(width, n - y * width));
        try {
            return new Grid(row, make(true, x, width, (n - x + width - 1) / width));
        } catch (IllegalStateException e) {
            row.giveUp(); // there is no room for columns, on any PE
            throw e;
        }
    }

    /// The team of the parent's members `start + stride * k`, or null where this PE is none of them.
    private Members make(boolean member, int start, int stride, int size) {
        Slots slots = session.slots();
        long common = Reductions.reduce(parent, Op.AND, member ? slots.free() : -1L);
        int slot = Long.numberOfTrailingZeros(common);
        Members made = null;
        if (member && slot < NONE) {
            slots.take(slot);
            Group.prepare(session.transport, slot);
            Roster roster = parent.roster().part(slot, start, stride, size);
            made = session.team(Group.of(session.transport, parent.channel, roster), false);
            session.debug("team %d is %s".formatted(slot, roster));
        }
        parent.sync(Operation.SYNC);
        if (slot >= NONE) {
            throw new IllegalStateException(
                    "%s: no room for another team, a PE can be in 64 at once; close teams that are no longer used"
                            .formatted(session.who()));
        }
        return made;
    }
}
