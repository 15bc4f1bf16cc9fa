// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jshmem.Config;
import org.jshmem.Version;
import org.jshmem.collective.SystemLayout;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;
import org.jshmem.transport.TransportProvider.Job;

/// What the environment and the program ask for, and the job that comes of it where no launcher made one.
public final class Settings {
    /// The specification that is implemented.
    static final Version SPECIFICATION = new Version(1, 6);

    private static final long DEFAULT_HEAP = 64L << 20;
    private static final long PAGE = 4096;

    /// How other launchers say how many processes they started.
    private static final List<String> FOREIGN_SIZES =
            List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS");

    private Settings() {}

    /// Bytes of each PE's heap: what the environment says, then the program's wish, then 64 MiB.
    public static long heapBytes(Map<String, String> environment, Config config) {
        long wish = config.symmetricSize() > 0 ? config.symmetricSize() : DEFAULT_HEAP;
        return pages(new Environment(environment).heapBytes().orElse(wish));
    }

    /// The shape of a job with heaps of so many bytes.
    public static Shape shape(int npes, long heapBytes, long timeoutNanos) {
        return new Shape(npes, SystemLayout.bytes(npes), SystemLayout.startBytes(npes), pages(heapBytes), timeoutNanos);
    }

    private static long pages(long bytes) {
        return Math.addExact(bytes, PAGE - 1) & -PAGE;
    }

    /// What one PE says for the job at its start, once.
    static void announce() {
        String library = Settings.class.getPackage().getImplementationVersion();
        String version = "jshmem %s, OpenSHMEM %d.%d, Java %s"
                .formatted(
                        library == null ? "from classes" : library,
                        SPECIFICATION.major(),
                        SPECIFICATION.minor(),
                        Runtime.version());
        new Environment(System.getenv()).announce(version, System.out, System.err);
    }

    /// A job inside this JVM.
    static Job create(int npes, Config config) {
        long heap = heapBytes(System.getenv(), config);
        return provider().create(shape(npes, heap, Session.nanos(config.timeout())));
    }

    /// The transport of this process: the job that a launcher made it for, else a job of this PE alone.
    static Transport attach(Config config) {
        Optional<Transport> launched = provider().attach();
        if (launched.isPresent()) return launched.get();
        refuseForeignLauncher(System.getenv());
        return create(1, config).attach(0);
    }

    /// A process of another launcher would be PE 0 of 1, as all its siblings, and every test would pass.
    static void refuseForeignLauncher(Map<String, String> environment) {
        for (String name : FOREIGN_SIZES) {
            String size = environment.get(name);
            if (size != null && !size.equals("1") && size.matches("\\d+")) {
                throw new IllegalStateException(
                        "%s=%s: this process was started by another launcher, and every copy would be PE 0 of 1; start it with oshrun -np %s"
                                .formatted(name, size, size));
            }
        }
    }

    /// The real backend by name, as in `ShmemProvider.get`; else whatever service is there.
    private static TransportProvider provider() {
        try {
            return (TransportProvider)
                    Class.forName("org.jshmem.shm.ShmProvider").getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return service();
        }
    }

    private static TransportProvider service() {
        return ServiceLoader.load(TransportProvider.class, TransportProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("jshmem: no backend on the class path; add org.jshmem:shmem-shm"));
    }
}
