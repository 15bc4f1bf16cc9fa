// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.function.LongConsumer;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Events;
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
    public long step(MachineAccess a, long now) {
        if (a.kind == AccessKind.COMPUTE) return super.step(a, now);
        if (a.kind == AccessKind.COPY && (sends(a.pe, a.region) || sends(a.pe, a.source))) return relay(a, now);
        if (!sends(a.pe, a.region)) return super.step(a, now);
        return switch (a.kind) {
            case LOAD, POLL, GET, READ, ATOMIC -> ask(a, a.region, now);
            default -> send(a, now);
        };
    }

    /// The next step of a put: a piece is made, or meets the link. The PE goes on when the last piece has left.
    private long send(MachineAccess a, long now) {
        a.more = true;
        if (a.stage != LINK) {
            a.stage = LINK;
            return now + messages.overhead;
        }
        a.stage = 0;
        long bytes = Math.min(PIECE, a.bytes - a.passed);
        long left = messages.leave(a.pe, bytes, now);
        long head = messages.head(left, bytes);
        a.passed += bytes;
        a.more = a.passed < a.bytes;
        messages.met[a.pe] = Math.max(messages.met[a.pe], head);
        if (a.more) {
            int to = a.region;
            events.at(head, () -> messages.carriedOut(a.pe, to, bytes, head));
        } else {
            a.ready = head;
            a.passed = bytes;
            a.sent = true;
        }
        return left;
    }

    @Override
    public void deliver(MachineAccess a, LongConsumer arrival) {
        int pe = a.pe;
        int to = a.region;
        long offset = a.offset;
        long bytes = a.bytes;
        long last = a.passed;
        long head = a.ready;
        events.at(head, () -> {
            long done = messages.carriedOut(pe, to, last, head);
            events.at(done, () -> {
                arrive(to, offset, bytes, pe);
                arrival.accept(done + wake);
            });
        });
    }

    /// The next step of a request, whose PE waits for the answer: that of a get has the bytes, in pieces.
    private long ask(MachineAccess a, int owner, long now) {
        boolean changes = a.kind == AccessKind.ATOMIC;
        long request = changes ? Long.BYTES : 0;
        a.more = true;
        switch (a.stage++) {
            case 0 -> {
                return now + messages.overhead;
            }
            case LINK -> {
                return messages.head(messages.leave(a.pe, request, now), request);
            }
            case HEAD -> {
                return messages.carriedOut(a.pe, owner, request, now);
            }
            case AGENT -> {
                if (changes) {
                    a.more = false;
                    arrive(a.region, a.offset, Long.BYTES, a.pe);
                    return a.changed(now, now + wake, now + messages.latency);
                }
                return answer(a, owner, now);
            }
            default -> {
                a.more = false;
                return messages.come(a.pe, a.ready, now);
            }
        }
    }

    /// The agent reads the next piece of an answer, which meets its host's link.
    private long answer(MachineAccess a, int owner, long now) {
        a.reads = a.passed == 0;
        long bytes = Math.min(PIECE, a.bytes - a.passed);
        long left = messages.leave(owner, bytes, now);
        long head = messages.head(left, bytes);
        a.passed += bytes;
        a.ready = bytes;
        if (a.passed == a.bytes) return head;
        int to = a.pe;
        a.stage = AGENT;
        events.at(head, () -> messages.come(to, bytes, head));
        return left;
    }

    /// A copy from or to another host: bytes come here, then go.
    private long relay(MachineAccess a, long now) {
        if (a.half > 0) return sends(a.pe, a.region) ? send(a, now) : copy(a, -1, a.region, now);
        long next = sends(a.pe, a.source) ? ask(a, a.source, now) : copy(a, a.source, -1, now);
        if (!a.more) a.beginHalf(1);
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
