// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.ArrivingRanges;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.Progress;
import org.jshmem.sim.cost.SimulationSetup;

/// The memories of hosts on a network: a coherent memory for each host, and messages between hosts. An agent on the
/// target's host carries messages out.
///
/// A put, a flag and a store are one message, or one for each 64 KiB of a long put. They return when the last message
/// has left. A get and an atomic operation wait for the agent's answer. Costs are those of LogGP (Alexandrov, Ionescu,
/// Schauser, Scheiman 1995).
final class ClusterMemory extends CoherentMemory {
    /*
     * The bytes of a put change when its message is made, those of an atomic when the agent carries it out. A PE that
     * waits for the bytes notices them when the message has arrived. A PE that looks earlier waits until then, so no PE
     * sees a value too early. Long messages go in pieces, so that others fit between them.
     */
    private static final long PIECE = 64 << 10; // size of the real backend's messages

    private final NetworkMessages messages;
    private final ArrivingRanges[] arriving; // by region; null before the first message to it
    private final long wake;

    ClusterMemory(SimulationSetup setup, String cores) {
        super(setup, cores);
        messages = new NetworkMessages(setup);
        arriving = new ArrivingRanges[setup.npes()];
        wake = setup.machine().picos("w");
    }

    @Override
    public long step(MachineAccess a, Progress p, long now) {
        if (a.kind == AccessKind.COMPUTE) return super.step(a, p, now);
        boolean copies = a.kind == AccessKind.COPY;
        if (!messages.sameHost(a.pe, a.region) || copies && !messages.sameHost(a.pe, a.source))
            return remote(a, p, now);
        return switch (a.kind) {
            case LOAD, POLL, ATOMIC -> Math.max(arrival(a.region, a.offset, a.bytes, now), super.step(a, p, now));
            case GET, READ -> {
                if (p.ready < 0) p.ready = arrival(a.region, a.offset, a.bytes, now);
                long done = super.step(a, p, now);
                yield p.more ? done : Math.max(done, p.ready);
            }
            case COPY -> {
                if (p.ready < 0) {
                    p.ready = arrival(a.source, a.sourceOffset, a.bytes, now);
                    p.more = p.ready > now;
                    if (p.more) yield p.ready;
                }
                yield super.step(a, p, now);
            }
            default -> super.step(a, p, now);
        };
    }

    /// The time at which all messages on their way to these bytes have arrived.
    private long arrival(int region, long offset, long bytes, long now) {
        ArrivingRanges there = arriving[region];
        return there == null ? now : there.until(offset, offset + bytes, now);
    }

    private long remote(MachineAccess a, Progress p, long now) {
        return switch (a.kind) {
            case LOAD, POLL, GET, READ -> answer(a, p, now);
            case ATOMIC -> {
                long done = messages.send(a.pe, a.region, Long.BYTES, now);
                arrive(a.region, a.offset, Long.BYTES, a.pe);
                yield p.changed(done, done + wake, done + messages.latency);
            }
            case COPY -> relay(a, p, now);
            default -> send(a, p, now);
        };
    }

    /// Sends the next message of a put.
    private long send(MachineAccess a, Progress p, long now) {
        if (p.ready < 0) p.ready = now;
        long done = messages.send(a.pe, a.region, Math.min(PIECE, a.bytes - p.passed), now);
        p.passed += PIECE;
        p.more = p.passed < a.bytes;
        if (p.more) return messages.left;
        arrive(a.region, a.offset, a.bytes, a.pe);
        if (arriving[a.region] == null) arriving[a.region] = new ArrivingRanges();
        arriving[a.region].add(a.offset, a.offset + a.bytes, done, p.ready);
        return p.changed(p.ready, done + wake, messages.left);
    }

    /// Makes the next message that answers a get.
    private long answer(MachineAccess a, Progress p, long now) {
        if (p.ready < 0)
            p.ready = Math.max(messages.send(a.pe, a.region, 0, now), arrival(a.region, a.offset, a.bytes, now));
        long done = messages.carry(a.region, a.pe, Math.min(PIECE, a.bytes - p.passed), p.ready);
        p.ready = messages.left;
        p.passed += PIECE;
        p.more = p.passed < a.bytes;
        return done;
    }

    /// A copy from or to another host: bytes come here, then go.
    private long relay(MachineAccess a, Progress p, long now) {
        if (p.part == null) p.part = part(AccessKind.GET, a.pe, a.source, a.sourceOffset, a.bytes);
        else if (!p.part.progress().more) p.part = part(AccessKind.PUT, a.pe, a.region, a.offset, a.bytes);
        Progress q = p.part.progress();
        long done = step(p.part.access(), q, now);
        p.more = q.more || p.part.access().kind == AccessKind.GET;
        return p.changed(q.effect, q.seen, done);
    }

    private static Progress.Part part(AccessKind kind, int pe, int region, long offset, long bytes) {
        return new Progress.Part(new MachineAccess(kind, pe, region, offset, bytes), new Progress());
    }

    @Override
    public long quiet(int pe, long now) {
        return Math.max(now, messages.acknowledged[pe]);
    }
}
