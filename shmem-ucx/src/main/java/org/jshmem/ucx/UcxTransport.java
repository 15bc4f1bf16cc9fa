// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.function.Function;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.shm.RemoteYields;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportLayer;
import org.jshmem.transport.Wait;

/// The transport of one PE of a job on several hosts.
///
/// Operations on its own host, waits included, use the shared-memory backend, since an agent stores other hosts'
/// writes and wakes PEs in the same way. Operations on other hosts use the [Client].
final class UcxTransport extends TransportLayer {
    /*
     * The flag of another host comes by this host's agent, which may need the core of the PE that waits. So a wait
     * yields after a few looks, in which flags of the own host come, and sleeps only after the longest usual way of a
     * message. On a core of its own a yield is as short as a few looks. Where all threads on the way of a message run on
     * one core, and another core idles, the PE moves there.
     */
    private static final int SPINS = 100;
    private static final long YIELD_NANOS = 200_000;

    private final Hosts hosts;
    private final Function<Wire.Receiver, Wire> wires;
    private final Topology topology;
    private final int host;
    private final UcxChannel channel;
    private final boolean crowded;
    private final RemoteYields yields;
    private Client client;

    /// `near` is this PE's transport on its host, and `yields` are its yields. The first operation on another host
    /// makes
    /// the wire.
    UcxTransport(Transport near, RemoteYields yields, Hosts hosts, Function<Wire.Receiver, Wire> wires) {
        super(near);
        this.yields = yields;
        this.hosts = hosts;
        this.wires = wires;
        this.topology = hosts.topology();
        this.host = hosts.of(near.pe());
        this.crowded = topology.crowded(near.pe());
        this.channel = new UcxChannel(this, near.channel(), hosts);
    }

    /// The client for other hosts.
    synchronized Client client() {
        if (client == null) client = new Client(inner.pe(), hosts, this::look, wires);
        return client;
    }

    /// Checks whether the job has ended, by a sleep of no time, which no interrupt ends. Nor does an interrupt end
    /// the wait for an answer: it comes, or its host is lost, and until then it may still be written to the
    /// program's memory.
    private void look() {
        inner.sleep(0);
    }

    /// Closes the wire.
    synchronized void close() {
        if (client != null) client.close();
    }

    @Override
    public Reach reach(int pe) {
        return hosts.of(pe) == host ? inner.reach(pe) : Reach.RMA;
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return new UcxChannel(this, inner.open(), hosts);
    }

    @Override
    public long await(int pe, long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
        long address = inner.address(pe, offset);
        for (int k = 0; !crowded && k < SPINS; k++) {
            long seen = Memory.getAcquire(address, width);
            if (cmp.holds(seen - origin, value - origin)) return seen;
            Thread.onSpinWait();
        }
        long now = System.nanoTime();
        long until = Math.min(wait.deadline(), now + YIELD_NANOS);
        while (!crowded && now - until < 0) {
            now = yields.yield(now);
            long seen = Memory.getAcquire(address, width);
            if (cmp.holds(seen - origin, value - origin)) return seen;
        }
        return inner.await(pe, offset, width, cmp, value, origin, wait);
    }

    @Override
    public void leave() {
        Client used;
        synchronized (this) {
            used = client;
        }
        try {
            if (used != null) used.finish();
        } catch (PeerFailedException | JobEnd e) {
            // The job is ended, or a host is lost and Ping ends it: no PE waits for this one's messages any more.
        }
        inner.leave();
    }
}
