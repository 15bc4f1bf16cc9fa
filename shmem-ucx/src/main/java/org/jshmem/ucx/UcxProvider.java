// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jshmem.Config;
import org.jshmem.shm.MemberJob;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// The provider of the transport for a process that a launcher started as a PE of a job on several hosts.
public final class UcxProvider implements TransportProvider {
    /// For the service loader.
    public UcxProvider() {}

    @Override
    public Optional<Transport> attach(Config config) {
        String path = System.getenv(ShmProvider.JOB_VARIABLE);
        String number = System.getenv(ShmProvider.PE_VARIABLE);
        if (System.getenv(Hosts.VARIABLE) == null || path == null || number == null) return Optional.empty();
        try {
            Path job = Path.of(path);
            int pe = Integer.parseInt(number);
            return Optional.of(attach(ShmProvider.join(job, pe), pe, job));
        } catch (IOException e) {
            throw new UncheckedIOException("PE %s: cannot join its job, %s".formatted(number, e.getMessage()), e);
        }
    }

    /// Attaches a PE of this host, whose part of the job is `near`, to the other hosts; the end of the job file
    /// names them.
    public static Transport attach(MemberJob near, int pe, Path job) throws IOException {
        Hosts hosts = Hosts.read(job, Long.parseLong(System.getenv(Hosts.VARIABLE)));
        return new UcxTransport(
                near.attach(pe, hosts.topology()),
                near.remoteYields(pe),
                hosts,
                hosts.wiring().ofPe());
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.empty(); // PEs of one JVM share its memory
    }
}
