// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jshmem.Config;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// Finds the job on several hosts that a launcher made this process a PE of.
public final class UcxProvider implements TransportProvider {
    /// For the service loader.
    public UcxProvider() {}

    @Override
    public Optional<Transport> attach(Config config) {
        String path = System.getenv(ShmProvider.JOB_VARIABLE);
        String number = System.getenv(ShmProvider.PE_VARIABLE);
        if (System.getenv(Hosts.VARIABLE) == null || path == null || number == null) return Optional.empty();
        try {
            return Optional.of(over(ShmProvider.join(Path.of(path), Integer.parseInt(number))));
        } catch (IOException e) {
            throw new UncheckedIOException("PE %s: cannot join its job, %s".formatted(number, e.getMessage()), e);
        }
    }

    /// A PE of this host, `near`, with a way to the other hosts of its job.
    public static Transport over(Transport near) {
        return new UcxTransport(near, Hosts.parse(System.getenv(Hosts.VARIABLE)), UcxWire::new);
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.empty(); // PEs of one JVM share its memory
    }
}
