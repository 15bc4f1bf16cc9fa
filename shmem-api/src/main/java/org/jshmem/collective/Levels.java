// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.stream.IntStream;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.transport.Topology;

/// The members of a team by their hosts: the first member of each host leads it, and leaders speak for their hosts.
///
/// ```
/// members 0 1 2 on one host, 3 4 5 on another; 0 and 3 lead
///   on each host    1+ 0+ 2+ at the counter of 0; 2 is the last, and tells 0      4+ 5+ 3+ at that of 3, which is the
/// last
///   between hosts   0 > 3, 3 > 0: dissemination among leaders
///   on each host    0 rings: 1 2 go on                                            3 rings: 4 5 go on
/// ```
///
/// Between hosts go h ceil(log2 h) messages for h hosts, whatever the number of members; a host with m of them takes m
/// atomic additions on one line, a line to its leader and a line that all read. A leader is always the same member:
/// what two PEs send to a third host may overtake each other, what one sends does not.
public final class Levels {
    private final Group g;

    /// The leader of each host, in the order of their members.
    private final int[] leaders;

    private final int host;
    private final int count;

    /// The members of this host, or null where there is only one.
    private final int[] here;

    /// The last member of this host has the bell: not the leader, whom the last one to arrive tells by the same word.
    private final int bell;

    /// Where each member stands, or null where all are on one host: a team of thousands has no room to waste.
    private final int[] places;

    Levels(Group g) {
        this.g = g;
        Topology topology = g.transport.topology();
        if (topology.hosts() == 1) { // nothing to find out, by a JVM that has only just begun
            leaders = new int[1];
            host = 0;
            count = g.size();
            here = null;
            bell = count - 1;
            places = null;
            return;
        }
        int[] hosts = IntStream.range(0, g.size())
                .map(k -> topology.host(g.pe(k)))
                .distinct()
                .toArray();
        int[] hostOf = IntStream.range(0, g.size())
                .map(k -> indexOf(hosts, topology.host(g.pe(k))))
                .toArray();
        leaders = IntStream.range(0, hosts.length).map(h -> indexOf(hostOf, h)).toArray();
        host = hostOf[g.me()];
        here = members(hostOf, host);
        count = here.length;
        bell = here[count - 1];
        places = hosts.length == 1 ? null : places(hostOf, hosts.length);
    }

    private static int indexOf(int[] all, int one) {
        int i = 0;
        while (all[i] != one) i++;
        return i;
    }

    private static int[] members(int[] hostOf, int h) {
        return IntStream.range(0, hostOf.length).filter(k -> hostOf[k] == h).toArray();
    }

    private static int[] places(int[] hostOf, int hosts) {
        int[] places = new int[hostOf.length];
        int next = 0;
        for (int h = 0; h < hosts; h++) for (int k : members(hostOf, h)) places[k] = next++;
        return places;
    }

    /// Whether members share hosts with some and not with others.
    public boolean isReal() {
        return leaders.length > 1 && leaders.length < g.size();
    }

    /// The leader of this PE's host.
    public int leader() {
        return leaders[host];
    }

    /// How many hosts have members.
    public int hosts() {
        return leaders.length;
    }

    /// The leader of the host that is `d` hosts behind this one, counted around.
    public int leader(int d) {
        return leaders[Math.floorMod(host + d, leaders.length)];
    }

    /// How many hosts this one is behind that of member `k`, counted around.
    public int distance(int k) {
        int h = 0;
        while (g.transport.topology().host(g.pe(leaders[h]))
                != g.transport.topology().host(g.pe(k))) h++;
        return Math.floorMod(host - h, leaders.length);
    }

    /// Whether member `k` is on this host.
    public boolean isHere(int k) {
        Topology topology = g.transport.topology();
        return here == null || topology.host(g.pe(k)) == topology.host(g.transport.pe());
    }

    /// The member of this host that fetches what all of it need of member `k` of another host: all fetch alike.
    public int fetcher(int k) {
        return here[place(k) % count];
    }

    /// The place of member `k` where members of a host stand together, in their order.
    public int place(int k) {
        return places == null ? k : places[k];
    }

    /// How many members this host has.
    public int count() {
        return count;
    }

    /// Waits until all members have reached tick `at`.
    void meet(long at) {
        if (gathered(at)) {
            disseminate(at);
            release(at);
        } else awaitRelease(at);
    }

    /// Says that this PE has reached tick `at`, and is true on the leader once all members of its host have.
    public boolean gathered(long at) {
        if (count == 1) {
            g.record();
            return true;
        }
        int leader = leader();
        boolean last = g.arrive(g.pe(leader), SystemLayout.HOST_COUNT, at, count);
        if (g.me() != leader) {
            if (last)
                g.channel.signal(g.pe(leader), g.slot + SystemLayout.HOST, g.flag(at)); // pairs with awaitFlag below
            return false;
        }
        if (!last) g.awaitFlag(g.pe(leader), g.slot + SystemLayout.HOST, at, true, Deadlock.EVERYBODY);
        return true;
    }

    /// Waits until all members of this host have reached tick `at`; they see what each has in its memory.
    public void meetHere(long at) {
        if (gathered(at)) release(at);
        else awaitRelease(at);
    }

    /// Leaders meet.
    private void disseminate(long at) {
        int h = leaders.length;
        for (int step = 1; step < h; step *= 2) {
            g.post(leaders[(host + step) % h], at);
            int from = leaders[(host - step + h) % h];
            g.awaitFlag(g.transport.pe(), g.from(from), at, g.isBeforeLast(at), from);
        }
    }

    /// Copies so many bytes at `offset` from this leader to all others, and waits until they have done the same.
    public void exchange(long offset, long bytes, long at) {
        int h = leaders.length;
        for (int d = 1; d < h; d++) {
            int to = leaders[(host + d) % h];
            g.channel.copy(g.pe(to), offset, g.transport.pe(), offset, bytes);
            g.post(to, at);
        }
        for (int d = 1; d < h; d++) g.await(leaders[(host - d + h) % h], at);
    }

    /// As the leader, lets the members of this host go on; they see what this PE did before, wherever.
    public void release(long at) {
        if (count == 1) return;
        g.channel.release();
        g.channel.signal(g.pe(bell), g.slot + SystemLayout.HOST, g.flag(at)); // pairs with awaitRelease()
    }

    /// Waits until the leader of this host says that all have come.
    public void awaitRelease(long at) {
        g.awaitFlag(g.pe(bell), g.slot + SystemLayout.HOST, at, false, leader());
    }
}
