// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.Arrays;
import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Team;
import org.jshmem.transport.Transport;

/// A communication context: whose PE numbers count, and who may use it.
/*
 * Over shared memory every update is ordered by the same fence and complete by the same quiet, so contexts share them: that
 * is stronger than the specification asks, and costs nothing. `guard` is null for a context that anybody may use, and a hot
 * path looks no further; for a private one it compares threads.
 */
final class Context implements Ctx {
    private static final Object CLOSED = new Object();

    final Session session;
    final Members team;
    final Transport transport;

    /// Member `k` of the team is PE `first + step * k` of the job.
    final int first;

    final int step;
    final int npes;

    /// Null, or the only thread that may use it, or `CLOSED`.
    Object guard;

    Context(Session session, Members team, Option... options) {
        this.session = session;
        this.team = team;
        this.transport = session.transport;
        this.first = team.world(0);
        this.step = team.step();
        this.npes = team.nPes();
        if (options == null) throw new NullPointerException(session.who() + ": ctx, options is null; leave them out");
        List<Option> asked = Arrays.asList(options);
        if (asked.contains(Option.PRIVATE)) guard = Thread.currentThread();
    }

    /// A program's context as this implementation's, checked to be one of this session.
    static Context of(Ctx ctx, Session session) {
        if (ctx == null) throw new NullPointerException(session.who() + ": ctx is null; give a context");
        Context context = (Context) ctx;
        if (context.session != session) {
            throw new IllegalArgumentException(
                    session.who() + ": the context belongs to another session; make one with ctx() of this one");
        }
        context.admit("on");
        return context;
    }

    /// Whether the calling thread may not use it. In front of every operation.
    boolean bars() {
        Object now = guard;
        return now != null && now != Thread.currentThread();
    }

    /// Refuses a closed context, and a private one on another thread.
    void admit(String verb) {
        Object now = guard;
        if (now == null || now == Thread.currentThread()) return;
        if (now == CLOSED) {
            throw new IllegalStateException(
                    "%s: %s through a context that is closed; make a new one".formatted(session.who(), verb));
        }
        throw new IllegalStateException(
                "%s: %s on thread %s through a PRIVATE context of thread %s; use it there, or make it without PRIVATE"
                        .formatted(session.who(), verb, Thread.currentThread().getName(), ((Thread) now).getName()));
    }

    @Override
    public Team team() {
        admit("team");
        return team;
    }

    @Override
    public void fence() {
        admit("fence");
        transport.fence();
    }

    @Override
    public void quiet() {
        admit("quiet");
        transport.quiet();
    }

    @Override
    public void quiet(int... pes) {
        admit("quiet");
        session.checkPes("quiet", npes, pes);
        if (pes.length > 0) transport.quiet();
    }

    @Override
    public void sessionStart(Hint... hints) {
        admit("sessionStart"); // a hint: over shared memory there is nothing to batch
    }

    @Override
    public void sessionStop() {
        admit("sessionStop");
    }

    @Override
    public void close() {
        if (guard == CLOSED) return;
        admit("close");
        transport.quiet();
        guard = CLOSED;
        team.forget(this);
    }

    /// The team or the session ends.
    void end() {
        guard = CLOSED;
    }
}
