// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;
import org.jshmem.shm.JobFile;

/// The options for jobs on several hosts: the hosts and their PEs.
final class HostOptions {
    private final OptionValues given;
    private List<Placing.Slots> slots;

    HostOptions(OptionValues given) {
        this.given = given;
    }

    /// The hosts, in order; none if the job runs on this host alone.
    private List<Placing.Slots> slots() {
        if (slots == null) {
            slots = given.has("--hosts")
                    ? Hostlist.parse(given.text("--hosts"))
                    : given.has("--hostfile")
                            ? Hostlist.file(Path.of(given.text("--hostfile")))
                            : Hostlist.allocated(System.getenv());
        }
        return slots;
    }

    boolean areGiven() {
        return given.has("--hosts") || given.has("--hostfile");
    }

    /// Assigns the PEs to hosts; null if all run on this host.
    Placing placing(int npes) {
        int each = perHost();
        if (slots().isEmpty()) {
            if (each == 0 || npes <= each) return null;
            throw new Refused("-np %d is more than the %d PEs that -N starts on this host; lower -np, or give --hosts"
                    .formatted(npes, each));
        }
        return each > 0 ? Placing.blocks(slots(), npes, each) : Placing.of(slots(), npes, mapBy());
    }

    /// The largest number of PEs of a job on these hosts.
    int mostPes() {
        return slots().isEmpty() ? JobFile.MOST_PES : JobFile.MOST_PES_OF_HOSTS;
    }

    /// The number of PEs on all hosts if `-N` or `--map-by ppr` gives the number on each; else 0.
    int npes() {
        int each = perHost();
        if (each == 0) return 0;
        return Numbers.count("-N", Integer.toString(each * Math.max(1, slots().size())), "PEs in all", mostPes());
    }

    /// The number of PEs on each host, of `-N` or `--map-by ppr:K:node`; 0 without either.
    private int perHost() {
        String what = "PEs on each host";
        if (!mapBy().startsWith("ppr:")) {
            return given.has("-N") ? Numbers.count("-N", given.text("-N"), what, JobFile.MOST_PES) : 0;
        }
        return Numbers.count("--map-by ppr", mapBy().split(":", -1)[1], what, JobFile.MOST_PES);
    }

    private String mapBy() {
        return given.text("--map-by", "slot");
    }

    void check() {
        Placing.checkMapping(mapBy());
        perHost();
    }
}
