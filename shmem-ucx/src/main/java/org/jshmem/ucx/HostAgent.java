// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.net.InetAddress;
import java.util.BitSet;
import java.util.function.Function;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;

/// The agent of one host: serves the memory of its PEs, which is a job file, to the PEs of other hosts. The launcher's
/// process on each host has one.
public final class HostAgent implements AutoCloseable {
    /// How long it looks for more before it sleeps, where it has a core for itself.
    private static final long SPIN_NANOS = 20_000;

    private final Agent agent;

    /// @param file the host's job file
    /// @param hosts the job's number, token and which PEs are where; addresses are not looked at
    /// @param host which of them this is
    /// @param cores that the host's PEs and this agent share
    /// @param own the host's address on which it listens, if the wire is one of sockets
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
        agent.start();
    }

    /// Why UCX cannot be used on this host, with what to do; null when it can.
    public static String missing() {
        return Ucx.missing();
    }

    /// The version of UCX.
    public static String version() {
        return Ucx.version();
    }

    /// What PEs of other hosts need to connect.
    public byte[] address() {
        return agent.address();
    }

    /// What ended the agent before its time, or null.
    public Throwable failure() {
        return agent.failure();
    }

    @Override
    public void close() {
        agent.close();
    }

    /// Regions in a job file.
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
