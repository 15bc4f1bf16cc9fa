// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jshmem.Config;
import org.jshmem.Version;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;
import org.jshmem.transport.TransportProvider.Job;

/// The settings of a job from the environment and the program. Also finds the job, or makes it if no launcher has made
/// it.
public final class Settings {
    /// The version of the specification that is implemented.
    public static final Version SPECIFICATION = new Version(1, 6);

    /// Environment variable of a launcher: the size of the heap, if its user has given one.
    public static final String HEAP_VARIABLE = "JSHMEM_HEAP";

    /// Environment variable of a launcher: the longest wait, if its user has given one.
    public static final String TIMEOUT_VARIABLE = "JSHMEM_TIMEOUT";

    /// The longest wait. Longer ones are cut to it: they are as good as endless.
    private static final Duration LONGEST = Duration.ofDays(10_000);

    /// The default size of a heap on a simulated machine and in a test, which are the same on every host.
    public static final long FIXED_HEAP = 64L << 20;

    private static final long LARGEST_DEFAULT = 4L << 30;

    /// The folder of job files that no launcher makes: in memory, or the folder of temporary files on a system
    /// without `/dev/shm`.
    public static final Path FOLDER =
            Path.of(new File("/dev/shm").canWrite() ? "/dev/shm" : System.getProperty("java.io.tmpdir"));

    /// Variables in which other launchers give the number of processes that they have started.
    private static final List<String> FOREIGN_SIZES =
            List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS");

    private Settings() {}

    /// Bytes of each PE's heap, in whole pages: the environment's, else these.
    public static long heapBytes(Map<String, String> environment, LongSupplier otherwise) {
        return Shape.pages(new Environment(environment).heapBytes().orElseGet(otherwise));
    }

    /// Bytes of each PE's heap if neither user nor program give them: half of the free memory over the PEs, between
    /// 64 MiB and 4 GiB. A job file in `folder` is sparse, so heaps take memory only where a program uses them.
    public static long defaultHeapBytes(int npes, Path folder) {
        long each = UsableMemory.ofFiles(folder) / 2 / npes;
        return Math.clamp(each >> 20 << 20, FIXED_HEAP, LARGEST_DEFAULT);
    }

    /// The shape of a job with heaps of `heapBytes` bytes, rounded up to whole pages.
    public static Shape shape(int npes, long heapBytes, long timeoutNanos) {
        return new Shape(
                npes, SystemLayout.bytes(npes), SystemLayout.startBytes(npes, 1), Shape.pages(heapBytes), timeoutNanos);
    }

    /// This shape for a job on several hosts.
    public static Shape onHosts(int hosts, Shape shape) {
        long start = SystemLayout.startBytes(shape.npes(), hosts);
        return new Shape(shape.npes(), shape.systemBytes(), start, shape.heapBytes(), shape.timeoutNanos());
    }

    /// A time in nanoseconds; 0 if it is negative.
    public static long nanos(Duration time) {
        return time.isNegative() ? 0 : (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos();
    }

    /// Prints the version, the table and warnings, as far as the environment requests them. One PE of the job calls
    /// this once.
    public static void announce(Config wish) {
        Environment.ofProcess().announce(Settings::version, wish, System.out, System.err);
    }

    private static String version() {
        String library = Settings.class.getPackage().getImplementationVersion();
        if (library == null) library = "from classes";
        return "jshmem %s, OpenSHMEM %s, Java %s".formatted(library, SPECIFICATION, Runtime.version());
    }

    /// Sets the program's longest wait, unless the job has one already. Refuses a heap that is larger than the job's,
    /// unless the launcher's user or the environment has given its size.
    public static void check(Config wish, Transport t) {
        if (!wish.timeout().isZero()) t.limitWaits(nanos(wish.timeout()));
        long heap = t.spaces().getFirst().bytes() - SystemLayout.bytes(t.npes());
        boolean told = System.getenv(HEAP_VARIABLE) != null
                || Environment.ofProcess().heapBytes().isPresent();
        if (told || wish.symmetricSize() <= heap) return;
        long mebibytes = wish.symmetricSize() + (1 << 20) - 1 >> 20;
        throw new IllegalStateException(
                "PE %d/%d: the program's Config asks for a heap of %d bytes, and the job has %d; start it with --heap %5$dm or SHMEM_SYMMETRIC_SIZE=%5$dm, or give the Config to runInProcess"
                        .formatted(t.pe(), t.npes(), wish.symmetricSize(), heap, mebibytes));
    }

    /// The shape of a job that `oshrun` has not made: the environment's heap, else the program's, else the default,
    /// and the program's longest wait.
    public static Shape shape(int npes, Config config) {
        long heap = heapBytes(
                System.getenv(),
                () -> config.symmetricSize() > 0 ? config.symmetricSize() : defaultHeapBytes(npes, FOLDER));
        return shape(npes, heap, nanos(config.timeout()));
    }

    /// Makes a job of this shape inside this JVM.
    public static Job create(Shape shape) {
        return first(provider -> provider.create(shape))
                .orElseThrow(() ->
                        new IllegalStateException("jshmem: no backend on the class path; add org.jshmem:shmem-shm"));
    }

    /// Returns the transport of this process in the job for which a launcher started it; empty without a launcher.
    public static Optional<Transport> launched(Config config) {
        Optional<Transport> launched = first(provider -> provider.attach(config));
        if (launched.isEmpty()) refuseForeignLauncher(System.getenv());
        return launched.map(Interposer::between);
    }

    /// Returns the transport of the only PE of a job, which is this process.
    public static Transport alone(Config config) {
        return create(shape(1, config)).attachProcess();
    }

    /// Returns the first result that a backend gives.
    private static <T> Optional<T> first(Function<TransportProvider, Optional<T>> ask) {
        for (TransportProvider backend : backends()) {
            Optional<T> given = ask.apply(backend);
            if (given.isPresent()) return given;
        }
        return Optional.empty();
    }

    /// Refuses a process of another launcher. It would be PE 0 of 1, as all its siblings, and every test would pass.
    static void refuseForeignLauncher(Map<String, String> environment) {
        for (String name : FOREIGN_SIZES) {
            String size = environment.get(name);
            if (size != null && !size.equals("1") && size.matches("\\d+")) {
                throw new IllegalStateException(
                        "%s=%s: this process was started by another launcher, and every copy would be PE 0 of 1; start it with oshrun -np %s, or by a PMIx server: mpirun of Open MPI, prterun, srun --mpi=pmix"
                                .formatted(name, size, size));
            }
        }
    }

    /// The backends on the class path, found one after the other: no search follows the first one that has a result. A
    /// launcher has searched already and names the backend: a search through all jars costs a starting JVM 10 ms.
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
