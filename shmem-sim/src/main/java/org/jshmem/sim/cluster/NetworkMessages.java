// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.MachineCosts;
import org.jshmem.sim.cost.SimulationSetup;

/// The messages between hosts, and the agents that carry them out. Queues serve messages in the order in which they are
/// made.
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
    private final long send = m.picos("o");
    final long latency = m.picos("L");
    private final long agent = m.picos("a");
    private final double perByte = 1000 / m.value("G");

    private final FifoServer[] out; // of each host: its link out, its link in, and its agent
    private final FifoServer[] in;
    private final FifoServer[] agents;
    final long[] acknowledged; // time at which each PE knows its messages carried out
    long left; // time at which the latest message has left its host

    NetworkMessages(SimulationSetup setup) {
        super(setup.machine(), 1000 / setup.machine().value("clock"));
        int cores = (int) m.count("cores");
        host = new int[setup.npes()];
        for (int pe = 0; pe < host.length; pe++) host[pe] = setup.placement().core(pe) / cores;
        int hosts = Arrays.stream(host).max().orElseThrow() + 1;
        out = FifoServer.several(hosts);
        in = FifoServer.several(hosts);
        agents = FifoServer.several(hosts);
        acknowledged = new long[host.length];
    }

    /// The end of a service of a host that a message is ready for.
    private long serve(FifoServer[] servers, int at, long ready, long time) {
        return queues ? servers[at].serve(ready, time) : ready + time;
    }

    boolean sameHost(int pe, int other) {
        return host[pe] == host[other];
    }

    /// Carries bytes from a PE's host to that of another PE, as a message that is ready at a time. Returns the arrival
    /// of the last byte; `left` is the time at which they have left.
    long carry(int from, int to, long bytes, long ready) {
        long time = Math.round(bytes * perByte);
        left = serve(out, host[from], ready, time);
        return serve(in, host[to], left + latency - time, time);
    }

    /// Sends a PE's message to the host of another PE. Returns the time at which the agent has carried it out.
    long send(int pe, int to, long bytes, long now) {
        long come = carry(pe, to, bytes, now + send);
        long done = serve(agents, host[to], come, agent);
        acknowledged[pe] = Math.max(acknowledged[pe], done + latency);
        return done;
    }
}
