// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Threads of a PE that use one channel: what one of them sends while another is in a quiet.
class ClientTest {
    private static final long SILENCE_NANOS = 600_000_000;
    private static final int BLOCK = 256; // bytes, copied by a one-sided put

    private final Arena arena = Arena.ofShared();
    private final Agents agents = new Agents();
    private final Marks marks = new Marks(3);
    private final Client client = new Client(0, hosts(), () -> {}, agents::wire);

    private static Hosts hosts() {
        var list = Stream.of("a", "b", "c")
                .map(name -> new Hosts.Host(name, 1, name.getBytes(StandardCharsets.US_ASCII)))
                .toList();
        int[] each = {0, 1, 2};
        return new Hosts(1, 2, SILENCE_NANOS, Wiring.UCX, list, each, each);
    }

    @AfterEach
    void close() {
        client.close();
        arena.close();
    }

    private void store(int host) {
        client.store(marks, host, host, 0, 8, 1);
    }

    /// No question of the quiet asks for the later store, so a wait for it could be without end.
    @Test
    void aQuietWaitsForWhatWasSentBeforeIt() {
        for (int host : List.of(1, 2, 2)) store(host);
        agents.meanwhile = () -> store(2);
        client.quiet(marks);
        assertTrue(marks.any(), "the later store is left for the next quiet");
        client.quiet(marks);
        assertFalse(marks.any());
    }

    @Test
    void aOneSidedPutDuringAQuietIsLeftForTheNextOne() {
        store(1);
        MemorySegment block = arena.allocate(BLOCK, 8);
        agents.meanwhile = () -> client.put(marks, 2, 2, 0, block, 0, BLOCK, 0, 0, 0, true);
        client.quiet(marks);
        assertTrue(marks.any(), "the put is left for the next quiet");
        int before = agents.flushes;
        client.quiet(marks);
        assertEquals(before + 1, agents.flushes);
        assertFalse(marks.any());
    }

    /// A wire to agents that answer in the order of the questions, at one of each progress.
    private final class Agents implements Wire {
        private final long header = arena.allocate(Message.HEADER_BYTES, 8).address();
        private final Deque<long[]> answers = new ArrayDeque<>(); // link, number, kind
        private Receiver receiver;
        private Runnable meanwhile;
        private int flushes;

        Wire wire(Receiver own) {
            receiver = own;
            return this;
        }

        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public long connect(byte[] address) {
            return (long) address[0] - 'a';
        }

        @Override
        public long send(long link, long head, int headerBytes, long data, long bytes) {
            boolean key = Message.kind(head) == Message.KEY;
            boolean tells = (Message.flags(head) & Message.TELL) != 0;
            int kind = key ? Message.REGION : Message.ANSWER;
            if (key || tells) answers.add(new long[] {link, Message.number(head), kind});
            return 0;
        }

        @Override
        public boolean isSent(long number) {
            return true;
        }

        @Override
        public long flush(long link) {
            flushes++;
            return 0;
        }

        @Override
        public long oneSidedFrom() {
            return BLOCK;
        }

        @Override
        public long unpack(long link, byte[] key) {
            return key[0];
        }

        @Override
        public long put(long link, long key, long from, long to, long bytes) {
            return 0;
        }

        @Override
        public boolean isBroken(long link) {
            return false;
        }

        @Override
        public boolean progress() {
            if (meanwhile != null) {
                Runnable other = meanwhile;
                meanwhile = null;
                other.run();
                return true;
            }
            long[] answer = answers.poll();
            if (answer == null) return false;
            boolean region = answer[2] == Message.REGION;
            Message.head(header, (int) answer[2], 0, 0, (int) answer[0], region ? 1 << 20 : 0);
            Message.number(header, answer[1]);
            Message.operands(header, 0, 0, 0);
            long data = arena.allocate(1).address();
            Memory.setByte(data, (byte) 1);
            receiver.received(answer[0], header, data, region ? 1 : 0);
            return true;
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public void wake() {}

        @Override
        public void close() {}
    }
}
