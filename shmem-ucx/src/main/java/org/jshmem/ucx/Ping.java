// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jshmem.PeerFailedException;

/// A question to the agents of all other hosts in turn, one each second, to find out that one no longer answers. If
/// all PEs wait for memory to change, no PE notices that a network or a host has stopped.
public final class Ping {
    private static final long PAUSE_NANOS = 1_000_000_000;

    private Ping() {}

    /// The action for a host that does not answer, or that cannot ask.
    public interface Lost {
        /// Called once.
        void lost(int host, String why);
    }

    /// Asks all other hosts from host `from`, until this process ends or a host does not answer.
    public static void start(Hosts hosts, int from, Lost lost) {
        if (hosts.count() == 1) return;
        Thread.ofPlatform()
                .daemon()
                .name("ping")
                .start(() -> run(hosts, from, hosts.wiring().ofPe(), PAUSE_NANOS, lost));
    }

    static void run(Hosts hosts, int from, Function<Wire.Receiver, Wire> wires, long pauseNanos, Lost lost) {
        try {
            var client = new Client(-1 - from, hosts, () -> {}, wires);
            for (int to = from; ; to = (to + 1) % hosts.count()) {
                if (to == from) continue;
                client.ask(to);
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (PeerFailedException e) {
            lost.lost(hosts.of(e.pe()), "it does not answer host %s: %s".formatted(hosts.name(from), e.getMessage()));
        } catch (RuntimeException | Error e) { // an error of this end, such as a device that UCX cannot open
            lost.lost(from, "it cannot ask the other hosts whether they answer, %s".formatted(e.getMessage()));
        }
    }
}
