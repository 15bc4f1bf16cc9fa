// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// Finds the job that a launcher made this process a PE of, or makes one for PEs in this JVM.
public final class ShmProvider implements TransportProvider {
    /// Environment variable with the path of the job file.
    static final String JOB_VARIABLE = "JSHMEM_JOB";

    /// Environment variable with this PE's number.
    static final String PE_VARIABLE = "JSHMEM_PE";

    /// For the service loader.
    public ShmProvider() {}

    @Override
    public Optional<Transport> attach() {
        String path = System.getenv(JOB_VARIABLE);
        String number = System.getenv(PE_VARIABLE);
        if (path == null || number == null) return Optional.empty();
        try {
            JobFile file = JobFile.open(Path.of(path));
            int pe = Integer.parseInt(number);
            if (pe < 0 || pe >= file.npes()) {
                throw new IllegalStateException("%s=%s, but job %s has %d PEs; start this process through oshrun"
                        .formatted(PE_VARIABLE, number, file.control().id(), file.npes()));
            }
            return Optional.of(new ShmTransport(file, pe, true));
        } catch (IOException e) {
            throw new UncheckedIOException("PE %s: cannot join its job, %s".formatted(number, e.getMessage()), e);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(
                    "%s=%s is no PE number; start this process through oshrun".formatted(PE_VARIABLE, number), e);
        }
    }

    @Override
    public Job create(Shape shape) {
        return LocalJob.create(Path.of("/dev/shm"), shape);
    }
}
