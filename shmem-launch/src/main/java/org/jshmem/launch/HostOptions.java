// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.hosts.WireChoice;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;
import org.jshmem.shm.JobFile;
import picocli.CommandLine.Option;

/// The options for jobs on several hosts: the hosts, their PEs, and the way to reach and connect them.
final class HostOptions {
    /// Four heartbeats of half a second each.
    private static final long LEAST_TIMEOUT_NANOS = 2_000_000_000;

    @Option(
            names = {"--hosts", "--host", "-H"},
            paramLabel = "LIST",
            description =
                    "Run on several hosts, with slots each: a:8,b:8 (default in an allocation of Slurm, PBS, LSF or SGE: its hosts)")
    private String hosts;

    @Option(
            names = {"-N", "--npernode", "-npernode"},
            paramLabel = "K",
            description = "Start K PEs on each host; without -np on all hosts")
    private String perHost;

    @Option(
            names = {"--hostfile", "--machinefile"},
            paramLabel = "FILE",
            description =
                    "Read the hosts from a file: lines 'host slots=8', or a host once for each slot, as $PBS_NODEFILE has it")
    private String hostfile;

    @Option(
            names = "--map-by",
            paramLabel = "HOW",
            description =
                    "Assign PEs to hosts: slot fills one host after the other (default), node takes the hosts in turn, ppr:K:node puts K PEs on each")
    private String mapBy;

    @Option(
            names = "--launch-agent",
            paramLabel = "CMD",
            description =
                    "Reach a host by this command (default: ssh, in a Slurm allocation srun); it replaces {host}, or appends the host")
    private String launchAgent;

    @Option(
            names = "--wire",
            paramLabel = "WIRE",
            description =
                    "Connect hosts by tcp, tcps (encrypted), tcp:LOW-HIGH or tcps:LOW-HIGH (of these ports), ucx, ucx:SIZE (blocks of SIZE or more by the put and get of UCX), or auto (default): ucx if all hosts have InfiniBand or RoCE, else tcp")
    private String wire;

    @Option(
            names = "--host-timeout",
            paramLabel = "D",
            description = "Give up a host that has sent nothing for this long (default: 30s)")
    private String timeout;

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
        int each = perHost();
        if (slots().isEmpty()) {
            if (each == 0 || npes <= each) return null;
            throw new Refused("-np %d is more than the %d PEs that -N starts on this host; lower -np, or give --hosts"
                    .formatted(npes, each));
        }
        return each > 0
                ? Placing.blocks(slots(), npes, each)
                : Placing.of(slots(), npes, mapBy == null ? "slot" : mapBy);
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
        if (mapBy == null || !mapBy.startsWith("ppr:")) {
            return perHost == null ? 0 : Numbers.count("-N", perHost, what, JobFile.MOST_PES);
        }
        return Numbers.count("--map-by ppr", mapBy.split(":", -1)[1], what, JobFile.MOST_PES);
    }

    String launchAgent() {
        if (launchAgent != null) return launchAgent;
        return System.getenv("SLURM_JOB_NODELIST") == null
                ? "ssh -x"
                : "srun --nodes=1 --ntasks=1 --overlap --cpu-bind=none --mem=0 --nodelist={host}";
    }

    String wire() {
        return wire == null ? "auto" : wire;
    }

    long timeoutNanos() {
        long nanos = Numbers.nanos("--host-timeout", timeout == null ? "30s" : timeout);
        if (nanos >= LEAST_TIMEOUT_NANOS) return nanos;
        throw new Refused("--host-timeout %s is too short; give 2s or more".formatted(timeout));
    }

    /// The first option that has no effect on this host alone, in words; empty if there is none.
    String unused() {
        String option = wire != null
                ? "--wire"
                : launchAgent != null ? "--launch-agent" : timeout != null ? "--host-timeout" : "";
        return option.isEmpty() ? "" : option + " has no effect, since all PEs run on this host; --hosts names others";
    }

    void check() {
        WireChoice.check(wire());
        if (mapBy != null) Placing.checkMapping(mapBy);
        timeoutNanos();
        perHost();
    }
}
