// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jshmem.PeerFailedException;

/// Asks another host's agent each second whether it still answers: where all PEs wait for memory to change,
/// nobody else would find out that a network or a host has stopped.
public final class Ping {
    private static final long PAUSE_NANOS = 1_000_000_000;

    private Ping() {}

    /// Host `from` asks host `to` as long as this process lives; says once why it has no answer.
    public static void start(Hosts hosts, int from, int to, Consumer<String> lost) {
        if (from == to) return;
        Thread.ofPlatform().daemon().name("ping").start(() -> {
            var client = new Client(-1 - from, hosts, () -> {}, hosts.wiring().ofPe());
            try {
                while (true) {
                    client.ask(to);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (PeerFailedException | Wire.BrokenException | IllegalStateException e) {
                lost.accept("it does not answer host %s (%s)".formatted(hosts.name(from), e.getMessage()));
            }
        });
    }
}
