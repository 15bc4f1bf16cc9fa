// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.stream.IntStream;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.ByHost;
import org.jshmem.transport.Topology;

/// The members of a team by their hosts: the first member of each host leads it, and leaders communicate between
/// hosts.
///
/// ```
/// members 0 1 2 on one host, 3 4 5 on another; 0 and 3 lead
///   on each host    1+ 0+ 2+ at the counter of 0; 2 is the last: signals 0        4+ 5+ 3+ at that of 3
///   between hosts   0 > 3, 3 > 0: dissemination among leaders
///   on each host    0 rings: 1 2 continue                                         3 rings: 4 5 continue
/// ```
///
/// For h hosts h ceil(log2 h) messages pass between hosts, for any number of members. A host with m members takes m
/// atomic additions on one line, a line to its leader and a line that all read. A leader is always the same member:
/// messages of two PEs to a third host may overtake each other, messages of one PE do not.
public final class Levels {
    private final Meetings g;
    private final ByHost members;
    private final int host;
    private final int count;

    /// The last member of this host has the bell. The leader does not, because the last member to arrive signals the
    /// leader by the same word.
    private final int bell;

    Levels(Meetings g) {
        this.g = g;
        Topology topology = g.transport.topology();
        boolean world = g.slot == SystemLayout.slot(SystemLayout.WORLD, g.npes);
        members = world ? topology.world() : topology.byHost(g.size, g::pe);
        host = members.host(g.own);
        count = members(host);
        bell = member(host, count - 1);
    }

    /// The leader of this PE's host.
    public int leader() {
        return leader(0);
    }

    /// Returns the number of hosts with members.
    public int hosts() {
        return members.hosts();
    }

    /// Returns the leader of the host that is `d` hosts after this one, counted around.
    public int leader(int d) {
        return member(Math.floorMod(host + d, hosts()), 0);
    }

    /// Returns the number of hosts from member `k`'s host to this one, counted around.
    public int distance(int k) {
        return Math.floorMod(host - members.host(g.pe(k)), hosts());
    }

    /// Whether member `k` is on this host.
    public boolean isHere(int k) {
        return members.host(g.pe(k)) == host;
    }

    /// Returns the member of `host` that receives the block of member `k` of another host for all of `host`; members
    /// take turns.
    public int receiver(int host, int k) {
        return member(host, place(k) % members(host));
    }

    /// Returns the place of member `k` in the order by hosts, and within a host by member.
    public int place(int k) {
        return members.place(k);
    }

    /// Whether the members of each host are adjacent in the team.
    public boolean isInOrder() {
        return members.isInOrder();
    }

    /// The number of this PE's host.
    public int host() {
        return host;
    }

    /// The number of this PE among the members of its host.
    public int index() {
        return place(g.me) - members.start(host);
    }

    /// Returns the number of members of this host.
    public int count() {
        return count;
    }

    /// Returns the number of members of a host.
    public int members(int h) {
        return members.members(h);
    }

    /// Member `i` of a host.
    public int member(int h, int i) {
        return members.member(h, i);
    }

    /// Returns the largest number of members of a host.
    public int most() {
        return IntStream.range(0, hosts()).map(this::members).max().getAsInt();
    }

    /// Returns the smallest number of members of a host.
    public int fewest() {
        return IntStream.range(0, hosts()).map(this::members).min().getAsInt();
    }

    /// Waits until all members have reached tick `at`.
    void meet(long at) {
        if (gathered(at)) {
            disseminate(at);
            release(at);
        } else awaitRelease(at);
    }

    /// Signals that this PE has reached tick `at`. Returns true on the leader after all members of its host have.
    public boolean gathered(long at) {
        if (count == 1) {
            g.record();
            return true;
        }
        int leader = leader();
        boolean last = g.arrive(g.pe(leader), SystemLayout.HOST_COUNT, at, count);
        if (g.me != leader) {
            if (last)
                g.channel.signal(g.pe(leader), g.slot + SystemLayout.HOST, g.flag(at)); // pairs with awaitFlag below
            return false;
        }
        if (!last) awaitHost(at);
        return true;
    }

    private void awaitHost(long at) {
        g.awaitFlag(g.pe(leader()), g.slot + SystemLayout.HOST, at, true, Deadlock.HOST);
    }

    /// Waits until all members of this host have reached tick `at`; each can read the others' memory afterwards.
    public void meetHere(long at) {
        if (gathered(at)) release(at);
        else awaitRelease(at);
    }

    /// Waits, as a leader, for all leaders.
    private void disseminate(long at) {
        for (int step = 1; step < hosts(); step *= 2) {
            g.post(leader(step), at);
            int from = leader(-step);
            g.awaitFlag(g.transport.pe(), g.from(from), at, g.isBeforeLast(at), from);
        }
    }

    /// Copies bytes at `offset` from this leader to all others, and waits until they have copied theirs.
    public void exchange(long offset, long bytes, long at) {
        for (int d = 1; d < hosts(); d++) g.post(leader(d), at, offset, offset, bytes);
        for (int d = 1; d < hosts(); d++) g.await(leader(-d), at);
    }

    /// Releases, as the leader, the members of this host. They can read all data that this PE wrote before, on any
    /// PE.
    public void release(long at) {
        if (count == 1) return;
        g.channel.release();
        g.channel.signal(g.pe(bell), g.slot + SystemLayout.HOST, g.flag(at)); // pairs with awaitRelease()
    }

    /// Waits until the leader of this host releases its members.
    public void awaitRelease(long at) {
        g.awaitFlag(g.pe(bell), g.slot + SystemLayout.HOST, at, false, leader());
    }
}
