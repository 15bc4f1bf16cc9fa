// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What an agent does to memory: its own does not grow with what PEs ask for and do not take, and a PE's changes in the
/// order of the words in a message.
class AgentMemoryTest {
    private static final int REGION = 1 << 20;
    private static final int GETS = 200;
    private static final int DATA = 64;
    private static final int FLAG = 256;

    private final FullSocket socket = new FullSocket();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment region = arena.allocate(REGION, 64);
    private final long header =
            arena.allocate(Message.HEADER_BYTES + Message.MOST_BYTES, 64).address();
    private LongConsumer asked = offset -> {};
    private final Agent agent = new Agent(0, new Region(), 2, 1, 2, 0, receiver -> {
        socket.receiver = receiver;
        return socket;
    });

    @AfterEach
    void close() {
        agent.close();
        arena.close();
    }

    /// A wire whose messages stay in this process until the test lets them leave.
    private static final class FullSocket implements Wire {
        final Deque<Long> waiting = new ArrayDeque<>();
        Receiver receiver;
        long number;
        long bytes;
        int most;

        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public long connect(byte[] address) {
            return 1;
        }

        @Override
        public long send(long link, long header, int headerBytes, long data, long count) {
            waiting.add(++number);
            bytes += count;
            most = Math.max(most, waiting.size());
            return number;
        }

        @Override
        public boolean isSent(long message) {
            return !waiting.contains(message);
        }

        @Override
        public long flush(long link) {
            return 0;
        }

        @Override
        public boolean isBroken(long link) {
            return false;
        }

        @Override
        public boolean progress() {
            return false;
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public void wake() {}

        @Override
        public void close() {}
    }

    /// One region; `asked` gets each offset before its address is told.
    private final class Region implements HostMemory {
        @Override
        public boolean isHere(int pe) {
            return true;
        }

        @Override
        public long regionBytes() {
            return REGION;
        }

        @Override
        public long address(int pe, long offset) {
            asked.accept(offset);
            return region.address() + offset;
        }

        @Override
        public void wake(int pe, long offset, long bytes) {}
    }

    private void receive(int kind, long number, long value, long extra, long token) {
        Message.head(header, kind, 0, 0, 0, 0);
        Message.number(header, number);
        Message.operands(header, value, extra, token);
        socket.receiver.received(7, header, header + Message.HEADER_BYTES, 0);
    }

    @Test
    void getsThatNobodyReadsTakeABoundedNumberOfBlocksAndAreAnsweredWhole() {
        receive(Message.HELLO, 0, 1, 2, 0);
        for (int k = 1; k <= GETS; k++) receive(Message.GET, k, REGION, 0, k);
        assertTrue(socket.most <= Answers.MOST_LEAVING, socket.most + " blocks");
        while (!socket.waiting.isEmpty()) {
            socket.waiting.clear();
            agent.turn();
        }
        assertEquals((long) GETS * REGION, socket.bytes);
        assertTrue(socket.most <= Answers.MOST_LEAVING, socket.most + " blocks");
    }

    @Test
    void aSenderMayNotHaveMoreGetsOpenThanAPeOpens() {
        receive(Message.HELLO, 0, 1, 2, 0);
        for (int k = 1; k <= HostStreams.MOST_OPEN; k++) receive(Message.GET, k, REGION, 0, k);
        assertEquals(Answers.MOST_LEAVING, socket.waiting.size(), "pieces of the first get");
        receive(Message.GET, HostStreams.MOST_OPEN + 1, REGION, 0, 1);
        assertEquals(Answers.MOST_LEAVING + 1, socket.waiting.size(), "and the refusal");
        socket.waiting.clear();
        agent.turn();
        assertEquals(0, socket.waiting.size(), "a refused sender gets no more pieces");
    }

    /// UCX lets any process send: only a hello shows that a sender belongs to the job.
    @Test
    void messagesOfSendersWithoutAHelloTakeABoundedNumberOfBytes() {
        Message.head(header, Message.PUT, 0, 0, 0, DATA);
        Message.operands(header, 0, 0, 0);
        Memory.setLong(header + Message.HEADER_BYTES, 42);
        Message.number(header, 1); // of a PE whose hello is still under way
        socket.receiver.received(7, header, header + Message.HEADER_BYTES, Long.BYTES);
        int pieces = (int) (Agent.MOST_UNKNOWN_BYTES / Message.MOST_BYTES);
        for (long stranger = 8; stranger < 11; stranger++) {
            int refused = socket.waiting.size();
            for (int k = 1; k <= pieces && socket.waiting.size() == refused; k++) {
                Message.number(header, k);
                socket.receiver.received(stranger, header, header + Message.HEADER_BYTES, Message.MOST_BYTES);
                assertTrue(agent.unknownBytes() <= Agent.MOST_UNKNOWN_BYTES, agent.unknownBytes() + " bytes");
            }
            assertEquals(refused + 1, socket.waiting.size(), "a refusal");
        }
        receive(Message.HELLO, 0, 1, 2, 0);
        assertEquals(42, region.get(ValueLayout.JAVA_LONG, DATA), "the put that came before its hello");
        assertEquals(0, agent.unknownBytes());
    }

    /// A PE that looks at the flag without a pause sees it a moment after the agent has asked for its address.
    @Test
    void theFlagOfAPutIsTouchedWhenItsDataAreThere() {
        List<Long> found = new ArrayList<>();
        asked = offset -> {
            if (offset == FLAG) found.add(region.get(ValueLayout.JAVA_LONG, DATA));
        };
        receive(Message.HELLO, 0, 1, 2, 0);
        Memory.setLong(header + Message.HEADER_BYTES, 42);
        Message.head(header, Message.PUT, 0, 0, 0, DATA);
        Message.flag(header, Message.THEN_SET);
        Message.number(header, 1);
        Message.operands(header, 7, FLAG, 0);
        socket.receiver.received(7, header, header + Message.HEADER_BYTES, Long.BYTES);
        agent.turn();
        assertEquals(7, region.get(ValueLayout.JAVA_LONG, FLAG));
        assertEquals(List.of(42L), found);
    }
}
