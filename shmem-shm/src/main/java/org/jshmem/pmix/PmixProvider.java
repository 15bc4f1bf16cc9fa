// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.util.Map;
import java.util.Optional;
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
        ancestors
                .pe()
                .ifPresent(
                        process -> { // the server would take a fence of one for that of the other
                            throw new IllegalStateException(
                                    "PE %s: process %d is this PE already; a child process inherits %s: unset it before starting the child"
                                            .formatted(rank, process.pid(), RANK_VARIABLE));
                        });
        Transport transport = PmixJob.join(PmixClient.connect(rank), config);
        // a server that was killed ends no PE: looked up every few seconds
        ancestors.server().ifPresent(server -> server.onExit().thenRun(PmixProvider::orphaned));
        return Optional.of(transport);
    }

    private static void orphaned() {
        Runtime.getRuntime().halt(ORPHANED);
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.empty(); // a server starts processes
    }
}
