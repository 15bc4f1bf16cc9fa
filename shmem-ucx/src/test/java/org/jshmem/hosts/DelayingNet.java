// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jshmem.transport.Memory;

/// A network inside a JVM that delays messages, reads a message's bytes long after it was given them, has no room for
/// long, and hands data over at odd addresses. Messages from one process to another keep their order, those of
/// different senders do not. The seed decides.
final class DelayingNet {
    private static final int MOST_UNREAD = 64;

    private static final int SHORT_MILLIS = 20;

    private final Random random;

    /// Whether each turn takes itself for busy, as if messages came without end.
    boolean floods;

    /// Whether a sleep for more than 20 ms lasts until a message or a thread ends it.
    boolean sleepsOn;

    private final List<End> ends = new ArrayList<>();

    DelayingNet(long seed) {
        this.random = new Random(seed);
    }

    /// An end for this receiver.
    synchronized Fabric fabric(Fabric.Receiver receiver) {
        End end = new End(ends.size(), receiver);
        ends.add(end);
        return end;
    }

    /// Closes an end, whose process has ended.
    static void close(Fabric end) {
        ((End) end).close();
    }

    /// The messages of the JVM with this number that are on their way.
    int unsent(int jvm) {
        return end(jvm + 1).outgoing.size();
    }

    private synchronized int draw(int bound) {
        return random.nextInt(bound);
    }

    private synchronized End end(long endpoint) {
        return ends.get((int) endpoint - 1);
    }

    private record Packet(long from, byte[] header, byte[] data) {}

    private record Outgoing(long number, long endpoint, long header, long data, long bytes) {}

    private final class End implements Fabric {
        private final int index;
        private final Receiver receiver;
        private final Deque<Outgoing> outgoing = new ArrayDeque<>();
        private final Deque<Packet> inbox = new ArrayDeque<>();
        private final Set<Long> sent = new HashSet<>();
        private final Arena arena = Arena.ofShared();
        private final long room =
                arena.allocate(2L * org.jshmem.hosts.Packet.MOST_BYTES, 64).address();
        private long numbers;
        private boolean closed;
        private boolean woken;

        End(int index, Receiver receiver) {
            this.index = index;
            this.receiver = receiver;
        }

        @Override
        public byte[] address() {
            return new byte[] {(byte) index};
        }

        @Override
        public long connect(byte[] address) {
            return 1L + address[0];
        }

        @Override
        public long send(long endpoint, long header, long data, long bytes) {
            var message = new Outgoing(++numbers, endpoint, header, data, bytes);
            if (outgoing.isEmpty() && draw(2) == 0 && leave(message)) return 0;
            outgoing.add(message);
            return message.number;
        }

        /// False if the receiver has no room.
        private boolean leave(Outgoing m) {
            byte[] header = new byte[org.jshmem.hosts.Packet.HEADER_BYTES];
            byte[] data = new byte[(int) m.bytes];
            MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, m.header, header, 0, header.length);
            MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, m.data, data, 0, data.length);
            return end(m.endpoint).arrive(new Packet(index + 1, header, data));
        }

        private synchronized boolean arrive(Packet message) {
            if (!closed && inbox.size() >= MOST_UNREAD) return false;
            inbox.add(message);
            notifyAll();
            return true;
        }

        @Override
        public boolean isSent(long number) {
            return sent.remove(number);
        }

        @Override
        public boolean progress() {
            boolean busy = floods;
            for (int k = draw(4); k > 0 && !outgoing.isEmpty() && leave(outgoing.peekFirst()); k--) {
                sent.add(outgoing.removeFirst().number);
                busy = true;
            }
            for (int k = draw(4); k > 0; k--) {
                Packet message = take();
                if (message == null) break;
                long header = room + 1 + draw(7);
                long data = header + 64 + draw(8);
                MemorySegment.copy(
                        message.header, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, header, message.header.length);
                MemorySegment.copy(
                        message.data, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, data, message.data.length);
                receiver.received(message.from, header, data, message.data.length);
                busy = true;
            }
            return busy;
        }

        private synchronized Packet take() {
            return inbox.pollFirst();
        }

        @Override
        public synchronized boolean arm() {
            return inbox.isEmpty() && outgoing.isEmpty();
        }

        @Override
        public synchronized boolean poll(int millis) {
            try {
                if (inbox.isEmpty() && !woken) wait(sleepsOn && millis > SHORT_MILLIS ? 0 : millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            boolean arrived = woken || !inbox.isEmpty();
            woken = false;
            return arrived;
        }

        @Override
        public synchronized void wake() {
            woken = true;
            notifyAll();
        }

        private synchronized void close() {
            closed = true;
            arena.close();
        }
    }
}
