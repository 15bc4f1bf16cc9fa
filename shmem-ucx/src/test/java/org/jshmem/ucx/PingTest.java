// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Four hosts with a PE each, of which the first one asks the others.
class PingTest {
    private static final long JOB = 11;
    private static final long TOKEN = 12;

    private final Function<Wire.Receiver, Wire> wires = SocketAgentTest.onLoopback();
    private final List<Agent> agents = new ArrayList<>();

    private record Lost(int host, String why) {}

    /// A host without memory, which answers all the same.
    private record NoMemory() implements HostMemory {
        @Override
        public boolean isHere(int pe) {
            return false;
        }

        @Override
        public long regionBytes() {
            return 0;
        }

        @Override
        public long address(int pe, long offset) {
            throw new AssertionError("no memory is asked for");
        }

        @Override
        public void wake(int pe, long offset, long bytes) {
            throw new AssertionError("no PE is woken");
        }
    }

    @AfterEach
    void stop() {
        agents.forEach(Agent::close);
    }

    private Lost lost(int gone, Function<Wire.Receiver, Wire> own) throws Exception {
        List<Hosts.Host> list = new ArrayList<>();
        for (int h = 0; h < 4; h++) {
            Agent agent = new Agent(h, new NoMemory(), 4, JOB, TOKEN, 0, wires);
            agent.start();
            if (h == gone) agent.close();
            else agents.add(agent);
            list.add(new Hosts.Host("host" + h, 1, agent.address()));
        }
        Hosts hosts = new Hosts(JOB, TOKEN, list, new int[] {0, 1, 2, 3});
        var lost = new CompletableFuture<Lost>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> Ping.run(hosts, 0, own, 1_000_000, (host, why) -> lost.complete(new Lost(host, why))));
        return lost.get(30, TimeUnit.SECONDS);
    }

    /// Host 2 is no neighbour of host 0 in a ring.
    @Test
    void aCutBetweenAnyTwoHostsIsSeen() throws Exception {
        Lost lost = lost(2, wires);
        assertEquals(2, lost.host);
        assertTrue(lost.why.startsWith("it does not answer host host0: "), lost.why);
    }

    @Test
    void aHostThatCannotAskIsLostItself() throws Exception {
        Lost lost = lost(-1, receiver -> {
            throw new IllegalStateException("ucp_init: no such device");
        });
        assertEquals(new Lost(0, "it cannot ask the other hosts whether they answer, ucp_init: no such device"), lost);
    }
}
