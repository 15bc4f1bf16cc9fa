// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a wire of sockets does with bytes that come in pieces, with other ends that do not read, and with strangers.
@Timeout(600)
class SocketWireTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int FRAME_HEAD = Long.BYTES + Message.HEADER_BYTES;
    private static final int CHALLENGE_BYTES = 8 + Handshake.BYTES;
    private static final long NO_END = Long.MAX_VALUE / 2;

    private final SocketKey key = new SocketKey(new byte[] {1, 2, 3}, false);
    private final Arena arena = Arena.ofConfined();
    private final long header = arena.allocate(Message.HEADER_BYTES, 8).address();
    private final List<byte[]> received = new ArrayList<>();
    private final List<SocketChannel> channels = new ArrayList<>();
    private SocketWire wire = wire(NO_END);

    private SocketWire wire(long unprovedNanos) {
        return new SocketWire(this::received, key, LOOPBACK, Ports.ANY, unprovedNanos);
    }

    private void received(long from, long header, long data, long bytes) {
        byte[] copy = new byte[(int) bytes];
        MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, data, copy, 0, copy.length);
        assertEquals(received.size(), Message.number(header), "in order");
        received.add(copy);
    }

    @AfterEach
    void close() {
        channels.forEach(SocketWire::close);
        wire.close();
        arena.close();
    }

    private SocketChannel stranger() throws IOException {
        SocketChannel channel = SocketChannel.open(Acceptor.parse(wire.address()));
        channels.add(channel);
        return channel;
    }

    /// A connection that has proved that it has the key.
    private SocketChannel friend() throws IOException {
        SocketChannel channel = stranger();
        channel.configureBlocking(false);
        var handshake = Handshake.ofCaller(key);
        while (!handshake.advance(channel)) wire.progress();
        return channel;
    }

    private void progressUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) if (!wire.progress()) wire.sleep(1_000_000);
    }

    /// Whether the wire has closed the connection; what it sends is read and dropped.
    private static boolean isClosed(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            int read = channel.read(ByteBuffer.allocate(1 << 10));
            return read < 0;
        } catch (IOException e) {
            return true; // reset
        }
    }

    private static byte[] frame(int number, byte[] data) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + data.length).order(ByteOrder.nativeOrder());
        return frame.putLong(data.length)
                .putLong(Long.BYTES + 8, number)
                .put(FRAME_HEAD, data)
                .array();
    }

    @Test
    void messagesThatComeInPiecesArriveWholeAndInOrder() throws IOException {
        Random random = new Random(5);
        SocketChannel channel = friend();
        List<byte[]> sent = new ArrayList<>();
        var bytes = ByteBuffer.allocate(8 << 20);
        for (int k = 0; k < 300; k++) {
            byte[] data =
                    new byte[random.nextInt(4) == 0 ? random.nextInt(Message.MOST_BYTES + 1) : random.nextInt(20)];
            random.nextBytes(data);
            sent.add(data);
            bytes.put(frame(k, data));
        }
        bytes.flip();
        while (bytes.hasRemaining()) {
            int piece = random.nextInt(3) == 0 ? random.nextInt(100_000) : random.nextInt(70);
            ByteBuffer part = bytes.slice().limit(Math.min(piece, bytes.remaining()));
            bytes.position(bytes.position() + channel.write(part));
            wire.progress();
        }
        progressUntil(() -> received.size() == sent.size());
        for (int k = 0; k < sent.size(); k++)
            assertEquals(ByteBuffer.wrap(sent.get(k)), ByteBuffer.wrap(received.get(k)));
    }

    @Test
    void whatTheOtherEndDoesNotReadStaysAndLeavesInOrder() {
        int count = 400;
        try (var caller = new SocketWire((from, head, data, bytes) -> {}, key, null, Ports.ANY)) {
            long link = caller.connect(wire.address());
            MemorySegment data = arena.allocate((long) count * Message.MOST_BYTES, 8);
            List<Long> numbers = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                int bytes = k % 3 == 0 ? 8 * k : Message.MOST_BYTES - k;
                long from = data.address() + (long) k * Message.MOST_BYTES;
                data.set(ValueLayout.JAVA_INT_UNALIGNED, (long) k * Message.MOST_BYTES + Math.max(0, bytes - 4), k);
                Message.number(header, k);
                long number = caller.send(link, header, Message.HEADER_BYTES, from, bytes);
                if (number != 0) numbers.add(number);
                Message.number(header, -1); // the wire has its own
            }
            assertEquals(count, numbers.size(), "nothing leaves before the handshake");
            assertNotEquals(0, caller.flush(link));
            while (received.size() < count) {
                caller.progress();
                wire.progress();
            }
            for (long number : numbers) assertTrue(caller.isSent(number));
            assertEquals(0, caller.flush(link));
            for (int k = 1; k < count; k++) {
                byte[] last = received.get(k);
                assertEquals(k % 3 == 0 ? 8 * k : Message.MOST_BYTES - k, last.length);
                int end = last.length - 4;
                assertEquals(k, MemorySegment.ofArray(last).get(ValueLayout.JAVA_INT_UNALIGNED, end));
            }
        }
    }

    /// An agent whose answers are not read reads no more. A PE reads them also while it has as many messages in its
    /// queue as it may have.
    @Test
    void anAgentAndAPeThatBothSendDoNotWaitForEachOther() {
        int answers = 1_000;
        int[] got = {0};
        long[] from = {0};
        try (var pe = new SocketWire((link, head, data, bytes) -> got[0]++, key, null, Ports.ANY);
                var agent = new SocketWire((link, head, data, bytes) -> from[0] = link, key, LOOPBACK, Ports.ANY)) {
            MemorySegment data = arena.allocate(Message.MOST_BYTES, 8);
            long to = pe.connect(agent.address());
            List<Long> queue = new ArrayList<>();
            Runnable sends = () -> {
                while (queue.size() <= HostStreams.MOST_LEAVING) {
                    long number = pe.send(to, header, Message.HEADER_BYTES, data.address(), Message.MOST_BYTES);
                    if (number != 0) queue.add(number);
                }
                pe.progress();
                queue.removeIf(pe::isSent);
            };
            while (from[0] == 0) {
                sends.run();
                agent.progress();
            }
            for (int k = 0; k < 200; k++) { // the kernel takes all that it has room for
                sends.run();
                pe.sleep(1_000_000);
            }
            for (int k = 0; k < answers; k++) {
                agent.send(from[0], header, Message.HEADER_BYTES, data.address(), Message.MOST_BYTES);
            }
            long end = System.nanoTime() + 20_000_000_000L;
            while (got[0] < answers) {
                assertTrue(System.nanoTime() < end, () -> "%d answers of %d".formatted(got[0], answers));
                sends.run();
                agent.progress();
            }
        }
    }

    @Test
    void aLengthThatNoMessageHasEndsTheConnectionAndTakesNoMemory() throws IOException {
        for (long bytes : new long[] {-1, Message.MOST_BYTES + 1, 1L << 40, Long.MIN_VALUE}) {
            SocketChannel channel = friend();
            channel.write(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putLong(0, bytes));
            boolean closed = false;
            for (int looks = 0;
                    looks < 5_000 && !closed;
                    looks++) { // all bytes have arrived: a wire that waits expects more
                if (!wire.progress()) wire.sleep(1_000_000);
                closed = isClosed(channel);
            }
            assertTrue(closed, "a message of " + bytes + " bytes is expected");
        }
        friend().write(ByteBuffer.wrap(frame(0, new byte[8])));
        progressUntil(() -> received.size() == 1);
    }

    /// Silent ones, and ones that talk nonsense: the job's own process gets through, and is never given up.
    @Test
    void aFloodOfStrangersHoldsABoundedNumberOfConnections() throws IOException {
        SocketChannel before = friend();
        int count = 3 * Acceptor.MOST_UNPROVED;
        List<SocketChannel> strangers = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            strangers.add(stranger());
            wire.progress();
            assertTrue(wire.unproved() <= Acceptor.MOST_UNPROVED, wire.unproved() + " connections");
        }
        for (int looks = 0; looks < 100 * count; looks++) wire.progress(); // accepts all that have connected
        assertEquals(Acceptor.MOST_UNPROVED, wire.unproved());
        progressUntil(
                () -> strangers.stream().filter(SocketWireTest::isClosed).count() == count - Acceptor.MOST_UNPROVED);
        friend().write(ByteBuffer.wrap(frame(0, new byte[8])));
        progressUntil(() -> received.size() == 1);
        assertFalse(isClosed(before));
        for (int k = 0; k < count; k++) {
            SocketChannel talker = stranger();
            talker.write(ByteBuffer.allocate(2 * Handshake.BYTES));
            progressUntil(() -> isClosed(talker));
        }
        assertFalse(isClosed(before));
    }

    @Test
    void aStrangerThatProvesNothingIsGivenUpAfterItsTime() throws IOException {
        wire.close();
        wire = wire(1);
        SocketChannel channel = stranger();
        progressUntil(() -> isClosed(channel));
        assertEquals(0, wire.unproved());
    }

    /// A proof that a stranger has seen on the network opens no second connection.
    @Test
    void aProofIsGoodForOneConnection() throws IOException {
        var seen = ByteBuffer.allocate(2 * Handshake.BYTES);
        SocketChannel channel = stranger();
        channel.configureBlocking(false);
        var overheard = new Overheard(channel, seen);
        var handshake = Handshake.ofCaller(key);
        while (!handshake.advance(overheard)) wire.progress();
        assertFalse(seen.hasRemaining(), "a nonce and a proof");
        SocketChannel again = stranger();
        again.write(seen.flip());
        again.configureBlocking(false);
        var got = ByteBuffer.allocate(1 << 10);
        progressUntil(() -> {
            try {
                return again.read(got) < 0 || got.position() >= CHALLENGE_BYTES + Handshake.BYTES;
            } catch (IOException e) {
                return true; // reset
            }
        });
        assertTrue(got.position() <= CHALLENGE_BYTES, "the agent answered with a proof");
    }

    /// What an end writes, for others to see.
    private record Overheard(SocketChannel channel, ByteBuffer seen) implements ByteChannel {
        @Override
        public int read(ByteBuffer to) throws IOException {
            return channel.read(to);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            seen.put(from.duplicate());
            return channel.write(from);
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /// A process that has taken the port of an agent gets a nonce and a proof, and no message.
    @Test
    void nothingIsSentToAnAgentWithoutTheKey() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0))) {
            try (var caller = new SocketWire((from, head, data, bytes) -> {}, key, null, Ports.ANY)) {
                var own = (InetSocketAddress) server.getLocalAddress();
                String address = LOOPBACK.getHostAddress() + " " + own.getPort();
                long link = caller.connect(address.getBytes(StandardCharsets.US_ASCII));
                assertNotEquals(0, caller.send(link, header, Message.HEADER_BYTES, header, 8));
                SocketChannel agent = server.accept();
                agent.configureBlocking(false);
                channels.add(agent);
                var handshake = Handshake.ofAgent(new SocketKey(new byte[] {3, 2, 1}, false));
                var got = ByteBuffer.allocate(1 << 10);
                assertThrows(IOException.class, () -> {
                    while (!handshake.advance(agent)) caller.progress();
                });
                agent.write(ByteBuffer.allocate(Handshake.BYTES));
                while (!caller.isBroken(link)) if (!caller.progress()) caller.sleep(1_000_000);
                agent.read(got);
                assertEquals(0, got.position(), "bytes after the proof");
                assertThrows(Wire.BrokenException.class, () -> caller.flush(link));
            }
        }
    }

    @Test
    void anAgentThatIsNotThereBreaksTheLink() {
        byte[] address = wire.address();
        wire.close();
        wire = wire(NO_END);
        try (var caller = new SocketWire((from, head, data, bytes) -> {}, key, null, Ports.ANY)) {
            long link = caller.connect(address);
            while (!caller.isBroken(link)) if (!caller.progress()) caller.sleep(1_000_000);
        } catch (Wire.BrokenException e) {
            assertTrue(e.getMessage().contains("refused"), e.getMessage()); // known at once on loopback
        }
    }
}
