// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.launch.job.JvmBlocks;
import org.jshmem.launch.os.Refused;
import org.jshmem.pmix.PmixClient;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.RemoteLayer;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;

/// The launcher of one host's PEs: a process of a PMIx server, for which it exchanges the addresses of its JVMs.
public final class HostPart {
    /// The option by which [Engine] passes the placement; not for users.
    public static final String OPTION = "--placement";

    private static final String SEPARATOR = " ";

    private final Placing placing;
    private final PmixClient server;

    private HostPart(Placing placing, PmixClient server) {
        this.placing = placing;
        this.server = server;
    }

    /// Connects to the server. `placement` is the option's value.
    public static HostPart join(String placement) {
        Placing placing = Placing.parse(placement);
        String missing = RemoteLayer.find().missing();
        if (missing != null) throw new Refused(missing + " (on a host of " + String.join(",", placing.names()) + ")");
        try {
            PmixClient server = PmixClient.connect();
            if (server.size() == placing.names().size()) return new HostPart(placing, server);
            throw new Refused("%s is for %d hosts, and the engine has started %d launchers"
                    .formatted(OPTION, placing.names().size(), server.size()));
        } catch (IllegalStateException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The number of PEs of the job.
    public int npes() {
        return placing.hostOf().length;
    }

    /// The PEs of this host.
    public int[] pes() {
        return placing.pes(server.rank()).toArray();
    }

    /// The name of this host.
    public String name() {
        return placing.names().get(server.rank());
    }

    /// The least of the heaps that the launchers propose: hosts have unequal memory.
    public long heapBytes(long own) {
        try {
            List<String> all = server.exchange("org.jshmem.heap", Long.toString(own));
            return all.stream().mapToLong(Long::parseLong).min().orElse(own);
        } catch (IllegalStateException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// Exchanges the addresses with the other hosts in a thread of its own, as soon as all JVMs have written theirs to
    /// the folder.
    public void exchange(JobFile file, Path folder, JvmBlocks blocks, int cores) {
        for (int pe = 0; pe < npes(); pe++) {
            if (placing.hostOf()[pe] != server.rank()) file.control().startedElsewhere(pe);
        }
        int[] firsts = IntStream.range(0, blocks.jvms()).map(blocks::first).toArray();
        Thread.ofPlatform().daemon().name("hosts").start(() -> {
            try {
                exchange(folder, HostsTable.host(folder, cores, firsts, () -> hasEnded(file)));
            } catch (IOException | RuntimeException e) {
                if (hasEnded(file)) return;
                System.err.printf("oshrun: host %s cannot join the others, %s%n", name(), e.getMessage());
                file.control().abort(Abort.STOPPED, Refused.STATUS, -1);
                end(Refused.STATUS);
            }
        });
    }

    private static boolean hasEnded(JobFile file) {
        return file.control().abort() != Abort.NONE;
    }

    private void exchange(Path folder, String own) throws IOException {
        String build = build();
        List<String> hosts = new ArrayList<>();
        for (String each : server.exchange("org.jshmem.host", build + SEPARATOR + own)) {
            String[] parts = each.split(SEPARATOR, 2);
            if (!parts[0].equals(build)) {
                throw new IllegalStateException("host %s has another build of jshmem or another JDK; install the same"
                        .formatted(placing.names().get(hosts.size())));
            }
            hosts.add(parts[1]);
        }
        HostsTable.publish(folder, placing.hostOf(), hosts);
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
        if (status == 0) server.end();
        else server.abort(status, "oshrun on host " + name() + " ends the job");
    }
}
