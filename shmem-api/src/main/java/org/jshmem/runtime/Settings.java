// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jshmem.Config;
import org.jshmem.Version;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;
import org.jshmem.transport.TransportProvider.Job;

/// What the environment and the program ask for, and the job that comes of it where no launcher made one.
public final class Settings {
    /// The specification that is implemented.
    static final Version SPECIFICATION = new Version(1, 6);

    /// Environment variable by which a launcher says that its user has given the size of the heap.
    public static final String HEAP_VARIABLE = "JSHMEM_HEAP";

    /// Environment variable by which a launcher says that its user has given the longest wait.
    public static final String TIMEOUT_VARIABLE = "JSHMEM_TIMEOUT";

    /// Environment variable by which a launcher names the wire between hosts, and why it is that one.
    public static final String WIRE_VARIABLE = "JSHMEM_WIRE";

    /// Environment variable by which a launcher has all PEs choose by the same prices: their text, or [#OF_MACHINE].
    public static final String TUNING_VARIABLE = "JSHMEM_TUNING";

    /// Instead of prices: those of the simulated machine that the job runs on.
    public static final String OF_MACHINE = "machine";

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
    static void announce(Config wish) {
        new Environment(System.getenv()).announce(Settings::version, wish, System.out, System.err);
    }

    private static String version() {
        String library = Settings.class.getPackage().getImplementationVersion();
        return "jshmem %s, OpenSHMEM %d.%d, Java %s"
                .formatted(
                        library == null ? "from classes" : library,
                        SPECIFICATION.major(),
                        SPECIFICATION.minor(),
                        Runtime.version());
    }

    /// Refuses what a program asks for at its init when the job inside this JVM, which was there before, has it not.
    static void checkWish(Config wish, Config made, Transport t) {
        long heap = t.spaces().getFirst().bytes() - SystemLayout.bytes(t.npes());
        String what = null;
        if (wish.symmetricSize() > heap) {
            what = "a heap of %d bytes, and this job in one JVM was made with %d".formatted(wish.symmetricSize(), heap);
        } else if (!wish.timeout().isZero() && !wish.timeout().equals(made.timeout())) {
            what = "a timeout of %d ms, and this job in one JVM was made with %d"
                    .formatted(wish.timeout().toMillis(), made.timeout().toMillis());
        }
        if (what == null) return;
        throw new IllegalStateException(
                "PE %d/%d: init asks for %s; give the Config to runInProcess".formatted(t.pe(), t.npes(), what));
    }

    /// Refuses what a program asks for of a job that its launcher made without having been told how large. The longest
    /// wait is the program's where nothing else was asked for.
    static void checkLaunched(Config wish, Transport t) {
        if (!wish.timeout().isZero()) t.limitWaits(Session.nanos(wish.timeout()));
        long heap = t.spaces().getFirst().bytes() - SystemLayout.bytes(t.npes());
        boolean told = System.getenv(HEAP_VARIABLE) != null
                || new Environment(System.getenv()).heapBytes().isPresent();
        if (told || wish.symmetricSize() <= heap) return;
        throw new IllegalStateException(
                "PE %d/%d: init asks for a heap of %d bytes, and the job was started with %d; start it with --heap %dm"
                        .formatted(
                                t.pe(),
                                t.npes(),
                                wish.symmetricSize(),
                                heap,
                                wish.symmetricSize() + (1 << 20) - 1 >> 20));
    }

    /// A job inside this JVM.
    static Job create(int npes, Config config) {
        long heap = heapBytes(System.getenv(), config);
        return create(shape(npes, heap, Session.nanos(config.timeout())));
    }

    /// As above, where the environment has no say.
    static Job create(Shape shape) {
        return first(provider -> provider.create(shape)).orElseThrow(Settings::noBackend);
    }

    /// The transport of this process: the job that a launcher made it for, else a job of this PE alone.
    static Transport attach(Config config) {
        Optional<Transport> launched = first(provider -> provider.attach(config));
        if (launched.isPresent()) return Interposer.between(launched.get());
        refuseForeignLauncher(System.getenv());
        return create(1, config).attach(0);
    }

    /// What the first backend gives that has something to give.
    private static <T> Optional<T> first(Function<TransportProvider, Optional<T>> ask) {
        for (TransportProvider backend : backends()) {
            Optional<T> given = ask.apply(backend);
            if (given.isPresent()) return given;
        }
        return Optional.empty();
    }

    private static IllegalStateException noBackend() {
        return new IllegalStateException("jshmem: no backend on the class path; add org.jshmem:shmem-shm");
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

    /// The backends on the class path, found one after the other: the first one that answers spares looking further.
    /// A launcher has looked already and says which: a look through all jars costs a starting JVM 10 ms.
    private static Iterable<TransportProvider> backends() {
        ClassLoader loader = TransportProvider.class.getClassLoader();
        String found = System.getenv(TransportProvider.BACKEND_VARIABLE);
        if (found == null) return ServiceLoader.load(TransportProvider.class, loader);
        try {
            return List.of((TransportProvider)
                    Class.forName(found, true, loader).getConstructor().newInstance());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException(
                    "%s=%s is not a backend on the class path; unset it, the launcher sets it"
                            .formatted(TransportProvider.BACKEND_VARIABLE, found),
                    e);
        }
    }
}
