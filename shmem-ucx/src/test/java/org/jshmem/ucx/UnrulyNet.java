// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jshmem.transport.Memory;

/// A network inside a JVM that does all a wire may do: delays messages, lets later ones overtake, hands data over
/// at odd addresses, and reads a message's bytes long after it was given them. The seed says how.
final class UnrulyNet {
    private static final int MOST_UNREAD = 256;

    private final Random random;
    private final List<End> ends = new ArrayList<>();

    UnrulyNet(long seed) {
        random = new Random(seed);
    }

    /// An end for this receiver.
    synchronized Wire wire(Wire.Receiver receiver) {
        End end = new End(ends.size(), receiver);
        ends.add(end);
        return end;
    }

    private synchronized int draw(int bound) {
        return random.nextInt(bound);
    }

    private synchronized End end(long link) {
        return ends.get((int) link - 1);
    }

    private record Message(long from, byte[] header, byte[] data) {}

    /// On its way out: its bytes are read when it leaves.
    private record Outgoing(long number, long link, long header, int headerBytes, long data, long bytes) {}

    private final class End implements Wire {
        private final int index;
        private final Receiver receiver;
        private final List<Outgoing> outgoing = new ArrayList<>();
        private final List<Message> inbox = new ArrayList<>();
        private final Map<Long, Boolean> sent = new HashMap<>();
        private final Arena arena = Arena.ofShared();
        private final long room = arena.allocate(2 << 20, 64).address();
        private long numbers;
        private boolean awake;
        private boolean closed;

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
        public long send(long link, long header, int headerBytes, long data, long bytes) {
            var message = new Outgoing(++numbers, link, header, headerBytes, data, bytes);
            if (outgoing.isEmpty() && end(link).hasRoom() && draw(2) == 0) {
                leave(message);
                return 0;
            }
            outgoing.add(message);
            return message.number;
        }

        private void leave(Outgoing m) {
            byte[] header = new byte[m.headerBytes];
            byte[] data = new byte[(int) m.bytes];
            MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, m.header, header, 0, header.length);
            MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, m.data, data, 0, data.length);
            end(m.link).arrive(new Message(index + 1, header, data));
        }

        /// A network holds so much of what a receiver has not taken; then senders wait.
        private synchronized boolean hasRoom() {
            return closed || inbox.size() < MOST_UNREAD;
        }

        private synchronized void arrive(Message message) {
            inbox.add(message);
            awake = true;
            notifyAll();
        }

        @Override
        public boolean isSent(long number) {
            return sent.remove(number) != null;
        }

        @Override
        public long flush(long link) {
            return outgoing.isEmpty() ? 0 : send(link, room, 0, room, 0); // an empty message, behind all others
        }

        @Override
        public boolean isBroken(long link) {
            return end(link).closed;
        }

        @Override
        public boolean progress() {
            boolean busy = false;
            if (!outgoing.isEmpty() && end(outgoing.getFirst().link).hasRoom()) {
                Outgoing m = outgoing.removeFirst();
                if (m.headerBytes > 0) leave(m);
                sent.put(m.number, true);
                busy = true;
            }
            Message message = take();
            if (message == null) return busy;
            long header = room + draw(8);
            long data = room + 4096 + draw(8);
            MemorySegment.copy(
                    message.header, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, header, message.header.length);
            MemorySegment.copy(message.data, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, data, message.data.length);
            receiver.received(message.from, header, data, message.data.length);
            return true;
        }

        private synchronized Message take() {
            if (inbox.isEmpty() || draw(3) == 0) return null;
            return inbox.remove(draw(Math.min(inbox.size(), 8)));
        }

        @Override
        public synchronized void sleep(long nanos) {
            try {
                if (!awake && inbox.isEmpty() && outgoing.isEmpty()) wait(1 + nanos / 1_000_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            awake = false;
        }

        @Override
        public synchronized void wake() {
            awake = true;
            notifyAll();
        }

        @Override
        public synchronized void close() {
            closed = true;
            arena.close();
        }
    }
}
