// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.transport.Topology;

/// A team on several hosts as two groups: the members of this PE's host, and the first member of each host, which
/// leads it. A hierarchical algorithm is made of calls of these groups.
///
/// ```
/// members 0 1 2 on one host, 3 4 5 on another
///   here       1 2 > 0        4 5 > 3          all of a host arrive at its leader
///   leaders           0 <> 3                   leaders meet
///   here       0 > 1 2        3 > 4 5          and release their hosts
/// ```
///
/// The groups have flags and buffers in slots of their own, so that the user's teams of the same members are
/// independent of them. A step in a group belongs to a call of the whole team: its flags carry the hash of that call,
/// and a mismatch ends the whole team.
public final class Hierarchy {
    /// The members of this PE's host.
    public final Group here;

    /// The leaders of all hosts; null unless this PE is one.
    public final Group leaders;

    private final Group team;
    private final Topology topology;
    private final Hosts hosts;

    /// Whether the members of each host are adjacent in the team: else the hosts have no order.
    public final boolean inOrder;

    /// The hosts of a team in the order of their first members. All PEs of a JVM share them, since a job of 16,384 PEs
    /// has thousands of hosts.
    ///
    /// @param numbers the number of each host of the job in this order; -1 without members
    /// @param first the first member of each host
    /// @param inOrder see [Hierarchy#inOrder]
    private record Hosts(TeamMembers team, int[] numbers, int[] first, boolean inOrder) {

        static Hosts of(TeamMembers team, Topology topology) {
            int[] numbers = new int[topology.hosts()];
            Arrays.fill(numbers, -1);
            int[] first = new int[numbers.length];
            int count = 0;
            boolean inOrder = true;
            for (int k = 0; k < team.size; k++) {
                int pe = team.pe(k);
                int host = topology.host(pe);
                if (numbers[host] < 0) {
                    first[count] = pe;
                    numbers[host] = count++;
                }
                inOrder &= numbers[host] == count - 1;
            }
            return new Hosts(team, numbers, Arrays.copyOf(first, count), inOrder);
        }
    }

    /// The members of a PE's host, in the order of the team.
    private static int[] near(TeamMembers team, Topology topology, int pe) {
        int[] neighbours = topology.neighbours(pe);
        int[] numbers = new int[neighbours.length];
        int count = 0;
        for (int each : neighbours) {
            int member = team.member(each);
            if (member >= 0) numbers[count++] = member;
        }
        Arrays.sort(numbers, 0, count);
        int[] near = new int[count];
        for (int k = 0; k < count; k++) near[k] = team.pe(numbers[k]);
        return near;
    }

    private Hierarchy(Group team, Topology topology, Hosts hosts) {
        this.team = team;
        this.topology = topology;
        this.hosts = hosts;
        this.inOrder = hosts.inOrder;
        this.here = team.part(SystemLayout.HERE, near(team.members, topology, team.transport.pe()));
        this.leaders = here.me > 0 ? null : team.part(SystemLayout.LEADERS, hosts.first);
    }

    /// Returns the groups of a team; null if all of its members are on one host.
    static Hierarchy of(Group team) {
        Topology topology = team.transport.topology();
        if (topology.hosts() == 1) return null;
        TeamMembers members = team.members;
        Hosts hosts =
                topology.shared(Hosts.class, made -> made.team.areThoseOf(members), () -> Hosts.of(members, topology));
        return hosts.first.length == 1 ? null : new Hierarchy(team, topology, hosts);
    }

    /// Whether this PE leads its host.
    public boolean leads() {
        return leaders != null;
    }

    /// Enters a step of the present call in one of the two groups, and returns the group.
    public Group step(Group part) {
        part.calls.enterStep();
        part.memory.use(team.memory.addresses);
        return part;
    }

    /// Waits until all members of the team have made this call.
    void meet() {
        step(here).barrier.arriveAtFirst(0, true);
        if (leads()) step(leaders).barrier.meet(0);
        here.barrier.leaveFirst(0);
    }

    /// The number of this PE's host, which is also its leader's number among the leaders.
    public int host() {
        return host(team.me);
    }

    /// Returns the number of member `k`'s host.
    public int host(int k) {
        return hosts.numbers[topology.host(team.pe(k))];
    }

    /// Returns the number of member `k`, which is on this PE's host, among the members of that host.
    public int index(int k) {
        return here.members.member(team.pe(k));
    }

    /// Waits on the leader until all members of this host have come.
    public void arriveHere() {
        step(here).barrier.arriveAtFirst(0, false); // they may be a step further, but no call
    }
}
