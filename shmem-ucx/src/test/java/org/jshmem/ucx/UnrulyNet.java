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
/// at odd addresses, and reads a message's bytes long after it was given them. One-sided puts arrive later than
/// messages and in another order, some of them only by a flush. The seed says how.
final class UnrulyNet {
    private static final int MOST_UNREAD = 256;

    // instead of the bytes of a header, in one-sided operations
    private static final int PUT = -1;
    private static final int GET = -2;

    private final Random random;
    private final List<End> ends = new ArrayList<>();

    private final long oneSidedFrom;

    /// A network without one-sided operations.
    UnrulyNet(long seed) {
        this(seed, Long.MAX_VALUE);
    }

    /// A network whose one-sided operations copy this many bytes or more.
    UnrulyNet(long seed, long oneSidedFrom) {
        this.random = new Random(seed);
        this.oneSidedFrom = oneSidedFrom;
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

    /// On its way out: its bytes are read when it leaves. Without a header it is a flush; of a one-sided operation
    /// `link` is the address to which it copies.
    private record Outgoing(long number, long link, long header, int headerBytes, long data, long bytes) {}

    /// The bytes of a one-sided put that has left.
    private record Late(long to, byte[] data) {}

    private final class End implements Wire {
        private final int index;
        private final Receiver receiver;
        private final List<Outgoing> outgoing = new ArrayList<>();
        private final List<Message> inbox = new ArrayList<>();
        private final List<Late> late = new ArrayList<>();
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
            if (outgoing.isEmpty() && late.isEmpty()) return 0;
            outgoing.add(new Outgoing(++numbers, link, room, 0, room, 0)); // an empty message, behind all others
            return numbers;
        }

        @Override
        public long oneSidedFrom() {
            return oneSidedFrom;
        }

        @Override
        public byte[] register(long address, long bytes) {
            return new byte[] {1};
        }

        @Override
        public long unpack(long link, byte[] key) {
            return key[0];
        }

        @Override
        public long put(long link, long key, long from, long to, long bytes) {
            outgoing.add(new Outgoing(++numbers, to, 0, PUT, from, bytes));
            return numbers;
        }

        @Override
        public long get(long link, long key, long from, long to, long bytes) {
            outgoing.add(new Outgoing(++numbers, to, 0, GET, from, bytes));
            return numbers;
        }

        /// Ends the first of what is on its way out.
        private void leaveFirst() {
            Outgoing m = outgoing.removeFirst();
            if (m.headerBytes > 0) leave(m);
            else if (m.headerBytes == GET) Memory.copy(m.data, m.link, m.bytes);
            else if (m.headerBytes == PUT) {
                byte[] data = new byte[(int) m.bytes];
                Memory.copyOut(m.data, MemorySegment.ofArray(data), 0, data.length);
                late.add(new Late(m.link, data));
            } else while (!late.isEmpty()) arriveLate();
            sent.put(m.number, true);
        }

        private void arriveLate() {
            Late one = late.remove(draw(late.size()));
            Memory.copyIn(MemorySegment.ofArray(one.data), 0, one.to, one.data.length);
        }

        @Override
        public boolean isBroken(long link) {
            return end(link).closed;
        }

        @Override
        public boolean progress() {
            boolean busy = false;
            if (!outgoing.isEmpty()
                    && (outgoing.getFirst().headerBytes < 0
                            || end(outgoing.getFirst().link).hasRoom())) {
                leaveFirst();
                busy = true;
            }
            if (!late.isEmpty() && draw(16) == 0) arriveLate();
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
