// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Arrival;
import org.jshmem.sim.cost.Events;
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
     * A PE that waits for an answer takes the steps of its request, each at the time at which the message meets a link
     * or an agent. A PE that has put goes on when the bytes have left, and events take the other steps. Long messages
     * go in pieces, so that others fit between them.
     */
    private static final long PIECE = 64 << 10; // size of the real backend's messages
    private static final int LINK = 1; // stages: the message meets its host's link
    private static final int HEAD = 2; // it meets the link of the other host
    private static final int AGENT = 3; // the agent has carried it out; then the answer meets the link of the PE's host

    private final NetworkMessages messages;
    private final Events events;
    private final long wake;

    ClusterMemory(SimulationSetup setup, String cores) {
        super(setup, cores);
        messages = new NetworkMessages(setup);
        events = setup.events();
        wake = setup.machine().picos("w");
    }

    @Override
    public boolean sends(int pe, int target) {
        return !messages.sameHost(pe, target);
    }

    @Override
    public long step(MachineAccess a, Progress p, long now) {
        if (a.kind == AccessKind.COMPUTE) return super.step(a, p, now);
        if (a.kind == AccessKind.COPY && (sends(a.pe, a.region) || sends(a.pe, a.source))) return relay(a, p, now);
        if (!sends(a.pe, a.region)) return super.step(a, p, now);
        return switch (a.kind) {
            case LOAD, POLL, GET, READ, ATOMIC -> ask(a, p, now);
            default -> send(a, p, now);
        };
    }

    /// The next step of a put: a piece is made, or meets the link. The PE goes on when the last piece has left.
    private long send(MachineAccess a, Progress p, long now) {
        p.more = true;
        if (p.stage != LINK) {
            p.stage = LINK;
            return now + messages.overhead;
        }
        p.stage = 0;
        long bytes = Math.min(PIECE, a.bytes - p.passed);
        long left = messages.leave(a.pe, bytes, now);
        long head = messages.head(left, bytes);
        p.passed += bytes;
        p.more = p.passed < a.bytes;
        messages.metBy(a.pe, head);
        if (p.more) {
            int to = a.region;
            events.at(head, () -> messages.carriedOut(a.pe, to, bytes, head));
        } else {
            p.ready = head;
            p.passed = bytes;
            p.sent = true;
        }
        return left;
    }

    @Override
    public void deliver(MachineAccess a, Progress p, Arrival arrival) {
        int pe = a.pe;
        int to = a.region;
        long offset = a.offset;
        long bytes = a.bytes;
        long last = p.passed;
        long head = p.ready;
        events.at(head, () -> {
            long done = messages.carriedOut(pe, to, last, head);
            events.at(done, () -> {
                arrive(to, offset, bytes, pe);
                arrival.arrives(done + wake);
            });
        });
    }

    /// The next step of a request, whose PE waits for the answer: that of a get has the bytes, in pieces.
    private long ask(MachineAccess a, Progress p, long now) {
        boolean changes = a.kind == AccessKind.ATOMIC;
        long request = changes ? Long.BYTES : 0;
        p.more = true;
        switch (p.stage++) {
            case 0 -> {
                return now + messages.overhead;
            }
            case LINK -> {
                return messages.head(messages.leave(a.pe, request, now), request);
            }
            case HEAD -> {
                return messages.carriedOut(a.pe, a.region, request, now);
            }
            case AGENT -> {
                if (changes) {
                    p.more = false;
                    arrive(a.region, a.offset, Long.BYTES, a.pe);
                    return p.changed(now, now + wake, now + messages.latency);
                }
                return answer(a, p, now);
            }
            default -> {
                p.more = false;
                return messages.come(a.pe, p.ready, now);
            }
        }
    }

    /// The agent reads the next piece of an answer, which meets its host's link.
    private long answer(MachineAccess a, Progress p, long now) {
        p.reads = p.passed == 0;
        long bytes = Math.min(PIECE, a.bytes - p.passed);
        long left = messages.leave(a.region, bytes, now);
        long head = messages.head(left, bytes);
        p.passed += bytes;
        p.ready = bytes;
        if (p.passed == a.bytes) return head;
        int to = a.pe;
        p.stage = AGENT;
        events.at(head, () -> messages.come(to, bytes, head));
        return left;
    }

    /// A copy from or to another host: bytes come here, then go.
    private long relay(MachineAccess a, Progress p, long now) {
        if (p.part == null) p.part = new MachineAccess(AccessKind.GET, a.pe, a.source, a.sourceOffset, a.bytes);
        long next = step(p.part, p, now);
        if (p.more || p.part.kind == AccessKind.PUT) return next;
        boolean reads = p.reads;
        p.restart();
        p.reads = reads;
        p.part = new MachineAccess(AccessKind.PUT, a.pe, a.region, a.offset, a.bytes);
        p.more = true;
        return next;
    }

    @Override
    public long quietKnown(int pe) {
        return messages.met[pe];
    }

    @Override
    public long quiet(int pe, long now) {
        return Math.max(now, messages.acknowledged[pe]);
    }
}
