// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.stream.Stream;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.ArrivingRanges;
import org.jshmem.sim.cost.MachineAccess;
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
    private final ArrivingRanges[] arriving; // by region
    private final long wake;

    ClusterMemory(SimulationSetup setup, String cores) {
        super(setup, cores);
        messages = new NetworkMessages(setup);
        arriving = Stream.generate(ArrivingRanges::new).limit(setup.npes()).toArray(ArrivingRanges[]::new);
        wake = setup.machine().picos("w");
    }

    @Override
    public long step(MachineAccess a, long now) {
        if (a.kind == AccessKind.COMPUTE) return super.step(a, now);
        boolean copies = a.kind == AccessKind.COPY;
        if (!messages.sameHost(a.pe, a.region) || copies && !messages.sameHost(a.pe, a.source)) return remote(a, now);
        return switch (a.kind) {
            case LOAD, POLL, ATOMIC -> Math.max(arrival(a, now), super.step(a, now));
            case GET, READ -> {
                if (a.ready < 0) a.ready = arrival(a, now);
                long done = super.step(a, now);
                yield a.more ? done : Math.max(done, a.ready);
            }
            case COPY -> {
                if (a.ready < 0) {
                    a.ready = arriving[a.source].until(a.sourceOffset, a.sourceOffset + a.bytes, now);
                    a.more = a.ready > now;
                    if (a.more) yield a.ready;
                }
                yield super.step(a, now);
            }
            default -> super.step(a, now);
        };
    }

    /// The time at which all messages on their way to the bytes of an access have arrived.
    private long arrival(MachineAccess a, long now) {
        return arriving[a.region].until(a.offset, a.offset + a.bytes, now);
    }

    private long remote(MachineAccess a, long now) {
        return switch (a.kind) {
            case LOAD, POLL, GET, READ -> answer(a, now);
            case ATOMIC -> {
                long done = messages.send(a.pe, a.region, Long.BYTES, now);
                arrive(a.region, a.offset, Long.BYTES, a.pe);
                yield a.changed(done, done + wake, done + messages.latency);
            }
            case COPY -> relay(a, now);
            default -> send(a, now);
        };
    }

    /// Sends the next message of a put.
    private long send(MachineAccess a, long now) {
        if (a.ready < 0) a.ready = now;
        long done = messages.send(a.pe, a.region, Math.min(PIECE, a.bytes - a.passed), now);
        a.passed += PIECE;
        a.more = a.passed < a.bytes;
        if (a.more) return messages.left;
        arrive(a.region, a.offset, a.bytes, a.pe);
        arriving[a.region].add(a.offset, a.offset + a.bytes, done, a.ready);
        return a.changed(a.ready, done + wake, messages.left);
    }

    /// Makes the next message that answers a get.
    private long answer(MachineAccess a, long now) {
        if (a.ready < 0) a.ready = Math.max(messages.send(a.pe, a.region, 0, now), arrival(a, now));
        long done = messages.carry(a.region, a.pe, Math.min(PIECE, a.bytes - a.passed), a.ready);
        a.ready = messages.left;
        a.passed += PIECE;
        a.more = a.passed < a.bytes;
        return done;
    }

    /// A copy from or to another host: bytes come here, then go.
    private long relay(MachineAccess a, long now) {
        if (a.part == null) a.part = new MachineAccess(AccessKind.GET, a.pe, a.source, a.sourceOffset, a.bytes);
        else if (!a.part.more) a.part = new MachineAccess(AccessKind.PUT, a.pe, a.region, a.offset, a.bytes);
        long done = step(a.part, now);
        a.more = a.part.more || a.part.kind == AccessKind.GET;
        return a.changed(a.part.effect, a.part.seen, done);
    }

    @Override
    public long quiet(int pe, long now) {
        return Math.max(now, messages.acknowledged[pe]);
    }
}
