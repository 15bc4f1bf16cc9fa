// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.collective.Broadcasts;
import org.jshmem.collective.ElementType;
import org.jshmem.collective.Exchanges;
import org.jshmem.collective.Gathers;
import org.jshmem.collective.Group;
import org.jshmem.collective.Operation;
import org.jshmem.collective.Reductions;
import org.jshmem.collective.Scans;

/// A team: its numbering, its contexts, and its collectives, which `org.jshmem.collective` carries out.
final class Members implements Team {
    final Session session;
    final Group group;

    /// Whether it lives as long as the session: the world and the shared team, and active sets.
    private final boolean predefined;

    private final List<Context> contexts = new ArrayList<>();
    private final Operands operands = new Operands(this);
    private boolean open = true;

    /// The thread that is in a collective of this team. A plain field: it is there to find a second thread while the
    /// first one waits, which is where programs get it wrong, not to keep two out that come in the same nanosecond.
    private Thread inside;

    Members(Session session, Group group, boolean predefined) {
        this.session = session;
        this.group = group;
        this.predefined = predefined;
        session.environment.choose(group);
    }

    /// A program's team as this implementation's, checked to be one of this session.
    static Members of(Team team, Session session) {
        if (team == null) throw new NullPointerException(session.who() + ": team is null; give a team");
        Members members = (Members) team;
        if (members.session != session) {
            throw new IllegalArgumentException(
                    session.who() + ": the team belongs to another session; take one of this session");
        }
        members.check("use");
        return members;
    }

    private void check(String verb) {
        if (!open) throw closed(verb);
    }

    private IllegalStateException closed(String verb) {
        String why = session.live
                ? "a team that is closed; split a new one"
                : "a team of a session that is finalized; init again";
        return new IllegalStateException("%s: %s on %s".formatted(session.who(), verb, why));
    }

    /// The PE of the job that member `k` is.
    int world(int k) {
        return group.pe(k);
    }

    /// Distance between members' PE numbers in the job.
    int step() {
        return group.step();
    }

    @Override
    public int myPe() {
        check("myPe");
        return group.me();
    }

    @Override
    public int nPes() {
        check("nPes");
        return group.size();
    }

    @Override
    public int translate(int pe, Team to) {
        check("translate");
        Members other = of(to, session);
        return pe < 0 || pe >= group.size() ? -1 : other.number(group.pe(pe));
    }

    /// The member that a PE of the job is, or -1.
    private int number(int worldPe) {
        int distance = worldPe - group.pe(0);
        if (group.size() == 1 || group.step() == 0) return distance == 0 ? 0 : -1;
        int k = distance / group.step();
        return distance % group.step() == 0 && k >= 0 && k < group.size() ? k : -1;
    }

    @Override
    public Optional<Team> splitStrided(int start, int stride, int size) {
        check("splitStrided");
        group.sync(Operation.SPLIT, start, stride, size);
        checkTriplet(start, stride, size);
        int number = -1;
        for (int k = 0; k < size && number < 0; k++) {
            if (start + k * stride == group.me()) number = k;
        }
        return Optional.ofNullable(split(number >= 0, group.pe(start), stride * group.step(), size));
    }

    private void checkTriplet(int start, int stride, int size) {
        int n = group.size();
        long last = start + (size - 1L) * stride;
        boolean inside = size >= 1 && start >= 0 && start < n && last >= 0 && last < n;
        if (inside && (stride != 0 || size == 1)) return;
        throw new IllegalArgumentException(
                "%s: start=%d, stride=%d, size=%d leaves a team of %d PEs; every start + k * stride, k < size, must be a member"
                        .formatted(session.who(), start, stride, size, n));
    }

    @Override
    public Grid split2d(int xrange) {
        check("split2d");
        group.sync(Operation.SPLIT2D, xrange, 0, 0);
        if (xrange < 1) {
            throw new IllegalArgumentException(
                    "%s: xrange=%d; a row has at least one PE".formatted(session.who(), xrange));
        }
        int n = group.size();
        int width = Math.min(xrange, n);
        int x = group.me() % width;
        int y = group.me() / width;
        int step = group.step();
        Team row = split(true, group.pe(y * width), step, Math.min(width, n - y * width));
        Team column = split(true, group.pe(x), width * step, (n - x + width - 1) / width);
        return new Grid(row, column);
    }

