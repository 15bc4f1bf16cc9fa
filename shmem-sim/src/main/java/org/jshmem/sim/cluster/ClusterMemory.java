// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Turns;

/// The memories of hosts on a network: a coherent memory for each host, and messages between hosts. An agent on the
/// target's host carries messages out.
///
/// A put, a flag and a store are one message, or one for each 64 KiB of a long put. They return when the last message
/// has left. A get and an atomic operation wait for the agent's answer. Costs are those of LogGP (Alexandrov, Ionescu,
/// Schauser, Scheiman 1995).
final class ClusterMemory extends MemorySystem {
    /*
     * The bytes of a put change when its message is made, those of an atomic when the agent carries it out. A PE that
     * waits for the bytes notices them when the message has arrived. A PE that looks earlier waits until then, so no PE
     * sees a value too early. Long messages go in pieces, so that others fit between them.
     */
    private static final long PIECE = 64 << 10; // size of the real backend's messages

    private final CoherentMemory[] hosts;
    private final PesByHost members;
    private final int[] host; // of each PE
    private final int[] index; // of each PE on its host
    private final Turns turns;
    private final long wake;
    private final NetworkMessages messages;
    private final Arriving[] arriving;
    private final Steps[] copies; // by PE

    ClusterMemory(PesByHost members) {
        this.members = members;
        SimulationSetup setup = members.setup();
        hosts = members.hosts().stream().map(CoherentMemory::new).toArray(CoherentMemory[]::new);
        host = members.host();
        index = members.index();
        turns = setup.turns();
        wake = setup.machine().picos("w");
        messages = new NetworkMessages(members);
        arriving = new Arriving[setup.npes()];
        copies = new Steps[setup.npes()];
        for (int pe = 0; pe < arriving.length; pe++) {
            arriving[pe] = new Arriving();
            copies[pe] = new Steps(pe);
        }
    }

    /// The memory of a host.
    CoherentMemory of(int host) {
        return hosts[host];
    }

    private CoherentMemory at(int pe) {
        return hosts[host[pe]];
    }

    private boolean isNear(int pe, int region) {
        return host[pe] == host[region];
    }

    /// Puts bytes into a region of another host.
    private long put(int pe, int region, long offset, long bytes, long now) {
        long go = now;
        long done = now;
        for (long at = 0; at < bytes; at += PIECE) {
            if (at > 0) go = turns.at(pe, go);
            done = messages.send(pe, host[region], Math.min(PIECE, bytes - at), go);
            go = messages.left;
        }
        at(region).arrive(index[region], offset, bytes, host.length + pe);
        arriving[region].add(offset, offset + bytes, done, now);
        return changed(now, done + wake, go);
    }

    /// Gets bytes of a region of another host.
    private long get(int pe, int region, long offset, long bytes, long now) {
        long ready =
                Math.max(messages.send(pe, host[region], 0, now), arriving[region].until(offset, offset + bytes, now));
        long made = now;
        long done = now;
        for (long at = 0; at < bytes; at += PIECE) {
            if (at > 0) made = turns.at(pe, done);
            done = messages.carry(host[region], host[pe], Math.min(PIECE, bytes - at), ready, made);
            ready = messages.left;
        }
        return done;
    }

    /// The later of `done` and the arrival of all messages on their way to these bytes.
    private long come(int region, long offset, long bytes, long now, long done) {
        return Math.max(done, arriving[region].until(offset, offset + bytes, now));
    }

    /// Takes over effect and visibility from a host's own memory.
    private long changed(CoherentMemory memory, long done) {
        return changed(memory.effect(), memory.seen(), done);
    }

    @Override
    public int line(long offset) {
        return hosts[0].line(offset);
    }

    @Override
    public long load(int pe, int region, long offset, long now) {
        if (!isNear(pe, region)) return get(pe, region, offset, Long.BYTES, now);
        return come(region, offset, Long.BYTES, now, at(pe).load(index[pe], index[region], offset, now));
    }

