// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.function.Supplier;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Steps;

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
    private final long wake;
    private final NetworkMessages messages;
    private final Arriving[] arriving;
    private final Transfer[] transfers; // by PE

    ClusterMemory(PesByHost members) {
        this.members = members;
        SimulationSetup setup = members.setup();
        hosts = members.hosts().stream().map(CoherentMemory::new).toArray(CoherentMemory[]::new);
        host = members.host();
        index = members.index();
        wake = setup.machine().picos("w");
        messages = new NetworkMessages(members);
        arriving = new Arriving[setup.npes()];
        transfers = new Transfer[setup.npes()];
        for (int pe = 0; pe < arriving.length; pe++) {
            arriving[pe] = new Arriving();
            transfers[pe] = new Transfer(pe);
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
        if (!isNear(pe, region))
            return transfers[pe]
                    .begin(Kind.GET, region, offset, Long.BYTES, null)
                    .all(now);
        return come(region, offset, Long.BYTES, now, at(pe).load(index[pe], index[region], offset, now));
    }

    @Override
    public long store(int pe, int region, long offset, long now) {
        if (!isNear(pe, region))
            return transfers[pe]
                    .begin(Kind.PUT, region, offset, Long.BYTES, null)
                    .all(now);
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
    public Steps write(int pe, int region, long offset, long bytes, boolean call) {
        if (!isNear(pe, region)) return transfers[pe].begin(Kind.PUT, region, offset, bytes, null);
        return transfers[pe].begin(
                Kind.WRITE, region, offset, bytes, at(pe).write(index[pe], index[region], offset, bytes, call));
    }

    @Override
    public Steps read(int pe, int region, long offset, long bytes, boolean call) {
        if (!isNear(pe, region)) return transfers[pe].begin(Kind.GET, region, offset, bytes, null);
        Steps here = at(pe).read(index[pe], index[region], offset, bytes, call);
        return transfers[pe].begin(Kind.READ, region, offset, bytes, here);
    }

    @Override
    public Steps copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes) {
        if (!isNear(pe, toRegion) || !isNear(pe, fromRegion)) {
            return new FarCopy(read(pe, fromRegion, from, bytes, true), () -> write(pe, toRegion, to, bytes, true));
        }
        Steps here = at(pe).copy(index[pe], index[toRegion], to, index[fromRegion], from, bytes);
        return transfers[pe].begin(Kind.COPY, fromRegion, from, bytes, here);
    }

    private enum Kind {
        PUT,
        GET,
        READ,
        WRITE,
        COPY
    }

    /// A copy from or to another host: bytes come here, then go.
    private static final class FarCopy implements Steps {
        private Supplier<Steps> write; // null after its beginning
        private Steps present;
        private boolean begun;

        FarCopy(Steps read, Supplier<Steps> write) {
            this.write = write;
            present = read;
        }

        @Override
        public long step(long now) {
            if (begun && write != null && !present.hasMore()) {
                present = write.get();
                write = null;
            }
            begun = true;
            return present.step(now);
        }

        @Override
        public boolean hasMore() {
            return write != null || present.hasMore();
        }
    }

    /// The transfer that a PE is making: on its host as the host's memory makes it, to and from other hosts as
    /// messages.
    private final class Transfer implements Steps {
        private final int pe;
        private Kind kind;
        private Steps inHost; // null to and from another host
        private int region;
        private long offset;
        private long bytes;
        private long left; // bytes that no message has so far
        private long begun; // time of the first step, -1 before
        private long ready; // for the next answer to a get; arrival of all bytes of a read
        private boolean more;

        Transfer(int pe) {
            this.pe = pe;
        }

        Transfer begin(Kind what, int where, long from, long length, Steps steps) {
            kind = what;
            region = where;
            offset = from;
            bytes = length;
            left = length;
            inHost = steps;
            begun = -1;
            more = false;
            return this;
        }

        @Override
        public long step(long now) {
            boolean first = begun < 0;
            if (first) begun = now;
            return switch (kind) {
                case PUT -> send(now);
                case GET -> answer(now, first);
                case WRITE -> here(now);
                case READ -> {
                    if (first) ready = arriving[region].until(offset, offset + bytes, now);
                    long done = here(now);
                    yield more ? done : Math.max(done, ready);
                }
                case COPY -> {
                    long start = first ? arriving[region].until(offset, offset + bytes, now) : now;
                    more = start > now;
                    yield more ? start : here(now);
                }
            };
        }

        /// Takes a step of the host's own memory.
        private long here(long now) {
            long done = changed(at(pe), inHost.step(now));
            more = inHost.hasMore();
            return done;
        }

        /// Sends the next message of a put.
        private long send(long now) {
            long done = messages.send(pe, host[region], Math.min(PIECE, left), now);
            left -= PIECE;
            more = left > 0;
            if (more) return messages.left;
            at(region).arrive(index[region], offset, bytes, host.length + pe);
            arriving[region].add(offset, offset + bytes, done, begun);
            return changed(begun, done + wake, messages.left);
        }

        /// Makes the next message that answers a get.
        private long answer(long now, boolean first) {
            if (first) {
                long asked = messages.send(pe, host[region], 0, now);
                ready = Math.max(asked, arriving[region].until(offset, offset + bytes, now));
            }
            long done = messages.carry(host[region], host[pe], Math.min(PIECE, left), ready, now);
            ready = messages.left;
            left -= PIECE;
            more = left > 0;
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