    /// Makes a team of some members, with a slot that is free with all of them; the others take part in finding it.
    private Members split(boolean member, int first, int step, int size) {
        Slots slots = session.slots();
        long common = Reductions.reduce(group, Op.AND, member ? slots.free() : -1L);
        int slot = Long.numberOfTrailingZeros(common);
        Members made = null;
        if (member && slot < 64) {
            slots.take(slot);
            Group.prepare(session.transport, slot);
            made = new Members(session, Group.of(session.transport, session.watch, slot, first, step, size), false);
            session.debug("team %d of PEs %d + %d k, k < %d".formatted(slot, first, step, size));
        }
        group.sync(Operation.SYNC);
        if (slot >= 64) {
            throw new IllegalStateException(
                    "%s: no room for another team, a PE can be in 64 at once; close teams that are no longer used"
                            .formatted(session.who()));
        }
        return made;
    }

    @Override
    public Ctx ctx(Ctx.Option... options) {
        check("ctx");
        Context context = new Context(session, this, options);
        synchronized (contexts) {
            contexts.add(context);
        }
        return context;
    }

    void forget(Context context) {
        synchronized (contexts) {
            contexts.remove(context);
        }
    }

    @Override
    public void sync() {
        enter("sync");
        try {
            group.sync(Operation.SYNC);
        } finally {
            inside = null;
        }
    }

