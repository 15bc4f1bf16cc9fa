// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Ctx;
import org.jshmem.Grid;
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
import org.jshmem.collective.algorithm.Rooted;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.algorithm.UnequalExchange;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.runtime.array.Context;
import org.jshmem.runtime.heap.Session;

/// A team: its members, its collectives with checked arguments, one at a time, its contexts and its close.
/// `org.jshmem.collective` carries the collectives out, and [OpenTeams] the splits.
public final class ShmemTeam extends ValueCollectives implements Team {
    /// Whether the team lives as long as its session: true for the world, the shared team and active sets.
    private final boolean predefined;

    private final OpenTeams teams;
    private final Set<Context> contexts = ConcurrentHashMap.newKeySet();
    private boolean open = true;

    ShmemTeam(OpenTeams teams, Group group, boolean predefined) {
        super(teams.session, group);
        this.teams = teams;
        this.predefined = predefined;
        session.environment.choose(group);
    }

    /// Refuses a team that is closed.
    @Override
    void check(String verb) {
        if (open) return;
        session.check(verb + " on a team");
        throw session.state("%s on a team that is closed; split a new one", verb);
    }

    @Override
    public void sync() {
        check("sync");
        try (var _ = group.calls.enter("sync", "sync")) {
            group.barrier.sync(Operation.SYNC);
        }
    }

