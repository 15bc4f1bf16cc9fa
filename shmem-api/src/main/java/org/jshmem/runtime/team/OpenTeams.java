// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.collective.Group;
import org.jshmem.runtime.session.Session;

/// The open teams of a PE, and the slots of the system area that they use. All of them end with the session.
public final class OpenTeams {
    final Session session;
    final Slots slots = new Slots();
    public final Members world;
    public final ActiveSetTeams activeSets;

    private final List<Members> open = new ArrayList<>();

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
