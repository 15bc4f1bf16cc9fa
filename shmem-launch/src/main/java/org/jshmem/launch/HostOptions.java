// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import org.jshmem.shm.jobfile.JobFile;
import picocli.CommandLine.Option;

/// The options for jobs on several hosts: the hosts and their PEs.
final class HostOptions {
    @Option(
            names = {"--hosts", "--host", "-H"},
            paramLabel = "LIST")
    String hosts;

    @Option(
            names = {"--hostfile", "--machinefile"},
            paramLabel = "FILE")
    String hostfile;

    @Option(
            names = {"-N", "--npernode", "-npernode"},
            paramLabel = "K")
    String each;

    @Option(names = "--map-by", paramLabel = "HOW")
    String mapBy;

    private List<Placing.Slots> slots;

    /// The hosts, in order; none if the job runs on this host alone.
    private List<Placing.Slots> slots() {
        if (slots == null) {
            slots = hosts != null
                    ? Hostlist.parse(hosts)
                    : hostfile != null ? Hostlist.file(Path.of(hostfile)) : Hostlist.allocated(System.getenv());
        }
        return slots;
    }

    boolean areGiven() {
        return hosts != null || hostfile != null;
    }

    /// Assigns the PEs to hosts; null if all run on this host.
    Placing placing(int npes) {
        int perHost = perHost();
        if (slots().isEmpty()) {
            if (perHost == 0 || npes <= perHost) return null;
            throw new Refused("-np %d is more than the %d PEs that -N starts on this host; lower -np, or give --hosts"
                    .formatted(npes, perHost));
        }
        return Placing.of(slots(), npes, perHost, mapping().equals("node"));
    }

    /// The largest number of PEs of a job on these hosts.
    int mostPes() {
        return slots().isEmpty() ? JobFile.MOST_PES : JobFile.MOST_PES_OF_HOSTS;
    }

    /// The number of PEs on all hosts if `-N` or `--map-by ppr` gives the number on each; else 0.
    int npes() {
        int perHost = perHost();
        if (perHost == 0) return 0;
        return Numbers.count("-N", Integer.toString(perHost * Math.max(1, slots().size())), "PEs in all", mostPes());
    }

    /// The number of PEs on each host, of `-N` or `--map-by ppr:K:node`; 0 without either.
    int perHost() {
        String what = "PEs on each host";
        if (!mapping().startsWith("ppr:")) {
            return each != null ? Numbers.count("-N", each, what, JobFile.MOST_PES) : 0;
        }
        return Numbers.count("--map-by ppr", mapping().split(":", -1)[1], what, JobFile.MOST_PES);
    }

    private String mapping() {
        return mapBy == null ? "slot" : mapBy;
    }
}
