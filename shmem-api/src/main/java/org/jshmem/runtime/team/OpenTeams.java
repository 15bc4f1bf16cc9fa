// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.heap.Session;

/// The open teams of a PE, and the slots of the system area that they use. All of them end with the session.
public final class OpenTeams {
    final Session session;
    public final Members world;
    public final ActiveSetTeams activeSets;

    private final List<Members> open = new ArrayList<>();

    /// A bit for each free slot.
    private long free = -1L << (SystemLayout.SHARED + 1);

    public OpenTeams(Session session, Group worldGroup) {
        this.session = session;
        this.world = add(worldGroup, true);
        this.activeSets = new ActiveSetTeams(this);
        session.world = world;
    }

    /// Makes a team of this PE, which ends with the session at the latest.
    public Members add(Group group, boolean predefined) {
        Members team = new Members(this, group, predefined);
        synchronized (open) {
            open.add(team);
        }
        if (!session.live) team.shutDown(); // the session has ended on another thread meanwhile
        return team;
    }

    /// The free slots, one bit for each. The members of a new team agree on a slot that is free on all of them. Teams
    /// without a common member may use one slot number.
    synchronized long free() {
        return free;
    }

    /// Takes a slot that all members have agreed on. False if another thread of this PE has taken it meanwhile.
    synchronized boolean take(int slot) {
        boolean mine = (free & 1L << slot) != 0;
        free &= ~(1L << slot);
        return mine;
    }

    synchronized void give(int slot) {
        free |= 1L << slot;
    }

    void forget(Members team) {
        synchronized (open) {
            open.remove(team);
        }
    }

    /// Completes the operations of the contexts of all teams.
    public void quietContexts() {
        synchronized (open) {
            open.forEach(Members::quietContexts);
        }
    }

    /// Ends all teams on this PE, without a message to their other members.
    public void shutDown() {
        synchronized (open) {
            open.forEach(Members::shutDown);
        }
    }
}
