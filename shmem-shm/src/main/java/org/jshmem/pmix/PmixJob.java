// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jshmem.Config;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.AllowedCores;
import org.jshmem.shm.ForeignLauncher;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// A job whose processes a PMIx server has started on this host, one for each PE.
///
/// ```
/// every PE  publish its cores; exchange
/// PE 0      make the job file for all these cores; publish its descriptor
/// every PE  exchange; open the file of PE 0
/// ```
///
/// The job file has no name. PE 0 keeps it open; as long as it lives, processes of the same user open its descriptor
/// in `/proc`. Init ends on no PE before it has begun on all, so PE 0 lives until all have opened the file.
final class PmixJob implements ForeignLauncher {
    private static final String SIZE = "pmix.job.size";
    private static final String LOCAL_SIZE = "pmix.local.size";
    private static final String CORES = "org.jshmem.cores";
    private static final String FILE = "org.jshmem.job";

    private static final Path FOLDER = Path.of("/dev/shm");
    private static final int REFUSED = 2;
    private static final long ABORT_NANOS = 3_000_000_000L;

    private final PmixClient client;
    private final int npes;

    private JobFile file;
    private boolean ending; // this JVM runs its shutdown hooks
    private boolean ended;

    private PmixJob(PmixClient client, int npes) {
        this.client = client;
        this.npes = npes;
    }

    /// Makes this process one PE of the job. Ends the job if it cannot be.
    static Transport join(PmixClient client, Config config) {
        try {
            int npes = size(client, SIZE);
            int here = size(client, LOCAL_SIZE);
            if (here < npes && client.rank() > 0) exchange(client); // PE 0 ends the job
            if (here < npes) throw severalHosts(here, npes);
            return new PmixJob(client, npes).attach(config);
        } catch (IOException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            System.err.println(message.startsWith("PE ") ? message : "PE %d: %s".formatted(client.rank(), message));
            System.out.flush();
            client.abort(REFUSED, message);
            System.exit(REFUSED);
            throw new AssertionError("exit returned");
        }
    }

    /// Waits for all PEs. If another PE ends the job meanwhile, it has printed the reason, and the server has time to
    /// end this process.
    private static void exchange(PmixClient client) {
        try {
            client.exchange();
        } catch (IllegalStateException e) {
            LockSupport.parkNanos(ABORT_NANOS);
            throw new IllegalStateException(e.getMessage() + "; see whether another PE has ended", e);
        }
    }

    private static int size(PmixClient client, String key) {
        return client.number(key)
                .orElseThrow(() -> new IllegalStateException(
                        "PE %d: the PMIx server does not give %s; it is too old: use one of PMIx 3 or newer, or start the job by oshrun"
                                .formatted(client.rank(), key)));
    }

    private static IllegalStateException severalHosts(int here, int npes) {
        return new IllegalStateException(
                "PE 0/%d: %d of the PEs are on this host, and jshmem joins the PEs of one host only under a PMIx server; start PEs of several hosts by oshrun -np %d, in an allocation as it is, else with --hosts"
                        .formatted(npes, here, npes));
    }

    private Transport attach(Config config) throws IOException {
        client.publish(CORES, text(AllowedCores.usable(), Runtime.getRuntime().availableProcessors()));
        exchange(client);
        JobFile own = client.rank() == 0 ? create(config) : null;
        exchange(client);
        file = own == null ? open() : own;
        Transport transport = ShmProvider.join(file, client.rank(), this);
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "pmix"));
        return transport;
    }

    private JobFile create(Config config) throws IOException {
        Set<String> cores = new TreeSet<>();
        for (int pe = 0; pe < npes; pe++)
            cores.addAll(List.of(published(pe, CORES).split(",")));
        Shape shape = Settings.shape(npes, config);
        JobFile made = JobFile.create(FOLDER, shape, cores.size());
        client.publish(FILE, made.descriptor().toString());
        if (Environment.isOn(System.getenv(), "SHMEM_INFO")) {
            System.out.printf(
                    "Started by a PMIx server, job %s (client %s): %d PEs on %d cores%n",
                    client.namespace(), client.version(), npes, cores.size());
        }
        return made;
    }

    private JobFile open() throws IOException {
        String path = published(0, FILE);
        try {
            return JobFile.open(Path.of(path));
        } catch (IOException e) {
            throw new IOException(
                    "PE %d/%d: the job file of PE 0, %s, cannot be opened, %s; run all PEs as one user and in one container"
                            .formatted(client.rank(), npes, path, e.getMessage()),
                    e);
        }
    }

    private String published(int pe, String key) {
        String text = client.published(pe, key);
        if (text != null) return text;
        throw new IllegalStateException("PE %d/%d: the PMIx server does not give %s of PE %d; start the job by oshrun"
                .formatted(client.rank(), npes, key, pe));
    }

    /// The cores of a process as text: as many of `usable` as the JVM may use, which a container may limit.
    static String text(List<Integer> usable, int available) {
        return usable.stream().limit(available).map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public void abort(int status, String why) {
        client.abort(status, why);
    }

    @Override
    public synchronized void left() {
        if (ending) end();
    }

    /// A PE that ends without finalize does not call `PMIx_Finalize`, so the server reports a failure. Another shutdown
    /// hook may finalize the session later, as after `start_pes`; then [#left()] calls it.
    private synchronized void shutDown() {
        ending = true;
        if (file.control().state(client.rank()) == PeState.FINALIZED) end();
    }

    private void end() {
        if (ended) return;
        ended = true;
        client.end();
    }
}
