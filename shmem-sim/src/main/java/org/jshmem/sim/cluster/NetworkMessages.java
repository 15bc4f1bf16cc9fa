// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.MachineCosts;
import org.jshmem.sim.cost.SimulationSetup;

/// The messages between hosts, and the agents that carry them out. Each queue serves messages in the order in which
/// they meet it, and is entered at that time.
final class NetworkMessages extends MachineCosts {
    /*
     *   a PE         o                  |        answers: G a byte through the target's link, L
     *   link out        G a byte        |        (one message at a time leaves a host)
     *   network                  L      |
     *   link in            G a byte     |        (one at a time comes in, while it leaves)
     *   agent                        a  |        (one at a time)
     *   a PE that waits                w
     */

    private final int[] host; // of each PE
    private final boolean queues = m.has("queues");
    final long overhead = m.picos("o");
    final long latency = m.picos("L");
    private final long agent = m.picos("a");
    private final double perByte = 1000 / m.value("G");

    private final FifoServer[] out; // of each host: its link out, its link in, and its agent
    private final FifoServer[] in;
    private final FifoServer[] agents;
    final long[] met; // time at which each PE's messages have met the link of the other host
    final long[] acknowledged; // time at which each PE knows its messages carried out

    NetworkMessages(SimulationSetup setup) {
        super(setup.machine(), 1000 / setup.machine().value("clock"));
        int cores = (int) m.count("cores");
        host = new int[setup.npes()];
        for (int pe = 0; pe < host.length; pe++) host[pe] = setup.placement().core(pe) / cores;
        int hosts = Arrays.stream(host).max().orElseThrow() + 1;
        out = FifoServer.several(hosts);
        in = FifoServer.several(hosts);
        agents = FifoServer.several(hosts);
        met = new long[host.length];
        acknowledged = new long[host.length];
    }

    /// The end of a service that a host begins now or, with queues, after earlier ones.
    private long serve(FifoServer[] servers, int pe, long now, long time) {
        return queues ? servers[host[pe]].serve(now, time) : now + time;
    }

    private long time(long bytes) {
        return Math.round(bytes * perByte);
    }

    boolean sameHost(int pe, int other) {
        return host[pe] == host[other];
    }

    /// A message meets the link of a PE's host. Returns the time at which its bytes have left.
    long leave(int from, long bytes, long now) {
        return serve(out, from, now, time(bytes));
    }

    /// The time at which a message that has left meets the link of the other host.
    long head(long left, long bytes) {
        return left + latency - time(bytes);
    }

    /// A message meets the link of a PE's host. Returns the time at which its bytes have come.
    long come(int to, long bytes, long now) {
        return serve(in, to, now, time(bytes));
    }

    /// A PE's message meets the link of the other host. Returns the time at which the agent has carried it out: agents
    /// serve messages in the order in which they come, and they come by this one link.
    long carriedOut(int pe, int to, long bytes, long now) {
        long done = serve(agents, to, come(to, bytes, now), agent);
        acknowledged[pe] = Math.max(acknowledged[pe], done + latency);
        return done;
    }
}
