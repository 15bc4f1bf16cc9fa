// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.job.JvmBlocks;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Lifeline;
import org.jshmem.launch.os.Refused;
import org.jshmem.pmix.PmixClient;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.RemoteLayer;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;

/// The launcher of one host's PEs: a process of a PMIx server, for which it exchanges the addresses of its JVMs.
public final class HostPart {
    private static final String ADDRESSES = "org.jshmem.host";

    /// The first pause between two looks for the addresses; each is a quarter longer than the last one.
    private static final long LOOK_NANOS = 1_000_000;

    private static final long LONGEST_NANOS = 50_000_000;

    /// What a host exchanges whose PEs have ended before they began.
    private static final String LEFT = "left";

    private final JobWords words;
    private final PmixClient server;

    /// Whether this host takes part in the exchange of addresses, which happens once.
    private final AtomicBoolean exchanges = new AtomicBoolean();

    /// Whether all PEs of this host have ended, and their job file is about to be closed.
    private boolean over;

    private Placing placing;

    /// The host of each launcher.
    private int[] hosts;

    private HostPart(JobWords words, PmixClient server) {
        this.words = words;
        this.server = server;
    }

    /// Connects to the server.
    public static HostPart join() {
        JobWords words = JobWords.of(System.getenv());
        String missing = RemoteLayer.find().missing();
        Refused.when(missing != null, "%s (on a host of %s)", missing, words.hosts());
        Lifeline.followParent();
        return new HostPart(words, Refused.unlessValid(PmixClient::connect));
    }

    /// The words of the job's command line.
    public String[] words() {
        return words.words().toArray(String[]::new);
    }

    /// The hosts of the job, with their slots.
    public List<Slots> slots() {
        return Hostlist.parse(words.hosts());
    }

    /// Finds this host among those of the job. Returns its PEs.
    public int[] place(Placing all) {
        int launchers = server.size();
        int count = all.names().size();
        String other = "the job has %d hosts, and the engine has started %d launchers; check the engine's own settings";
        Refused.when(launchers != count, other, count, launchers);
        placing = all;
        hosts = all.hostsOf(IntStream.range(0, launchers).mapToObj(server::host).toList());
        return all.pes(hosts[server.rank()]).toArray();
    }

    /// The name of this host; before it has its place, as the engine has it.
    public String name() {
        return hosts == null ? server.host(server.rank()) : placing.names().get(hosts[server.rank()]);
    }

    private List<String> exchange(String own) {
        return Refused.unlessValid(() -> server.exchange(ADDRESSES, own));
    }

    /// Places the PEs in the job file of this host, before its JVMs start. Exchanges the addresses with the other hosts
    /// in a thread of its own, as soon as all JVMs of this host have published theirs.
    public void exchange(JobFile file, JvmBlocks blocks) {
        file.control().hosts.place(placing.hostOf(), placing.names(), hosts[server.rank()]);
        int[] firsts = IntStream.range(0, blocks.jvms()).map(blocks::first).toArray();
        Thread.ofPlatform().daemon().name("hosts").start(() -> {
            try {
                String own = null;
                for (long pause = LOOK_NANOS; own == null; pause = Math.min(pause + pause / 4, LONGEST_NANOS)) {
                    LockSupport.parkNanos(pause);
                    synchronized (this) {
                        if (hasEnded(file)) return;
                        own = HostsTable.facts(file.control(), firsts);
                    }
                }
                if (exchanges.getAndSet(true)) return;
                List<String> all = addresses(own);
                synchronized (this) {
                    if (!over) HostsTable.join(file.control(), all);
                }
            } catch (IllegalStateException e) { // not of the exchange, which refuses
                fail(file, 1, e.getMessage());
            } catch (IOException | RuntimeException e) {
                fail(file, Refused.STATUS, "host %s cannot join the others, %s".formatted(name(), e.getMessage()));
            }
        });
    }

    /// The texts of all hosts, in their order.
    private List<String> addresses(String own) {
        String[] texts = new String[hosts.length];
        int launcher = 0;
        for (String each : exchange(build() + " " + own)) {
            String[] parts = each.split(" ", 2);
            int from = hosts[launcher++];
            String name = placing.names().get(from);
            String left =
                    "all PEs of host %s have ended before Shmem.init, and other PEs wait for them; begin every PE by Shmem.run or init()";
            if (parts[0].equals(LEFT)) throw new IllegalStateException(left.formatted(name));
            String other = "host %s has another build of jshmem or another JDK; install the same";
            Refused.when(!parts[0].equals(build()), other, name);
            texts[from] = parts[1];
        }
        return List.of(texts);
    }

    /// Ends the job, unless it has ended.
    private void fail(JobFile file, int status, String why) {
        synchronized (this) {
            if (hasEnded(file)) return;
            file.control().abort(Abort.STOPPED, status, -1);
        }
        System.err.println("oshrun: " + why);
        end(status);
    }

    private synchronized boolean hasEnded(JobFile file) {
        return over || file.control().abort() != Abort.NONE;
    }

    /// From now on does not use the job file any more.
    public synchronized void detach() {
        over = true;
    }

    /// The build of jshmem, by the names and sizes of its jars, and the JDK.
    private static String build() {
        long hash = Runtime.version().toString().hashCode();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            var jar = new File(entry);
            hash = 31 * hash + jar.getName().hashCode() + jar.length();
        }
        return Long.toHexString(hash);
    }

    /// Ends this launcher's part, or the launchers of all hosts if the status is not 0.
    public void end(int status) {
        System.out.flush();
        if (status == 0) {
            // PEs of other hosts might wait for the addresses of this host without end
            if (!exchanges.getAndSet(true)) exchange(LEFT);
            server.end();
            return;
        }
        server.abort(status, "oshrun on host " + name() + " ends the job");
    }
}
