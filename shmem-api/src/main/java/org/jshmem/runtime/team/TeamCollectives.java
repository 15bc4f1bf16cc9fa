// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Exchanges;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Observer;

/// The collective operations of a team. This class checks their arguments and runs one at a time;
/// `org.jshmem.collective` carries them out.
/*
 * Public, like each superclass of a public class in these packages: else javac gives the class a second method for each
 * one that it inherits, which every call enters first.
 */
public abstract class TeamCollectives implements Team {
    final Session session;
    public final Group group;

    private final Operands operands;
    private boolean open = true;

    /// The recorder of the calls, or null.
    private final Observer observer;

    private final long identity;
    private final Stay stay = new Stay();

    /// The observer's token for the call that runs.
    private long token;

    TeamCollectives(Session session, Group group) {
        this.session = session;
        this.group = group;
        this.operands = new Operands(session, group.size);
        this.observer = session.transport.observer();
        this.identity = group.identity();
        session.environment.choose(group);
    }

    /// Whether the team is open.
    final boolean isOpen() {
        return open;
    }

    /// Closes the team: every later call is refused.
    final void shut() {
        open = false;
    }

    /// Refuses a team that is closed.
    final void check(String verb) {
        if (!open) throw closed(verb);
    }

    private IllegalStateException closed(String verb) {
        if (!session.live) return session.ended(verb);
        return new IllegalStateException(
                "%s: %s on a team that is closed; split a new one".formatted(session.who(), verb));
    }

    /// Begins a collective of this team and reports it to the observer; it lasts until the result is closed. Refuses a
    /// second thread.
    final Stay enter(String verb) {
        if (!open) throw closed(verb);
        group.admit(verb);
        operands.verb = verb;
        if (observer != null) token = observer.entered(verb, identity);
        return stay;
    }

    /// Ends the collective that [#enter] has begun, also after an exception.
    final void leave() {
        group.dismiss();
        if (observer != null) observer.left(token, group.calls.number());
    }

    /// The collective that runs.
    final class Stay implements AutoCloseable {
        @Override
        public void close() {
            leave();
        }
    }

    @Override
    public void sync() {
        try (var _ = enter("sync")) {
            group.sync(Operation.SYNC);
        }
    }

    @Override
    public void barrier() {
        try (var _ = enter("barrier")) {
            session.channel.quiet();
            group.sync(Operation.BARRIER);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void broadcast(S dst, S src, long n, int root) {
        try (var _ = enter("broadcast")) {
            operands.checkRoot(root);
            Operands o = operands.of(n, dst, n, src, n).apartOrSame();
            Broadcasts.broadcast(group, o.type, o.dst, o.src, n, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void collect(S dst, S src, long myN) {
        try (var _ = enter("collect")) {
            long capacity = dst == null ? 0 : dst.length();
            Operands o = operands.collected(dst, src, myN).apart();
            Gathers.collect(group, o.type, o.dst, o.src, myN, capacity);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void fcollect(S dst, S src, long n) {
        try (var _ = enter("fcollect")) {
            Operands o = operands.of(n, dst, operands.times(n, dst), src, n).apart();
            Gathers.fcollect(group, o.type, o.dst, o.src, n);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoall(S dst, S src, long n) {
        try (var _ = enter("alltoall")) {
            long all = operands.times(n, dst);
            Operands o = operands.of(n, dst, all, src, all).apart();
            Exchanges.alltoall(group, o.type, o.dst, o.src, n);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long n) {
        try (var _ = enter("alltoalls")) {
            long all = operands.times(n, dst);
            long dstAll = operands.spread("dstStride", dstStride, all);
            long srcAll = operands.spread("srcStride", srcStride, all);
            Operands o = operands.of(n, dst, dstAll, src, srcAll).apart();
            Exchanges.alltoalls(group, o.type, o.dst, o.src, dstStride, srcStride, n);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n) {
        try (var _ = enter("reduce")) {
            Operands o = operands.of(n, dst, n, src, n).apartOrSame();
            operands.checkOp(op, o.elements(dst));
            Reductions.reduce(group, op, o.type, o.dst, o.src, n);
        }
    }

    @Override
    public long reduce(Op op, long mine) {
        try (var _ = enter("reduce")) {
            operands.checkOp(op, ElementType.LONG);
            return Reductions.reduce(group, op, mine);
        }
    }

    @Override
    public double reduce(Op op, double mine) {
        try (var _ = enter("reduce")) {
            operands.checkOp(op, ElementType.DOUBLE);
            return Reductions.reduce(group, op, mine);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long n) {
        try (var _ = enter("inscan")) {
            Operands o = operands.of(n, dst, n, src, n).apartOrSame();
            operands.checkOp(op, o.elements(dst));
            Scans.inscan(group, op, o.type, o.dst, o.src, n);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long n) {
        try (var _ = enter("exscan")) {
            Operands o = operands.of(n, dst, n, src, n).apartOrSame();
            operands.checkOp(op, o.elements(dst));
            Scans.exscan(group, op, o.type, o.dst, o.src, n);
        }
    }

    @Override
    public void algorithm(Collective collective, String name) {
        check("algorithm");
        if (collective == null || name == null)
            throw session.missing("algorithm, " + (collective == null ? "collective" : "name"), "give an object");
        try {
            group.algorithm(collective, AlgorithmNames.named(collective, name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(session.who(), e.getMessage()));
        }
    }

    @Override
    public void access(Collective collective, Access access) {
        check("access");
        if (collective == null || access == null)
            throw session.missing("access, " + (collective == null ? "collective" : "access"), "give an object");
        group.access(collective, access);
    }
}
