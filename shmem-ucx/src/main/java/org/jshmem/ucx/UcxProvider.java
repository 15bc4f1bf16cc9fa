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
        String text = System.getenv(Hosts.VARIABLE);
        String path = System.getenv(ShmProvider.JOB_VARIABLE);
        String number = System.getenv(ShmProvider.PE_VARIABLE);
        if (text == null || path == null || number == null) return Optional.empty();
        try {
            Hosts hosts = Hosts.parse(text);
            int pe = Integer.parseInt(number);
            Transport near = ShmProvider.join(Path.of(path), pe);
            return Optional.of(new UcxTransport(near, hosts, UcxWire::new));
        } catch (IOException e) {
            throw new UncheckedIOException("PE %s: cannot join its job, %s".formatted(number, e.getMessage()), e);
        }
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.empty(); // PEs of one JVM share its memory
    }
}
