// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.exchange.Exchanges;
import org.jshmem.collective.gather.Gathers;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.collective.reduce.Scans;
import org.jshmem.transport.Observer;

/// The collective operations of a team. This class checks their arguments and runs one at a time;
/// `org.jshmem.collective` carries them out.
abstract class TeamCollectives implements Team {
    final Session session;
    final Group group;

    private final Operands operands;
    private boolean open = true;

    /// The thread that is in a collective of this team, or null. A plain field: a second thread is certainly detected
    /// while the first one waits. Of two threads that enter at one moment, neither may be detected.
    private Thread inside;

    /// The recorder of the calls, or null.
    private final Observer observer;

    private final long identity;

    /// The observer's token for the call that runs.
    private long token;

    TeamCollectives(Session session, Group group) {
        this.session = session;
        this.group = group;
        this.operands = new Operands(session, group.size);
        this.observer = session.transport.observer();
        this.identity = (long) group.roster().slot() << 32 | group.roster().pe(0);
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
        String why = session.live
                ? "a team that is closed; split a new one"
                : "a team of a session that is finalized; init again";
        return new IllegalStateException("%s: %s on %s".formatted(session.who(), verb, why));
    }

    /// Refuses a second thread while one is in a collective of this team. An allocation is a collective of the world.
    final void begin(String verb) {
        Thread other = inside;
        if (!open || other != null) throw refuse(verb, other);
        inside = Thread.currentThread();
    }

    /// Ends the collective that [#begin] has begun.
    final void end() {
        inside = null;
    }

    /// Begins a collective of this team and reports it to the observer.
    final void enter(String verb) {
        begin(verb);
        if (observer != null) token = observer.entered(verb, identity);
    }

    /// Ends the collective that [#enter] has begun, also after an exception.
    final void leave() {
        end();
        if (observer != null) observer.left(token, group.number());
    }

    /// As below, for an operation without arguments.
    final void meet(Operation operation, Runnable rest) {
        long asked = observer == null ? 0 : observer.entered(operation.label(), identity);
        group.sync(operation, () -> {
            if (observer != null) observer.left(asked, group.number());
            rest.run();
            return null;
        });
    }

    /// A sync of all members within a routine that is not a team's, such as an allocation. `rest` is the rest of that
    /// routine.
    final <T> T meet(Operation operation, long a, long b, long c, long d, Supplier<T> rest) {
        return meet(operation, a, b, c, d, null, rest);
    }

    /// As above. An interrupt ends the call only if `withdraw` finds that no member makes the rest.
    final <T> T meet(Operation operation, long a, long b, long c, long d, BooleanSupplier withdraw, Supplier<T> rest) {
        long asked = observer == null ? 0 : observer.entered(operation.label(), identity);
        return group.sync(operation, a, b, c, d, withdraw, () -> {
            if (observer != null) observer.left(asked, group.number());
            return rest.get();
        });
    }

    private IllegalStateException refuse(String verb, Thread other) {
        if (!open) return closed(verb);
        return new IllegalStateException(
                "%s: %s on thread %s while thread %s is in a collective of the same team; let one wait for the other, or use two teams"
                        .formatted(session.who(), verb, Thread.currentThread().getName(), other.getName()));
    }

    @Override
    public void sync() {
        enter("sync");
        try {
            group.sync(Operation.SYNC);
        } finally {
            leave();
        }
    }

    @Override
    public void barrier() {
        enter("barrier");
        try {
            session.context.channel.quiet();
            group.sync(Operation.BARRIER);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymArray<?, S>> void broadcast(S dst, S src, long n, int root) {
        enter("broadcast");
        try {
            operands.checkMember("broadcast", "root", root);
            Operands o = operands.of("broadcast", n, dst, n, src, n).apartOrSame();
            Broadcasts.broadcast(group, o.type, o.dst, o.src, n, root);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymArray<?, S>> void collect(S dst, S src, long myN) {
        enter("collect");
        try {
            long capacity = dst == null ? 0 : dst.length();
            Operands o = operands.collected(dst, src, myN).apart();
            Gathers.collect(group, o.type, o.dst, o.src, myN, capacity);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymArray<?, S>> void fcollect(S dst, S src, long n) {
        enter("fcollect");
        try {
            Operands o = operands.of("fcollect", n, dst, operands.times("fcollect", n, dst), src, n)
                    .apart();
            Gathers.fcollect(group, o.type, o.dst, o.src, n);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoall(S dst, S src, long n) {
        enter("alltoall");
        try {
            long all = operands.times("alltoall", n, dst);
            Operands o = operands.of("alltoall", n, dst, all, src, all).apart();
            Exchanges.alltoall(group, o.type, o.dst, o.src, n);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long n) {
        enter("alltoalls");
        try {
            long all = operands.times("alltoalls", n, dst);
            long dstAll = operands.spread("alltoalls", "dstStride", dstStride, all);
            long srcAll = operands.spread("alltoalls", "srcStride", srcStride, all);
            Operands o = operands.of("alltoalls", n, dst, dstAll, src, srcAll).apart();
            Exchanges.alltoalls(group, o.type, o.dst, o.src, dstStride, srcStride, n);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n) {
        enter("reduce");
        try {
            Operands o = operands.of("reduce", n, dst, n, src, n).apartOrSame();
            checkOp("reduce", op, o.elements(dst));
            Reductions.reduce(group, op, o.type, o.dst, o.src, n);
        } finally {
            leave();
        }
    }

    @Override
    public long reduce(Op op, long mine) {
        enter("reduce");
        try {
            checkOp("reduce", op, ElementType.LONG);
            return Reductions.reduce(group, op, mine);
        } finally {
            leave();
        }
    }

    @Override
    public double reduce(Op op, double mine) {
        enter("reduce");
        try {
            checkOp("reduce", op, ElementType.DOUBLE);
            return Reductions.reduce(group, op, mine);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long n) {
        enter("inscan");
        try {
            Operands o = operands.of("inscan", n, dst, n, src, n).apartOrSame();
            checkOp("inscan", op, o.elements(dst));
            Scans.inscan(group, op, o.type, o.dst, o.src, n);
        } finally {
            leave();
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long n) {
        enter("exscan");
        try {
            Operands o = operands.of("exscan", n, dst, n, src, n).apartOrSame();
            checkOp("exscan", op, o.elements(dst));
            Scans.exscan(group, op, o.type, o.dst, o.src, n);
        } finally {
            leave();
        }
    }

    private void checkOp(String verb, Op op, ElementType type) {
        if (op == null || !type.has(op)) throw operands.refusal(verb, op, type);
    }

    @Override
    public void algorithm(Collective collective, String name) {
        check("algorithm");
        if (collective == null || name == null) throw missing("algorithm", collective == null ? "collective" : "name");
        try {
            group.algorithm(collective, name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(session.who(), e.getMessage()));
        }
    }

    @Override
    public void access(Collective collective, Access access) {
        check("access");
        if (collective == null || access == null) throw missing("access", collective == null ? "collective" : "access");
        group.access(collective, access);
    }

    private NullPointerException missing(String verb, String name) {
        return new NullPointerException("%s: %s, %s is null; give an object".formatted(session.who(), verb, name));
    }
}
