// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.util.BitSet;
import java.util.function.Function;
import org.jshmem.shm.AgentCores;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;

/// The agent of one host, which serves the memory of its PEs, a job file, to the PEs of other hosts. The launcher's
/// process on each host has one.
public final class HostAgent implements AutoCloseable {
    /// Time for which an agent with a core of its own polls before it sleeps.
    private static final long SPIN_NANOS = 20_000;

    private final Agent agent;

    /// @param file the host's job file
    /// @param hosts the job's number, its token, and the PEs of each host; addresses are not read
    /// @param host the number of this host
    /// @param cores cores that the host's PEs and this agent share
    /// @param own the host's address on which the agent listens if the wire is one of sockets
    public HostAgent(JobFile file, Hosts hosts, int host, int cores, InetAddress own) {
        this(
                file,
                hosts,
                host,
                cores > hosts.pes(host).count() ? SPIN_NANOS : 0,
                hosts.wiring().ofAgent(own));
    }

    HostAgent(JobFile file, Hosts hosts, int host, long spinNanos, Function<Wire.Receiver, Wire> wires) {
        BitSet here = new BitSet();
        hosts.pes(host).forEach(here::set);
        var memory = new FileMemory(here, file, file.control());
        this.agent = new Agent(host, memory, hosts.npes(), hosts.job(), hosts.token(), spinNanos, wires);
        agent.start(spinNanos > 0 ? new AgentCores(file.control(), here)::keepOff : () -> {});
    }

    /// The reason why UCX cannot be used on this host, with the remedy; null if it can be used.
    public static String missing() {
        return UcxLibrary.missing();
    }

    /// The version of UCX.
    public static String version() {
        return Ucx.version();
    }

    /// The address to which PEs of other hosts connect.
    public byte[] address() {
        return agent.address();
    }

    /// The error that ended the agent early, or null.
    public Throwable failure() {
        return agent.failure();
    }

    @Override
    public void close() {
        agent.close();
    }

    /// The memory of regions in a job file.
    private record FileMemory(BitSet here, JobFile file, Control control) implements HostMemory {
        @Override
        public boolean isHere(int pe) {
            return here.get(pe);
        }

        @Override
        public long regionBytes() {
            return file.regionBytes();
        }

        @Override
        public long address(int pe, long offset) {
            return file.regionAddress(pe) + offset;
        }

        @Override
        public void wake(int pe, long offset, long bytes) {
            control.wake(pe, offset, bytes);
        }
    }
}
