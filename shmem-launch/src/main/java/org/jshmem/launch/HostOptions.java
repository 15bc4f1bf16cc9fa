// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import org.jshmem.shm.jobfile.JobFile;

/// The options for jobs on several hosts: the hosts and their PEs.
final class HostOptions {
    private final Options options;
    private List<Placing.Slots> slots;

    HostOptions(Options options) {
        this.options = options;
    }

    /// The hosts, in order; none if the job runs on this host alone.
    private List<Placing.Slots> slots() {
        if (slots == null) {
            if (options.has("--hosts")) slots = Hostlist.parse(options.value("--hosts"));
            else if (options.has("--hostfile")) slots = Hostlist.file(Path.of(options.value("--hostfile")));
            else if ("1".equals(options.value("-np")))
                slots = List.of(); // also with the variables of an ended allocation
            else slots = Hostlist.allocated(System.getenv());
        }
        return slots;
    }

    boolean areGiven() {
        return options.has("--hosts") || options.has("--hostfile");
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
            return options.has("-N") ? Numbers.count("-N", options.value("-N"), what, JobFile.MOST_PES) : 0;
        }
        return Numbers.count("--map-by ppr", mapping().split(":", -1)[1], what, JobFile.MOST_PES);
    }

    private String mapping() {
        return options.has("--map-by") ? options.value("--map-by") : "slot";
    }
}