    @Override
    public void barrier() {
        check("barrier");
        try (var _ = group.calls.enter("barrier", "barrier")) {
            session.channel.quiet();
            group.barrier.sync(Operation.BARRIER);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void broadcast(S dst, S src, long n, int root) {
        try (var call = enter("broadcast")) {
            call.root(root).of(n, dst, n, src, n).apart(true);
            Broadcasts.broadcast(group, call.type, call.dst, call.src, n, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void collect(S dst, S src, long myN) {
        try (var call = enter("collect")) {
            long capacity = dst == null ? 0 : dst.length();
            call.collected(dst, src, myN).apart(false);
            Gathers.collect(group, call.type, call.dst, call.src, myN, capacity);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void fcollect(S dst, S src, long n) {
        try (var call = enter("fcollect")) {
            call.of(n, dst, call.times(n, dst), src, n).apart(false);
            Gathers.fcollect(group, call.type, call.dst, call.src, n);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoall(S dst, S src, long n) {
        try (var call = enter("alltoall")) {
            long all = call.times(n, dst);
            call.of(n, dst, all, src, all).apart(false);
            Exchanges.alltoall(group, call.type, call.dst, call.src, n);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void alltoalls(S dst, S src, long dstStride, long srcStride, long n) {
        try (var call = enter("alltoalls")) {
            long all = call.times(n, dst);
            long dstAll = call.spread("dstStride", dstStride, all);
            long srcAll = call.spread("srcStride", srcStride, all);
            call.of(n, dst, dstAll, src, srcAll).apart(false);
            Exchanges.alltoalls(group, call.type, call.dst, call.src, dstStride, srcStride, n);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n) {
        try (var call = enter("reduce")) {
            call.combined(op, dst, src, n);
            Reductions.reduce(group, op, call.type, call.dst, call.src, n);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void reduce(Op op, S dst, S src, long n, int root) {
        try (var call = enter("reduce")) {
            call.root(root).combined(op, dst, src, n);
            Reductions.reduce(group, op, call.type, call.dst, call.src, n, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void gather(S dst, S src, long n, int root) {
        try (var call = enter("gather")) {
            call.root(root).of(n, dst, call.times(n, dst), src, n).apart(false);
            Rooted.gather(group, call.type, call.dst, call.src, n, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void gatherv(S dst, S src, long myN, int root) {
        try (var call = enter("gatherv")) {
            long capacity = dst == null ? 0 : dst.length();
            call.root(root).collected(dst, src, myN).apart(false);
            Rooted.gatherv(group, call.type, call.dst, call.src, myN, capacity, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> void scatter(S dst, S src, long n, int root) {
        try (var call = enter("scatter")) {
            call.root(root).of(n, dst, n, src, call.times(n, src)).apart(false);
            Rooted.scatter(group, call.type, call.dst, call.src, n, root);
        }
    }

    @Override
    public <S extends SymArray<?, S>> long[] alltoallv(S dst, S src, long[] counts) {
        try (var call = enter("alltoallv")) {
            call.exchanged(dst, src, counts).apart(false);
            return UnequalExchange.alltoallv(group, call.type, call.dst, call.src, counts, dst.length());
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void inscan(Op op, S dst, S src, long n) {
        try (var call = enter("inscan")) {
            call.combined(op, dst, src, n);
            Scans.scan(group, Operation.INSCAN, op, call.type, call.dst, call.src, n);
        }
    }

    @Override
    public <S extends SymNumbers<?, S>> void exscan(Op op, S dst, S src, long n) {
        try (var call = enter("exscan")) {
            call.combined(op, dst, src, n);
            Scans.scan(group, Operation.EXSCAN, op, call.type, call.dst, call.src, n);
        }
    }

    @Override
    public void algorithm(Collective collective, String name) {
        checkChoice("algorithm", collective, "name", name);
        try {
            group.algorithm(collective, AlgorithmNames.named(collective, name));
        } catch (IllegalArgumentException e) {
            throw session.refusal("%s", e.getMessage());
        }
    }

    @Override
    public void access(Collective collective, Access access) {
        checkChoice("access", collective, "access", access);
        group.access(collective, access);
    }

    private void checkChoice(String verb, Collective collective, String name, Object choice) {
        check(verb);
        if (collective != null && choice != null) return;
        throw session.missing(verb + ", " + (collective == null ? "collective" : name), "give an object");
    }

    /// Returns the implementation of a program's team. Refuses a team that is closed or belongs to another session.
    static ShmemTeam of(Team team, Session session) {
        if (team == null) throw session.missing("team", "give a team");
        ShmemTeam own = (ShmemTeam) team;
        if (own.session != session)
            throw session.refusal("the team belongs to another session; take one of this session");
        own.check("use");
        return own;
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
        ShmemTeam other = of(to, session);
        return pe < 0 || pe >= group.size ? -1 : other.group.members.member(group.pe(pe));
    }

    @Override
    public Optional<Team> splitStrided(int start, int stride, int size) {
        try (var _ = enter("splitStrided")) {
            return Optional.ofNullable(teams.strided(group, start, stride, size));
        }
    }

    @Override
    public Grid split2d(int xrange) {
        try (var _ = enter("split2d")) {
            return teams.grid(group, xrange);
        }
    }

    @Override
    public Optional<Team> split(int colour, int key) {
        try (var _ = enter("split")) {
            return Optional.ofNullable(teams.coloured(group, colour, key));
        }
    }

    @Override
    public Optional<Team> splitList(int... pes) {
        try (var _ = enter("splitList")) {
            if (pes == null) throw session.missing("splitList, pes", "give members' numbers");
            return Optional.ofNullable(teams.listed(group, pes.clone()));
        }
    }

    @Override
    public Ctx ctx(Ctx.Option... options) {
        check("ctx");
        Context made = new Context(session, this, group, contexts, options);
        contexts.add(made);
        return made;
    }

    @Override
    public void close() {
        if (!open) return;
        if (predefined) {
            throw session.state(
                    "the world and the shared team live as long as the session, as do active sets; close the Shmem handle instead");
        }
        try (var _ = enter("close")) {
            session.channel.quiet();
            end();
        }
    }

    /// Closes the team together with the other members after its next collective.
    void closeAfterCall() {
        group.calls.atLeave = this::end;
    }

    private void end() {
        try {
            quietContexts();
            // a team that has failed keeps its slot: another member may still write the reason there
            group.barrier.close();
            teams.forget(this);
        } finally {
            shutDown();
        }
    }

    /// Completes the operations of the team's contexts.
    void quietContexts() {
        contexts.forEach(context -> context.channel.quiet());
    }

    /// Ends the team on this PE, without a message to its other members.
    void shutDown() {
        open = false; // every later call is refused
        contexts.forEach(Context::end);
        contexts.clear();
    }
}
