// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jshmem.Config;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.ForeignLauncher;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.RemoteLayer;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// A job whose processes a PMIx server has started, one for each PE.
///
/// ```
/// every PE           exchange its cores, the first PE of its host, its heap, its address for other hosts
/// first PE of a host make the job file for the PEs of the host, with all addresses
/// every PE           exchange its descriptor of that file; open the file of its host
/// ```
///
/// The job file has no name. The first PE of a host keeps it open; as long as it lives, processes of the same user open
/// its descriptor in `/proc`. Init ends on no PE before it has begun on all, so that PE lives until all have opened the
/// file.
final class PmixJob implements ForeignLauncher {
    private static final String LOCAL_SIZE = "pmix.local.size";
    private static final String LOCAL_PEERS = "pmix.lpeers";
    private static final String FACTS = "org.jshmem.pe";
    private static final String FILE = "org.jshmem.job";
    private static final String NO_FILE = "-";
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final int REFUSED = 2;
    private static final long ABORT_NANOS = 3_000_000_000L;

    private final PmixClient client;
    private final int npes;
    private List<Facts> facts;

    private JobFile file;
    private boolean ending; // this JVM runs its shutdown hooks
    private boolean ended;

    /// What a PE tells the others. Its key is not the id of the job file, which reports print.
    ///
    /// @param first the first PE of its host
    /// @param address empty in a job on one host
    private record Facts(String cores, int first, long heap, String key, String address) {
        static Facts of(String text) {
            String[] words = text.split(" ", 5);
            return new Facts(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]), words[3], words[4]);
        }
    }

    private PmixJob(PmixClient client) {
        this.client = client;
        this.npes = client.size();
    }

    /// Makes this process one PE of the job. Ends the job if it cannot be.
    static Transport join(PmixClient client, Config config) {
        try {
            return new PmixJob(client).attach(config);
        } catch (IOException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            System.err.println(message.startsWith("PE ") ? message : "PE %d: %s".formatted(client.rank(), message));
            System.out.flush();
            client.abort(REFUSED, message);
            System.exit(REFUSED);
            throw new AssertionError("exit returned");
        }
    }

    /// Returns the texts of all PEs. If a PE ends the job meanwhile, it has printed the reason, and the server has time
    /// to
    /// end this process.
    private List<String> exchange(String key, String own) {
        try {
            return client.exchange(key, own);
        } catch (IllegalStateException e) {
            LockSupport.parkNanos(ABORT_NANOS);
            throw new IllegalStateException(e.getMessage() + "; see whether another PE has ended", e);
        }
    }

    private Transport attach(Config config) throws IOException {
        int rank = client.rank();
        RemoteLayer layer = client.number(LOCAL_SIZE) < npes ? RemoteLayer.find() : null;
        Shape wish = Settings.shape(npes, config);
        String cores = text(AllowedCores.cores(), Runtime.getRuntime().availableProcessors());
        String peers = client.published(PmixClient.ALL_RANKS, LOCAL_PEERS);
        String address = layer == null ? "" : HexFormat.of().formatHex(layer.address());
        String heap = Long.toString(wish.heapBytes());
        String own = String.join(" ", cores, peers.split("[,-]")[0], heap, HostsTable.newKey(), address);
        facts = exchange(FACTS, own).stream().map(Facts::of).toList();
        Topology topology = topology();
        int first = facts.get(rank).first;
        JobFile made = rank == first ? create(wish, topology) : null;
        String path = exchange(FILE, made == null ? NO_FILE : made.descriptor().toString())
                .get(first);
        file = made == null ? open(first, path) : made;
        Transport near = ShmProvider.join(file, rank, topology, this);
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "pmix"));
        if (layer == null) {
            if (rank == 0) watch();
            return near;
        }
        return layer.over(near, file);
    }

    /// Prints who waits for whom if the job stands still.
    private void watch() {
        var report = new WaitReport(file.control(), "PE 0/" + npes);
        Thread.ofPlatform().daemon().name("standstill").start(() -> {
            while (true) {
                LockSupport.parkNanos(WaitReport.LOOK_NANOS);
                String notice = report.look();
                if (notice != null) System.err.println(notice);
            }
        });
    }

    private Topology topology() {
        int[] host = new int[npes];
        int[] jvm = new int[npes];
        int[] number = new int[npes];
        List<Set<String>> cores = new ArrayList<>();
        for (int pe = 0; pe < npes; pe++) {
            int first = facts.get(pe).first;
            if (first == pe) {
                number[pe] = cores.size();
                cores.add(new HashSet<>());
            }
            host[pe] = number[first];
            jvm[pe] = pe;
            cores.get(host[pe]).addAll(List.of(facts.get(pe).cores.split(",")));
        }
        return new Topology(host, jvm, cores.stream().mapToInt(Set::size).toArray());
    }

    private JobFile create(Shape wish, Topology topology) throws IOException {
        int own = client.rank();
        long heap = facts.stream().mapToLong(Facts::heap).min().orElseThrow(); // hosts have unequal memory
        Shape shape = Settings.onHosts(topology.hosts(), Settings.shape(npes, heap, wish.timeoutNanos()));
        int cores = topology.cores()[topology.host(own)];
        JobFile made = JobFile.create(FOLDER, shape, cores, topology.neighbours(own));
        if (topology.hosts() > 1) join(made, topology);
        if (own == 0 && Environment.isOn(System.getenv(), "SHMEM_INFO")) {
            String line = "Started by a PMIx server, job %s (client %s): %d PEs on %s";
            String places = topology.hosts() > 1 ? topology.hosts() + " hosts" : cores + " cores";
            // one write, since mpirun puts lines of other PEs between two
            System.out.println(line.formatted(client.namespace(), client.version(), npes, places));
        }
        return made;
    }

    /// Writes what the JVMs of this host need of all others.
    private void join(JobFile made, Topology topology) {
        Control control = made.control();
        String[] names = new String[topology.hosts()];
        int[] hostOf = new int[npes];
        for (int pe = 0; pe < npes; pe++) {
            hostOf[pe] = topology.host(pe);
            names[hostOf[pe]] = client.host(pe);
            byte[] address = HexFormat.of().parseHex(facts.get(pe).address);
            HostsTable.publish(control, pe, topology.cores()[hostOf[pe]], address);
        }
        control.hosts.place(hostOf, List.of(names), topology.host(client.rank()));
        control.hosts.join(Long.parseUnsignedLong(facts.getFirst().key, 16), made.regionBytes());
    }

    private JobFile open(int first, String path) throws IOException {
        try {
            return JobFile.open(Path.of(path));
        } catch (IOException e) {
            String closed =
                    "PE %d/%d: the job file of PE %d, %s, cannot be opened, %s; run all PEs of a host as one user and in one container";
            throw new IOException(closed.formatted(client.rank(), npes, first, path, e.getMessage()), e);
        }
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
