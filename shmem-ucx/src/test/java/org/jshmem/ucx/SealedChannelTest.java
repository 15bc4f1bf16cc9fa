// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a connection that encrypts carries, what a machine on the way sees of it, and what it can do to it.
@Timeout(60)
class SealedChannelTest {
    private static final SocketKey KEY = new SocketKey(new byte[] {1, 2, 3}, true);
    private static final byte[] NONCES = new byte[2 * Handshake.BYTES];
    private static final int RECORDS = 3; // of one key
    private static final int HEAD_BYTES = SealedChannel.LENGTH_BYTES;

    private SocketChannel left;
    private SocketChannel right;

    @BeforeEach
    void connect() throws IOException {
        try (var server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            left = SocketChannel.open(server.getLocalAddress());
            right = server.accept();
        }
        left.configureBlocking(false);
        right.configureBlocking(false);
    }

    @AfterEach
    void close() {
        SocketWire.close(left);
        SocketWire.close(right);
    }

    private static RecordKey key(String name) {
        return RecordKey.of(KEY, NONCES, name, RECORDS);
    }

    private SealedChannel sender() {
        return new SealedChannel(left, key("caller"), key("agent"));
    }

    private SealedChannel receiver() {
        return new SealedChannel(right, key("agent"), key("caller"));
    }

    /// What one write of `text` sends.
    private byte[] sealed(SealedChannel by, String text) throws IOException {
        ByteBuffer plain = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        assertEquals(plain.capacity(), by.write(plain));
        var bytes = ByteBuffer.allocate(HEAD_BYTES + text.length() + SealedChannel.TAG_BYTES);
        while (bytes.hasRemaining()) right.read(bytes);
        return bytes.array();
    }

    /// What the receiver makes of these bytes.
    private String opened(SealedChannel by, byte[] bytes) throws IOException {
        left.write(ByteBuffer.wrap(bytes));
        var plain = ByteBuffer.allocate(SealedChannel.IN_BYTES);
        while (by.read(plain) == 0) Thread.onSpinWait();
        return new String(plain.array(), 0, plain.position(), StandardCharsets.US_ASCII);
    }

    /// Pieces of all sizes, buffers with and without room, and a socket that is full at times: the bytes arrive in
    /// order, and the caller's buffers say what has left.
    @Test
    void bytesArriveAsTheyWereWritten() throws IOException {
        var random = new Random(3);
        byte[] sent = new byte[24 << 20];
        random.nextBytes(sent);
        var got = new ByteArrayOutputStream();
        var from = sender();
        var to = receiver();
        int next = 0;
        int end = 0;
        boolean wasFull = false;
        while (got.size() < sent.length) {
            if (next == end)
                end = Math.min(
                        sent.length, end + (random.nextBoolean() ? random.nextInt(100) : random.nextInt(3 << 20)));
            int middle = next + random.nextInt(end - next + 1);
            ByteBuffer[] pieces = {
                ByteBuffer.wrap(sent, next, middle - next), ByteBuffer.wrap(sent, middle, end - middle)
            };
            long wrote = from.write(pieces);
            wasFull |= wrote < end - next;
            assertEquals(wrote, end - next - pieces[0].remaining() - pieces[1].remaining());
            next += (int) wrote;
            if (random.nextInt(4) > 0) continue;
            ByteBuffer[] room = {ByteBuffer.allocate(random.nextInt(9)), ByteBuffer.allocate(SealedChannel.IN_BYTES)};
            long read = to.read(room);
            assertEquals(read, room[0].position() + room[1].position());
            for (ByteBuffer each : room) got.write(each.array(), 0, each.position());
        }
        assertTrue(wasFull, "no write found the socket full");
        assertArrayEquals(sent, got.toByteArray());
    }

    /// Equal texts give different bytes, also after the key has changed, and no byte of them in clear.
    @Test
    void nothingIsSentInClearOrTwice() throws IOException {
        var from = sender();
        Set<String> seen = new HashSet<>();
        for (int k = 0; k < 3 * RECORDS; k++) {
            String bytes = new String(sealed(from, "attack at dawn"), StandardCharsets.ISO_8859_1);
            assertFalse(bytes.contains("dawn"), bytes);
            assertTrue(seen.add(bytes), "record " + k + " was sent before");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, HEAD_BYTES, HEAD_BYTES + 10, HEAD_BYTES + 20})
    void anAlteredByteEndsTheConnection(int at) throws IOException {
        byte[] record = sealed(sender(), "attack");
        record[at] ^= (byte) (at < HEAD_BYTES ? 0xfe : 1); // of the length: one that is too long or too short
        refused(receiver(), at == 3 ? Arrays.copyOf(record, 1 << 10) : record);
    }

    private void refused(SealedChannel receiver, byte[] bytes) {
        var refused = assertThrows(IOException.class, () -> opened(receiver, bytes));
        assertEquals("bytes of the connection were altered on their way", refused.getMessage());
    }

    @Test
    void aRepeatedRecordEndsTheConnection() throws IOException {
        byte[] record = sealed(sender(), "attack");
        var to = receiver();
        assertEquals("attack", opened(to, record));
        refused(to, record);
    }

    @Test
    void aMissingRecordEndsTheConnection() throws IOException {
        var from = sender();
        sealed(from, "do not");
        refused(receiver(), sealed(from, "attack"));
    }

    @Test
    void anotherJobOrConnectionHasOtherKeys() throws IOException {
        byte[] record = sealed(sender(), "attack");
        byte[] nonces = NONCES.clone();
        nonces[Handshake.BYTES] = 1;
        refused(new SealedChannel(right, key("agent"), RecordKey.of(KEY, nonces, "caller")), record);
        var other = new SocketKey(new byte[] {1, 2, 4}, true);
        refused(new SealedChannel(right, key("agent"), RecordKey.of(other, NONCES, "caller")), record);
    }

    /// A record of a caller that comes back to it, after a handshake.
    @Test
    void eachDirectionHasItsKey() throws IOException {
        var agent = Handshake.ofAgent(KEY);
        var caller = Handshake.ofCaller(KEY);
        boolean one = false;
        boolean other = false;
        while (!one || !other) {
            if (!one) one = agent.advance(right);
            if (!other) other = caller.advance(left);
        }
        SealedChannel from = caller.sealed(left);
        byte[] record = sealed(from, "attack");
        right.write(ByteBuffer.wrap(record));
        var plain = ByteBuffer.allocate(SealedChannel.IN_BYTES);
        assertThrows(IOException.class, () -> {
            while (from.read(plain) == 0) Thread.onSpinWait();
        });
        assertEquals("attack", opened(agent.sealed(right), record));
    }

    /// An end that encrypts and one that does not find out in the handshake.
    @Test
    void bothEndsEncryptOrNone() throws IOException {
        var agent = Handshake.ofAgent(KEY);
        var caller = Handshake.ofCaller(new SocketKey(KEY.bytes(), false));
        assertFalse(agent.advance(right));
        var refused = assertThrows(IOException.class, () -> {
            while (!caller.advance(left)) Thread.onSpinWait();
        });
        assertEquals("the other end is not an agent of jshmem", refused.getMessage());
    }
}