    @Override
    public long store(int pe, int region, long offset, long now) {
        if (!isNear(pe, region)) return put(pe, region, offset, Long.BYTES, now);
        return changed(at(pe), at(pe).store(index[pe], index[region], offset, now));
    }

    @Override
    public long atomic(int pe, int region, long offset, long now) {
        if (isNear(pe, region)) {
            long done = at(pe).atomic(index[pe], index[region], offset, now);
            return come(region, offset, Long.BYTES, now, changed(at(pe), done));
        }
        long done = messages.send(pe, host[region], Long.BYTES, now);
        at(region).arrive(index[region], offset, Long.BYTES, host.length + pe);
        return changed(done, done + wake, done + messages.latency);
    }

    @Override
    public boolean pollsInterfere() {
        return hosts[0].pollsInterfere();
    }

    @Override
    public long write(int pe, int region, long offset, long bytes, boolean call, long now) {
        if (!isNear(pe, region)) return put(pe, region, offset, bytes, now);
        return changed(at(pe), at(pe).write(index[pe], index[region], offset, bytes, call, now));
    }

    @Override
    public long read(int pe, int region, long offset, long bytes, boolean call, long now) {
        if (!isNear(pe, region)) return get(pe, region, offset, bytes, now);
        return come(region, offset, bytes, now, at(pe).read(index[pe], index[region], offset, bytes, call, now));
    }

    @Override
    public long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now) {
        if (isNear(pe, toRegion) && isNear(pe, fromRegion)) {
            long start = come(fromRegion, from, bytes, now, now);
            if (start > now) start = turns.at(pe, start);
            return changed(at(pe), at(pe).copy(index[pe], index[toRegion], to, index[fromRegion], from, bytes, start));
        }
        long here = read(pe, fromRegion, from, bytes, true, now);
        return write(pe, toRegion, to, bytes, true, turns.at(pe, here));
    }

    @Override
    public Copying copying(int pe) {
        return copies[pe];
    }

    /// The put or near copy that a PE is making: on its host as the host's memory makes it, to another host as
    /// messages.
    private final class Steps implements Copying {
        private final int pe;
        private Copying near; // null towards another host
        private int source; // region of a copy's source, -1 of a put
        private int region;
        private long offset;
        private long bytes;
        private boolean more;

        Steps(int pe) {
            this.pe = pe;
        }

        @Override
        public Copying put(int region, long offset, long bytes) {
            this.region = region;
            this.offset = offset;
            this.bytes = bytes;
            source = -1;
            more = false;
            near = isNear(pe, region) ? at(pe).copying(index[pe]).put(index[region], offset, bytes) : null;
            return this;
        }

        @Override
        public Copying copy(int toRegion, long to, int fromRegion, long from, long bytes) {
            near = at(pe).copying(index[pe]).copy(index[toRegion], to, index[fromRegion], from, bytes);
            source = fromRegion;
            offset = from;
            this.bytes = bytes;
            more = false;
            return this;
        }

        @Override
        public long step(long now) {
            if (near == null) return ClusterMemory.this.put(pe, region, offset, bytes, now);
            if (source >= 0) {
                long start = come(source, offset, bytes, now, now);
                source = -1;
                more = start > now;
                if (more) return start;
            }
            long done = changed(at(pe), near.step(now));
            more = near.hasMore();
            return done;
        }

        @Override
        public boolean hasMore() {
            return more;
        }
    }

    @Override
    public long quiet(int pe, long now) {
        return Math.max(now, messages.acknowledged[pe]);
    }

    @Override
    public void begin(int pe) {
        at(pe).begin(index[pe]);
    }

    @Override
    public int writer(int region, long offset) {
        int writer = at(region).writer(index[region], offset);
        if (writer >= host.length) return writer - host.length; // the writer is on another host
        return writer < 0 ? -1 : members.pes()[host[region]][writer];
    }

    @Override
    public void force(int region, long offset, long bytes, int holder) {
        at(region).force(index[region], offset, bytes, index[holder]);
    }

    @Override
    public void flush(int region, long offset, long bytes) {
        at(region).flush(index[region], offset, bytes);
    }
}
