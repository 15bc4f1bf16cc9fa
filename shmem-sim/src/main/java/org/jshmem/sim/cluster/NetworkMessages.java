// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.parts.FifoServer;
import org.jshmem.sim.parts.TimeOrder;

/// The messages between hosts, and the agents that carry them out. Queues serve messages in the order in which they are
/// made.
final class NetworkMessages {
    /*
     *   a PE         o                  |        answers: G a byte through the target's link, L
     *   link out        G a byte        |        (one message at a time leaves a host)
     *   network                  L      |
     *   link in            G a byte     |        (one at a time comes in, while it leaves)
     *   agent                        a  |        (one at a time)
     *   a PE that waits                w
     */

    /// Off: links and agents serve any number of messages at once.
    static final Mechanism QUEUES =
            new Mechanism("queues", "messages of different PEs do not wait for each other at links and agents");

    private final int[] host; // of each PE
    private final boolean queues;
    private final long send;
    final long latency;
    private final long agent;
    private final double perByte;

    private final FifoServer[] out; // of each host: its link out, its link in, and its agent
    private final FifoServer[] in;
    private final FifoServer[] agents;
    private final TimeOrder order = new TimeOrder();
    final long[] acknowledged; // time at which each PE knows its messages carried out
    long left; // time at which the latest message has left its host

    NetworkMessages(PesByHost members) {
        Machine m = members.setup().machine();
        host = members.host();
        queues = m.has(QUEUES);
        send = m.picos("o");
        latency = m.picos("L");
        agent = m.picos("a");
        perByte = 1000 / m.value("G");
        int hosts = members.pes().length;
        out = FifoServer.several(hosts);
        in = FifoServer.several(hosts);
        agents = FifoServer.several(hosts);
        acknowledged = new long[host.length];
    }

    /// The end of a service of a host that a message is ready for.
    private long serve(FifoServer[] servers, int at, long ready, long time) {
        return queues ? servers[at].serve(ready, time) : ready + time;
    }

    /// Carries bytes from one host to another, as a message that is made at `now`. Returns the arrival of the last
    /// byte; `left` is the time at which they
    /// have left.
    long carry(int from, int to, long bytes, long ready, long now) {
        assert order.holds(now) : "host " + from + " at " + now;
        long time = Math.round(bytes * perByte);
        left = serve(out, from, ready, time);
        return serve(in, to, left + latency - time, time);
    }

    /// Sends a PE's message to a host. Returns the time at which the agent has carried it out.
    long send(int pe, int to, long bytes, long now) {
        long come = carry(host[pe], to, bytes, now + send, now);
        long done = serve(agents, to, come, agent);
        acknowledged[pe] = Math.max(acknowledged[pe], done + latency);
        return done;
    }
}
