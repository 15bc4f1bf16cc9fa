// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.util.Set;
import org.jshmem.Ctx;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Channel;

/// A communication context: its channel, the team that numbers the PEs, and the thread that may use it.
/*
 * The channel orders and completes the operations of the context.
 */
public final class Context implements Ctx {
    private static final Object CLOSED = new Object();

    final Session session;
    private final Team team;
    private final Set<Context> siblings;
    public final Channel channel;

    /// The members of the team.
    final TeamMembers members;

    /// Null for a context that every thread may use: a hot path reads no other field. Else the only thread that may use
    /// it, or `CLOSED`.
    Object guard;

    /// @param siblings the team's open contexts, which have this one until it is closed; null for the default context
    public Context(Session session, Team team, Group group, Set<Context> siblings, Option... options) {
        this.session = session;
        this.team = team;
        this.siblings = siblings;
        this.members = group.members;
        if (options == null) throw session.missing("ctx, options", "call ctx() without arguments");
        for (int k = 0; k < options.length; k++) {
            if (options[k] == null) throw session.missing("ctx, options[" + k + "]", "give options that are not null");
            if (options[k] == Option.PRIVATE) guard = Thread.currentThread();
        }
        this.channel = siblings == null ? session.channel : session.transport.open(); // which a refusal would leak
    }

    /// Returns the implementation of a program's context. Refuses a context of another session, and one that this
    /// thread may not use.
    static Context of(Ctx ctx, Session session) {
        if (ctx == null) throw session.missing("ctx", "give a context");
        Context context = (Context) ctx;
        if (context.session != session)
            throw session.refusal("the context belongs to another session; make one with ctx() of this one");
        context.check("on(ctx)", "with");
        return context;
    }

    /// Whether the calling thread may not use it.
    boolean isClosedTo() {
        Object now = guard;
        return now != null && now != Thread.currentThread();
    }

    /// Refuses a closed context, and a private one on another thread, for a call of, with or through it.
    void check(String verb, String how) {
        Object now = guard;
        if (now == null || now == Thread.currentThread()) return;
        if (now == CLOSED) throw session.state("%s %s a context that is closed; make a new one with ctx()", verb, how);
        String mistake = "%s on thread %s %s a PRIVATE context of thread %s; use it there, or make it without PRIVATE";
        throw session.state(mistake, verb, Thread.currentThread().getName(), how, ((Thread) now).getName());
    }

    @Override
    public Team team() {
        check("team", "of");
        return team;
    }

    @Override
    public void fence() {
        check("fence", "of");
        channel.fence();
    }

    @Override
    public void quiet() {
        check("quiet", "of");
        channel.quiet();
    }

    @Override
    public void quiet(int... pes) {
        check("quiet", "of");
        session.checkPes("quiet", members.size, pes);
        for (int pe : pes) channel.quiet(members.pe(pe));
    }

    @Override
    public void sessionStart(Hint... hints) {
        check("sessionStart", "of"); // no channel uses the hints
    }

    @Override
    public void sessionStop() {
        check("sessionStop", "of");
    }

    @Override
    public void close() {
        if (guard == CLOSED) return;
        check("close", "of");
        end();
        if (siblings != null) siblings.remove(this);
    }

    /// Closes the context at the end of its team or session.
    public void end() {
        if (guard != CLOSED) channel.close();
        guard = CLOSED;
    }
}
