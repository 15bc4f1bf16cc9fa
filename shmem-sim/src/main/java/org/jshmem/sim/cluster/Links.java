// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.stream.Stream;
import org.jshmem.sim.model.Machine;

/// The links between hosts, the links into hosts, and the hosts' agents, with their queues.
final class Links {
    /*
     *   link 1   |-head-|......tail|                a link is busy as long as a message's bytes take
     *   link 2       l  |-head-|......tail|         the head goes on after the link's latency
     *
     * A switch passes the head of a message on before the tail has arrived, and has room for all waiting messages.
     */
    private final Routes routes;
    private final int[] places; // the machine's number of each host
    private final int[] path;
    private final Link[] links;
    private final Link[] in;
    private final Link[] agents;
    private final long[][] begun; // by PE and host: when the agent begins to carry out the PE's latest message
    private final long hop;
    private final long longHop;
    private final double perByte;
    private final double perLongByte;
    private final double perHostByte;

    /// The links of a machine for a job; the hosts with the numbers `places` are in use.
    Links(Machine m, Routes routes, int[] places, int npes) {
        this.routes = routes;
        this.places = places;
        path = new int[routes.longest()];
        links = m.has(NetworkMessages.QUEUES) ? idle(routes.links()) : null;
        in = idle(places.length);
        agents = idle(places.length);
        begun = new long[npes][];
        hop = m.picos("l_hop");
        perByte = 1000 / m.value("G_link");
        boolean apart = m.knows("l_long");
        longHop = apart ? m.picos("l_long") : hop;
        perLongByte = apart ? 1000 / m.value("G_long") : perByte;
        perHostByte = 1000 / m.value("G");
    }

    private static Link[] idle(int count) {
        return Stream.generate(Link::new).limit(count).toArray(Link[]::new);
    }

    /// Carries bytes, which leave a host from `head` to `tail`, to another host. This takes `latency` and the time of
    /// their links. Returns the arrival of the last byte. The message is made at `now`.
    long carry(int from, int to, long bytes, long head, long tail, long latency, long now) {
        int count = routes.route(places[from], places[to], path);
        long first = head;
        long last = tail;
        for (int i = 0; i < count; i++) {
            boolean apart = routes.isLong(path[i]);
            long time = Math.round(bytes * (apart ? perLongByte : perByte));
            long start = Math.max(first, last - time);
            if (links != null) start = links[path[i]].enter(start, time, now);
            first = start + (apart ? longHop : hop);
            last = first + time;
        }
        long time = Math.round(bytes * perHostByte);
        long start = Math.max(first, last - time) + latency;
        return (links == null ? start : in[to].enter(start, time, now)) + time;
    }

    /// The time at which a host's agent begins to carry out a message of a PE that arrives at `come` and takes `time`.
    /// A short message uses gaps that were too short for a longer one before it. The agent restores their order.
    long agent(int pe, int host, long come, long time, long now) {
        if (begun[pe] == null) begun[pe] = new long[places.length];
        long ready = Math.max(come, begun[pe][host]);
        long start = links == null ? ready : agents[host].enter(ready, time, now);
        begun[pe][host] = start;
        return start;
    }
}
