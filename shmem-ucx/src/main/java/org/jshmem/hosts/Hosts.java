// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.stream.IntStream;
import org.jshmem.PeerFailedException;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// The hosts of a job, as one of its JVMs has them.
final class Hosts {
    /// Exit status of a job that has lost a host: EX_TEMPFAIL, which means that it may be started again.
    static final int LOST_STATUS = 75;

    final long key;
    final Transport near;
    final JobFile file;
    final Topology topology;

    final int jvms;
    final int ownJvm;

    /// Whether this JVM is the first one of its host.
    final boolean leads;

    /// The PEs of this JVM.
    final int[] ownPes;

    /// `near` is the transport of a PE of this JVM to the PEs of its host. `file` is the host's job file, with the
    /// addresses of all JVMs.
    Hosts(Transport near, JobFile file) {
        this.key = file.control().hosts.key();
        this.near = near;
        this.file = file;
        this.topology = near.topology();
        int most = 0;
        for (int pe = 0; pe < topology.npes(); pe++) most = Math.max(most, topology.jvm(pe));
        this.jvms = most + 1;
        this.ownJvm = topology.jvm(near.pe());
        this.leads = topology.jvm(topology.neighbours(near.pe())[0]) == ownJvm;
        this.ownPes = IntStream.range(0, topology.npes())
                .filter(pe -> topology.jvm(pe) == ownJvm)
                .toArray();
    }

    /// The name of a PE's host.
    String name(int pe) {
        return file.control().texts.get(pe, Text.HOST);
    }

    /// The address of a JVM. Most JVMs connect to few others.
    byte[] address(int jvm) {
        return HostsTable.address(file.control(), firstPe(jvm));
    }

    int firstPe(int jvm) {
        int pe = 0;
        while (topology.jvm(pe) != jvm) pe++;
        return pe;
    }

    /// Whether a number is that of a PE of this host.
    boolean isHere(int pe) {
        return pe < topology.npes() && topology.host(pe) == topology.host(near.pe());
    }

    /// Wakes the PEs of this JVM that sleep until messages arrive: on all of their memory.
    void wakeWaiters() {
        Memory.fullFence();
        for (int pe : ownPes) file.control().wake(pe, 0, 1);
    }

    /// Ends the job with a status.
    void fail(int status, Throwable why) {
        try {
            throw near.abort(status, why);
        } catch (JobEnd e) {
            // the PEs are threads, whose next waits end
        }
    }

    /// The exception of a PE that cannot reach another JVM any more. `own` is its transport to its host.
    PeerFailedException lost(Transport own, Peer peer) {
        int pe = firstPe(peer.jvm);
        String lost =
                "PE %d/%d: PE %d on host %s is lost: %s; see the lines of that host, and check the network between both";
        return new PeerFailedException(
                lost.formatted(own.pe(), own.npes(), pe, name(pe), peer.failure), pe, LOST_STATUS);
    }
}
