// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.stream.IntStream;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.ByHost;

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
    private final Group leaders;

    private final ByHost hosts;
    private final Group team;
    private final int host;

    Hierarchy(Group team, ByHost hosts) {
        this.team = team;
        this.hosts = hosts;
        this.host = hosts.host(team.pe(team.me));
        this.here = team.part(SystemLayout.HERE, pes(host, hosts.members(host)));
        this.leaders = here.me > 0
                ? null
                : team.part(
                        SystemLayout.LEADERS,
                        IntStream.range(0, hosts.hosts())
                                .map(h -> team.pe(hosts.member(h, 0)))
                                .toArray());
    }

    private int[] pes(int h, int count) {
        return IntStream.range(0, count).map(i -> team.pe(hosts.member(h, i))).toArray();
    }

    /// Whether this PE leads its host.
    public boolean leads() {
        return leaders != null;
    }

    /// Enters a step of the present call in the group of this host, and returns the group.
    public Group stepHere() {
        here.calls.enter();
        return here;
    }

    /// Enters a step in the group of leaders, and returns the group.
    public Group stepOfLeaders() {
        leaders.calls.enter();
        return leaders;
    }

    /// Waits until all members of the team have made this call.
    void meet() {
        stepHere().barrier.arriveAtFirst(0, true);
        if (leads()) stepOfLeaders().barrier.meet(0);
        here.barrier.leaveFirst(0);
    }

    /// The number of this PE's host, which is also its leader's number among the leaders.
    public int host() {
        return host;
    }

    /// Returns the number of member `k`'s host.
    public int host(int k) {
        return hosts.host(team.pe(k));
    }

    /// Returns the number of member `k` among the members of its host.
    public int index(int k) {
        return hosts.place(k) - hosts.start(host(k));
    }

    /// Whether the members of each host are adjacent in the team.
    public boolean isInOrder() {
        return hosts.isInOrder();
    }

    /// Waits on the leader until all members of this host have come.
    public void arriveHere() {
        stepHere().barrier.arriveAtFirst(0, false); // they may be a step further, but no call
    }
}
