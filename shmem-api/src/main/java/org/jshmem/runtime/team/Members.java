// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.runtime.array.Context;
import org.jshmem.runtime.heap.Session;

/// A team: the numbers of its members, its splits, its contexts and its close. [TeamCollectives] has its collectives.
public final class Members extends TeamCollectives implements Team {

    /// Whether the team lives as long as its session: true for the world, the shared team and active sets.
    private final boolean predefined;

    private final OpenTeams teams;
    private final Set<Context> contexts = ConcurrentHashMap.newKeySet();

    Members(OpenTeams teams, Group group, boolean predefined) {
        super(teams.session, group);
        this.teams = teams;
        this.predefined = predefined;
    }

    /// Returns the implementation of a program's team. Refuses a team that is closed or belongs to another session.
    static Members of(Team team, Session session) {
        if (team == null) throw session.missing("team", "give a team");
        Members members = (Members) team;
        if (members.session != session) {
            throw new IllegalArgumentException(
                    session.who() + ": the team belongs to another session; take one of this session");
        }
        members.check("use");
        return members;
    }

    /// The number in the job of member `k`.
    int world(int k) {
        return group.pe(k);
    }

    @Override
    public int myPe() {
        check("myPe");
        return group.me;
    }

    @Override
    public int nPes() {
        check("nPes");
        return group.size;
    }

    @Override
    public int translate(int pe, Team to) {
        check("translate");
        Members other = of(to, session);
        return pe < 0 || pe >= group.size ? -1 : other.group.roster().member(group.pe(pe));
    }

    @Override
    public Optional<Team> splitStrided(int start, int stride, int size) {
        try (var _ = enter("splitStrided")) {
            return Optional.ofNullable(new Splitting(teams, group).strided(start, stride, size));
        }
    }

    @Override
    public Grid split2d(int xrange) {
        try (var _ = enter("split2d")) {
            return new Splitting(teams, group).grid(xrange);
        }
    }

    @Override
    public Ctx ctx(Ctx.Option... options) {
        check("ctx");
        Context made = new Context(session, this, group, session.transport.open(), contexts, options);
        contexts.add(made);
        return made;
    }

    @Override
    public void close() {
        if (!isOpen()) return;
        if (predefined) {
            throw new IllegalStateException(session.who()
                    + ": the world and the shared team live as long as the session, as do active sets; close"
                    + " the Shmem handle instead");
        }
        enter("close");
        try {
            session.channel.quiet();
            // a team that has failed keeps its slot: another member may still write the reason there
            group.close();
            teams.forget(this);
            teams.give(group.roster().slot());
        } finally {
            leave();
            shutDown();
        }
    }

    /// Ends the team and frees its slot. Sends no message: all other members end it too.
    void giveUp() {
        teams.give(group.roster().slot());
        teams.forget(this);
        shutDown();
    }

    /// Completes the operations of the team's contexts.
    void quietContexts() {
        contexts.forEach(Context::quietAll);
    }

    /// Ends the team on this PE, without a message to its other members.
    void shutDown() {
        shut();
        contexts.forEach(Context::end);
        contexts.clear();
    }
}
