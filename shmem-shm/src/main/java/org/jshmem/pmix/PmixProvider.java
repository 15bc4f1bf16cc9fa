// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.Config;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// The provider for processes that a PMIx server has started, each as one PE.
public final class PmixProvider implements TransportProvider {
    private static final String NAMESPACE_VARIABLE = "PMIX_NAMESPACE";
    private static final String RANK_VARIABLE = "PMIX_RANK";

    private static final int ORPHANED = 137;

    /// For the service loader.
    public PmixProvider() {}

    @Override
    public Optional<Transport> attach(Config config) {
        Map<String, String> environment = System.getenv();
        String namespace = environment.get(NAMESPACE_VARIABLE);
        String rank = environment.get(RANK_VARIABLE);
        if (namespace == null || rank == null) return Optional.empty();
        PmixAncestors ancestors = PmixAncestors.of(namespace, rank);
        String child =
                "PE %s: process %d is this PE already; a child process inherits %s: unset it before starting the child";
        if (ancestors.pe() > 0) // the server would take a fence of one for that of the other
        throw new IllegalStateException(child.formatted(rank, ancestors.pe(), RANK_VARIABLE));
        Transport transport = PmixJob.join(PmixClient.connect(), config);
        // a server that was killed ends no PE: looked up every few seconds
        String who = "PE %d/%d".formatted(transport.pe(), transport.npes());
        ancestors.server().ifPresent(server -> server.onExit().thenRun(() -> orphaned(who, server.pid())));
        return Optional.of(transport);
    }

    private static void orphaned(String who, long server) {
        Runnable end = () -> Runtime.getRuntime().halt(ORPHANED);
        // a full pipe without a reader may block the line
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run).execute(end);
        String line =
                "%s: its PMIx server, process %d, has ended, and so this PE ends with status %d; see what has ended the server";
        System.err.println(line.formatted(who, server, ORPHANED));
        end.run();
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.empty(); // a server starts processes
    }
}