    @Override
    public void barrier() {
        enter("barrier");
        try {
            session.transport.quiet();
            group.sync(Operation.BARRIER);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymArray<?, S>> void broadcast(S dst, S src, long n, int root) {
        enter("broadcast");
        try {
            if (root < 0 || root >= group.size()) throw noMember("broadcast", "root", root);
            Operands o = operands.of("broadcast", n, dst, n, src, n).apartOrSame();
            Broadcasts.broadcast(group, o.type, o.dst, o.src, n, root);
        } finally {
            inside = null;
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
            inside = null;
        }
    }

    @Override
    public <S extends SymArray<?, S>> void fcollect(S dst, S src, long n) {
        enter("fcollect");
        try {
            Operands o = operands.of("fcollect", n, dst, times("fcollect", n, dst), src, n)
                    .apart();
            Gathers.fcollect(group, o.type, o.dst, o.src, n);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoall(S dst, S src, long n) {
        enter("alltoall");
        try {
            long all = times("alltoall", n, dst);
            Operands o = operands.of("alltoall", n, dst, all, src, all).apart();
            Exchanges.alltoall(group, o.type, o.dst, o.src, n);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long n) {
        enter("alltoalls");
        try {
            long all = times("alltoalls", n, dst);
            long dstAll = spread("alltoalls", "dstStride", dstStride, all);
            long srcAll = spread("alltoalls", "srcStride", srcStride, all);
            Operands o = operands.of("alltoalls", n, dst, dstAll, src, srcAll).apart();
            Exchanges.alltoalls(group, o.type, o.dst, o.src, dstStride, srcStride, n);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n) {
        enter("reduce");
        try {
            Operands o = operands.of("reduce", n, dst, n, src, n).apartOrSame();
            checkOp("reduce", op, o.type);
            Reductions.reduce(group, op, o.type, o.dst, o.src, n);
        } finally {
            inside = null;
        }
    }

    @Override
    public long reduce(Op op, long mine) {
        enter("reduce");
        try {
            checkOp("reduce", op, ElementType.LONG);
            return Reductions.reduce(group, op, mine);
        } finally {
            inside = null;
        }
    }

    @Override
    public double reduce(Op op, double mine) {
        enter("reduce");
        try {
            checkOp("reduce", op, ElementType.DOUBLE);
            return Reductions.reduce(group, op, mine);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long n) {
        enter("inscan");
        try {
            Operands o = operands.of("inscan", n, dst, n, src, n).apartOrSame();
            checkOp("inscan", op, o.type);
            Scans.inscan(group, op, o.type, o.dst, o.src, n);
        } finally {
            inside = null;
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long n) {
        enter("exscan");
        try {
            Operands o = operands.of("exscan", n, dst, n, src, n).apartOrSame();
            checkOp("exscan", op, o.type);
            Scans.exscan(group, op, o.type, o.dst, o.src, n);
        } finally {
            inside = null;
        }
    }

    /// Begins a collective of this team, of which one may run at a time.
    private void enter(String verb) {
        Thread other = inside;
        if (!open || other != null) throw refuse(verb, other);
        inside = Thread.currentThread();
    }

    private IllegalStateException refuse(String verb, Thread other) {
        if (!open) return closed(verb);
        return new IllegalStateException(
                "%s: %s on thread %s while thread %s is in a collective of the same team; let one wait for the other, or use two teams"
                        .formatted(session.who(), verb, Thread.currentThread().getName(), other.getName()));
    }

    private void checkOp(String verb, Op op, ElementType type) {
        if (op == null) throw new NullPointerException("%s: %s, op is null; give an Op".formatted(session.who(), verb));
        if (!type.floating() || op.ordinal() > Op.XOR.ordinal()) return;
        throw new IllegalArgumentException(
                "%s: %s, %s combines the bits of integers, not %ss; use MAX, MIN, SUM or PROD"
                        .formatted(session.who(), verb, op, type.name().toLowerCase(Locale.ROOT)));
    }

    /// Elements of one block for each member; refuses what no array can hold.
    private long times(String verb, long n, SymArray<?, ?> array) {
        if (n <= 0 || n <= Long.MAX_VALUE / group.size()) return n * group.size();
        throw new IndexOutOfBoundsException(
                "%s: %s, count=%d for each of %d members leaves an array of %d; check the count"
                        .formatted(session.who(), verb, n, group.size(), array == null ? 0 : array.length()));
    }

    /// Elements from the first to the last of `n` that lie `stride` apart; more than any array has where that
    /// overflows.
    private long spread(String verb, String name, long stride, long n) {
        if (stride < 1) {
            throw new IllegalArgumentException("%s: %s, %s=%d must be at least 1; give the distance in elements"
                    .formatted(session.who(), verb, name, stride));
        }
        if (n <= 1) return n;
        return stride > (Long.MAX_VALUE - 1) / (n - 1) ? Long.MAX_VALUE : (n - 1) * stride + 1;
    }

    private IndexOutOfBoundsException noMember(String verb, String name, int pe) {
        return new IndexOutOfBoundsException("%s: %s, %s=%d is no PE of a team of %d; use 0 to %d"
                .formatted(session.who(), verb, name, pe, group.size(), group.size() - 1));
    }

    @Override
    public void algorithm(Collective collective, String name) {
        check("algorithm");
        if (collective == null || name == null) throw missing("algorithm", collective == null ? "collective" : "name");
        group.algorithm(collective, name);
    }

    @Override
    public void access(Collective collective, Access access) {
        check("access");
        if (collective == null || access == null) throw missing("access", collective == null ? "collective" : "access");
        group.access(collective, access);
    }

    private NullPointerException missing(String verb, String name) {
        return new NullPointerException("%s: %s, %s is null; give one".formatted(session.who(), verb, name));
    }

    @Override
    public void close() {
        if (!open) return;
        if (predefined) {
            throw new IllegalStateException(
                    session.who()
                            + ": the world and the shared team live as long as the session, as do active sets; close the Shmem handle instead");
        }
        session.transport.quiet();
        group.close();
        session.slots().give(group.slotNumber());
        end();
    }

    /// Ends the team without a word to the others.
    void end() {
        open = false;
        synchronized (contexts) {
            contexts.forEach(Context::end);
            contexts.clear();
        }
    }
}
