// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.Roster;
import org.jshmem.runtime.heap.Session;

/// The split of a team: makes a team of some of its members. All its members take part.
final class Splitting {
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
        Roster all = parent.roster();
        return teams.make(
                "team",
                false,
                all.slot() + 1,
                mine -> Reductions.reduce(parent, Op.AND, mine),
                member ? slot -> all.part(slot, start, stride, size) : null);
    }
}
