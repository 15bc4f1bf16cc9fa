// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.transport.Channel;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.Transport;

/// A team for the algorithms of collectives: its members, its calls, its buffers, and the chosen algorithm of each
/// collective.
///
/// One collective of a group runs at a time. All members make the same calls in the same order. If they do not, all
/// of them throw `CollectiveMismatchException`.
public final class Group {
    /// The backend's transport of this PE.
    public final Transport transport;

    /// The channel that moves the collectives' bytes.
    public final Channel channel;

    /// Direct accesses to the members' memory, and arithmetic.
    public final DirectAccess direct;

    /// The number of members.
    public final int size;

    /// This PE's number in the team.
    public final int me;

    /// The offset of the slot in every region.
    public final long slot;

    /// The places of flags and MPB.
    public final TeamLayout layout;

    /// Whether more PEs than cores run on a host of the job, and the team has three or more members. Then log2(p)
    /// rounds of flags would be log2(p) rounds of the scheduler, and all members meet at member 0.
    public final boolean oversubscribed;

    /// The members' memory, as the present call accesses it.
    public final TeamMemory memory;

    /// The buffers of the members.
    public final Buffers buffers;

    /// The members as corners of a cube.
    public final Hypercube cube;

    /// The calls of the members, and their flags.
    public final CallSequence calls;

    /// The ways in which all members meet.
    public final Barrier barrier;

    /// The members in order, and the team's slot.
    public final TeamMembers members;

    /// The members by their hosts; null if all are on one, and in a part of a team.
    public final Hierarchy hierarchy;

    /// The chosen algorithm of each collective; null for the best one.
    final Algorithm<?>[] chosen = new Algorithm<?>[Collective.values().length];

    private final Access[] access = new Access[Collective.values().length];

    private Group(Transport transport, Channel channel, TeamMembers members, Group team, long firstTick) {
        this.transport = transport;
        this.channel = channel;
        this.direct = transport.direct();
        this.members = members;
        this.size = members.size;
        this.me = members.member(transport.pe());
        this.slot = SystemLayout.slot(members.slot, transport.npes());
        this.layout = TeamLayout.of(transport, members.slot);
        this.oversubscribed = size > 2 && transport.topology().oversubscribed();
        this.calls = new CallSequence(this, team == null ? null : team.calls, firstTick);
        this.memory = new TeamMemory(this);
        this.barrier = new Barrier(this);
        this.buffers = new Buffers(this);
        this.cube = new Hypercube(me, size);
        this.hierarchy = team == null ? Hierarchy.of(this) : null;
    }

    /// Returns the world team. Its slot has to be zero on every PE before any PE makes a call: [#prepare], then a
    /// rendezvous of the launcher; or flags that are there from the beginning, and [#prepareWorld]. The channel
    /// serves all collectives of this PE. It is not a channel of a context, so that a program's quiet does not wait
    /// for flags, and flags do not wait for the program's puts.
    public static Group world(Transport transport, Channel channel) {
        return world(transport, channel, 0);
    }

    /// Returns the world team for tests of ticks that wrap around: `firstTick` is equal on all PEs.
    public static Group world(Transport transport, Channel channel, long firstTick) {
        TeamMembers all = TeamMembers.strided(SystemLayout.WORLD, 0, 1, transport.npes());
        return new Group(transport, channel, all, null, firstTick);
    }

    /// Returns a team that has this PE as a member. Every member has prepared the slot, and then synchronised with
    /// all others on the parent, before any of them makes a call.
    public static Group of(Transport transport, Channel channel, TeamMembers members) {
        return new Group(transport, channel, members, null, 0);
    }

    /// Returns a group of some members of this team, this PE among them, in slots of the given part.
    Group part(int part, int... pes) {
        var group = new TeamMembers(SystemLayout.part(members.slot, part), pes);
        return new Group(transport, channel, group, this, 0);
    }

    /// Makes a team's slot of this PE's system area usable, and those of its parts if the job is on several hosts.
    public static void prepare(Transport transport, int slot) {
        int npes = transport.npes();
        int parts = transport.topology().hosts() > 1 && slot != SystemLayout.SHARED ? SystemLayout.PARTS : 1;
        for (int part = 0; part < parts; part++) {
            int number = SystemLayout.part(slot, part);
            int room = SystemLayout.room(number, npes);
            long at = SystemLayout.slot(number, npes);
            transport.back(at, SystemLayout.slotBytes(room), SystemLayout.staging(room));
        }
    }

    /// Makes the last buffers of the world team usable. Its flags, and all before them, are that before any PE starts.
    public static void prepareWorld(Transport transport) {
        int npes = transport.npes();
        long buffers = SystemLayout.startBytes(npes, transport.topology().hosts());
        transport.back(buffers, SystemLayout.slotBytes(npes) - SystemLayout.staging(npes), 0);
    }

    // members and choices

    /// Returns the PE number of member `k`.
    public int pe(int k) {
        return calls.pe(k);
    }

    /// Chooses the algorithm of a collective; null for the best one, as is `hierarchical` for a team on one host.
    public void algorithm(Collective collective, Algorithm<?> algorithm) {
        boolean best =
                algorithm == null || hierarchy == null && algorithm.name().equals("hierarchical");
        chosen[collective.ordinal()] = best ? null : algorithm;
    }

    /// Chooses the access mode of a collective; null as `AUTO`.
    public void access(Collective collective, Access mode) {
        access[collective.ordinal()] = mode;
    }

    // calls

    /// Returns the chosen algorithm of a call, or `best`.
    @SuppressWarnings("unchecked") // a collective's algorithms have one interface
    public <A> Algorithm<A> choice(Operation operation, Algorithm<A> best) {
        Algorithm<?> own = size == 1 ? null : chosen[operation.collective.ordinal()]; // one member copies
        return own == null ? best : (Algorithm<A>) own;
    }

    /// Enters the next call: with the chosen algorithm, whose method it returns, or with `best`, and by direct loads
    /// and stores on addressable memory, unless the program chose put and get.
    public <A> A begin(Operation operation, Algorithm<A> best, long a, long b, long c, long d, long e) {
        Algorithm<A> algorithm = choice(operation, best);
        memory.use(access[operation.collective.ordinal()] != Access.PUTGET);
        calls.begin(operation, a, b, c, d, e, algorithm.code(memory.direct));
        return algorithm.run();
    }
}
