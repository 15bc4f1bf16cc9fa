// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What PEs may rely on when they ask another host's agent, on whatever wire.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class AgentContract {
    static final long JOB = 0x1234;
    static final long TOKEN = 0x5678;
    private static final int REGION = 1 << 20;
    private static final int NPES = 102; // PEs 0 and 1 are here, all others ask

    private final Arena arena = Arena.ofShared();
    private final MemorySegment regions = arena.allocate(2 * REGION, 64);
    private final AtomicInteger wakes = new AtomicInteger();
    private final List<Client> clients = new ArrayList<>();
    private Agent agent;

    /// A wire on the network of this test.
    abstract Function<Wire.Receiver, Wire> wires();

    @BeforeEach
    void start() {
        agent = new Agent(0, new Regions(), NPES, JOB, TOKEN, 0, wires());
        agent.start();
    }

    @AfterEach
    void stop() {
        clients.forEach(Client::close);
        if (agent != null) { // else the wire is missing here
            agent.close();
            assertNull(agent.failure());
        }
        arena.close();
    }

    private final class Regions implements HostMemory {
        @Override
        public boolean isHere(int pe) {
            return pe < 2;
        }

        @Override
        public long regionBytes() {
            return REGION;
        }

        @Override
        public long address(int pe, long offset) {
            return regions.address() + (long) pe * REGION + offset;
        }

        @Override
        public void wake(int pe, long offset, long bytes) {
            wakes.incrementAndGet();
        }
    }

    final byte[] agentAddress() {
        return agent.address();
    }

    final Client client(int pe, long token) {
        int[] hostOf = new int[NPES];
        for (int k = 2; k < NPES; k++) hostOf[k] = 1;
        var list = List.of(new Hosts.Host("a", 2, agent.address()), new Hosts.Host("b", 2, new byte[0]));
        var hosts = new Hosts(JOB, token, list, hostOf);
        var client = new Client(pe, hosts, () -> {}, wires());
        synchronized (clients) {
            clients.add(client);
        }
        return client;
    }

    private long at(int pe, long offset) {
        return regions.address() + (long) pe * REGION + offset;
    }

    @Test
    void whatRandomOperationsLeaveBehindIsWhatAModelSays() {
        Client client = client(2, TOKEN);
        Random random = new Random(7);
        byte[] model = new byte[REGION];
        MemorySegment mine = arena.allocate(200_000, 8);
        var marks = new Marks(2);
        for (int round = 0; round < 600; round++) {
            int bytes = random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(100);
            int offset = random.nextInt(REGION - bytes);
            switch (random.nextInt(5)) {
                case 0 -> {
                    byte[] data = new byte[bytes];
                    random.nextBytes(data);
                    client.put(marks, 0, 1, offset, MemorySegment.ofArray(data), 0, bytes, 0, 0, 0, false);
                    System.arraycopy(data, 0, model, offset, bytes);
                    random.nextBytes(data); // put has left it
                }
                case 1 -> {
                    byte[] data = new byte[bytes];
                    random.nextBytes(data);
                    MemorySegment.copy(data, 0, mine, ValueLayout.JAVA_BYTE, 0, bytes);
                    client.put(marks, 0, 1, offset, mine, 0, bytes, 0, 0, 0, false);
                    mine.fill((byte) -1);
                    System.arraycopy(data, 0, model, offset, bytes);
                }
                case 2 -> {
                    byte[] data = new byte[bytes];
                    client.get(0, 1, offset, MemorySegment.ofArray(data), 0, bytes);
                    assertArrayEquals(java.util.Arrays.copyOfRange(model, offset, offset + bytes), data);
                }
                case 3 -> {
                    long value = random.nextLong();
                    int word = offset & -8;
                    client.store(marks, 0, 1, word, 8, value);
                    MemorySegment.ofArray(model).set(ValueLayout.JAVA_LONG_UNALIGNED, word, value);
                }
                default -> {
                    int word = Math.min(offset, REGION - 8) & -8;
                    var segment = MemorySegment.ofArray(model);
                    long old = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, word);
                    assertEquals(old, client.atomic(Atomic.ADD, 0, 1, word, 8, 5, 0));
                    segment.set(ValueLayout.JAVA_LONG_UNALIGNED, word, old + 5);
                    assertEquals(old + 5, client.load(0, 1, word, 8));
                }
            }
        }
        client.store(marks, 0, 0, 0, 8, 1);
        client.quiet(marks);
        byte[] now = regions.asSlice(REGION, REGION).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(model, now);
    }

    @Test
    void atomicsOfBothWidthsReturnWhatWasThere() {
        Client client = client(2, TOKEN);
        for (int width = 4; width <= 8; width += 4) {
            assertEquals(0, client.atomic(Atomic.SWAP, 0, 0, 64, width, -2, 0));
            assertEquals(-2, client.atomic(Atomic.ADD, 0, 0, 64, width, 3, 0));
            assertEquals(1, client.atomic(Atomic.COMPARE_SWAP, 0, 0, 64, width, 6, 1));
            assertEquals(6, client.atomic(Atomic.COMPARE_SWAP, 0, 0, 64, width, 9, 1));
            assertEquals(6, client.atomic(Atomic.AND, 0, 0, 64, width, 2, 0));
            assertEquals(2, client.atomic(Atomic.OR, 0, 0, 64, width, 5, 0));
            assertEquals(7, client.atomic(Atomic.XOR, 0, 0, 64, width, 7, 0));
            assertEquals(0, client.load(0, 0, 64, width));
        }
    }

    @Test
    void aFlagFollowsItsDataAndWakesWhoSleeps() throws InterruptedException {
        Client client = client(2, TOKEN);
        MemorySegment data = arena.allocate(150_000, 8);
        var marks = new Marks(2);
        Thread reader = Thread.ofPlatform().start(() -> {
            for (int round = 1; round <= 200; round++) {
                while (Memory.getLongAcquire(at(0, 8)) < round) Thread.onSpinWait();
                assertEquals(round, Memory.getLong(at(0, 64)));
                assertEquals(round, Memory.getLong(at(0, 64 + 149_992)));
                Memory.setLongRelease(at(0, 16), round);
            }
        });
        for (int round = 1; round <= 200; round++) {
            data.set(ValueLayout.JAVA_LONG, 0, round);
            data.set(ValueLayout.JAVA_LONG, 149_992, round);
            client.put(marks, 0, 0, 64, data, 0, 150_000, Message.THEN_SET, 8, round, false);
            while (Memory.getLongAcquire(at(0, 16)) < round && reader.isAlive()) Thread.yield();
        }
        reader.join();
        client.quiet(marks); // the agent wakes after it has stored: the reader may have seen the last word before that
        assertEquals(200, Memory.getLong(at(0, 16)));
        assertTrue(wakes.get() >= 400);
    }

    @Test
    void elementsOfLongPutsAndGetsAreNeverTorn() throws InterruptedException {
        Client client = client(2, TOKEN);
        int bytes = 64 << 10;
        MemorySegment[] patterns = {arena.allocate(bytes + 8, 8), arena.allocate(bytes + 8, 8)};
        for (int k = 0; k < 2; k++) for (int i = 0; i < bytes; i += 8) patterns[k].set(ValueLayout.JAVA_LONG, i, -k);
        AtomicLong torn = new AtomicLong();
        AtomicInteger stop = new AtomicInteger();
        Thread reader = Thread.ofPlatform().start(() -> {
            while (stop.get() == 0) {
                for (int i = 0; i < bytes; i += 8) {
                    long seen = Memory.getLongAcquire(at(0, i));
                    if (seen != 0 && seen != -1) torn.incrementAndGet();
                }
            }
        });
        var marks = new Marks(2);
        MemorySegment seen = arena.allocate(bytes, 8);
        for (int round = 0; round < 1500; round++) {
            client.put(marks, 0, 0, 0, patterns[round & 1], 0, bytes, 0, 0, 0, true);
            if (round % 16 > 0) continue;
            client.getNbi(marks, 0, 0, 0, seen, 0, bytes);
            client.quiet(marks);
            for (int i = 0; i < bytes; i += 8) {
                long element = seen.get(ValueLayout.JAVA_LONG, i);
                if (element != 0 && element != -1) torn.incrementAndGet();
            }
        }
        client.quiet(marks);
        stop.set(1);
        reader.join();
        assertEquals(0, torn.get());
    }

    @Test
    void atomicsOfOtherHostsAndOfThisOneCountTogether() throws InterruptedException {
        Client client = client(2, TOKEN);
        Thread local = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3_000_000; i++) Memory.atomic(Atomic.ADD, at(0, 128), 8, 1, 0);
        });
        var marks = new Marks(2);
        for (int i = 0; i < 500; i++) {
            client.update(marks, Atomic.ADD, 0, 0, 128, 8, 1);
            client.atomic(Atomic.ADD, 0, 0, 128, 8, 1, 0);
        }
        local.join();
        assertEquals(3_001_000, client.load(0, 0, 128, 8));
    }

    @Test
    void aHundredPesAskOneAgent() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger right = new AtomicInteger();
        for (int pe = 2; pe < NPES; pe++) {
            int k = pe;
            threads.add(Thread.ofPlatform().start(() -> {
                Client client = client(k, TOKEN);
                var marks = new Marks(2);
                for (int i = 0; i < 20; i++) {
                    client.update(marks, Atomic.ADD, 0, 0, 256, 8, 1);
                    client.store(marks, 0, 1, 8L * k, 8, k + i);
                    client.quiet(marks);
                    if (client.load(0, 1, 8L * k, 8) == k + i) right.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        assertEquals(100 * 20, right.get());
        assertEquals(100 * 20, Memory.getLongAcquire(at(0, 256)));
    }

    @Test
    void whatIsNotInARegionIsRefusedWithTheReason() {
        record Case(int pe, long offset, int width, String why) {}
        var cases = List.of(
                new Case(0, REGION, 8, "8 bytes at offset 1048576 of PE 0 are not in a region of this host"),
                new Case(0, -8, 8, "8 bytes at offset -8 of PE 0"),
                new Case(2, 0, 8, "8 bytes at offset 0 of PE 2 are not in a region of this host"),
                new Case(-1, 0, 8, "of PE -1"),
                new Case(0, 4, 8, "offset 4 is not aligned for a word of 8 bytes"));
        int pe = 2;
        for (Case c : cases) {
            Client client = client(pe++, TOKEN);
            var e = assertThrows(IllegalStateException.class, () -> client.load(0, c.pe, c.offset, c.width));
            assertTrue(e.getMessage().contains(c.why), e.getMessage());
            assertTrue(e.getMessage().startsWith("PE " + (pe - 1) + "/102: host a refused"), e.getMessage());
        }
        Client last = client(pe, TOKEN);
        byte[] much = new byte[100];
        assertThrows(IllegalStateException.class, () -> {
            var marks = new Marks(2);
            last.put(marks, 0, 0, REGION - 99, MemorySegment.ofArray(much), 0, 100, 0, 0, 0, false);
            last.quiet(marks);
        });
        assertEquals(0, client(pe + 1, TOKEN).load(0, 0, REGION - 8, 8), "nothing of a refused put is written");
    }

    /// A wire may give a new sender the link of one that has ended.
    @Test
    void aPeThatConnectsAfterAnotherHasEndedIsServed() {
        for (int k = 1; k <= 8; k++) {
            Client client = client(2, TOKEN);
            assertEquals(k, client.atomic(Atomic.ADD, 0, 0, 320, 8, 1, 0) + 1);
            clients.remove(client);
            client.close();
            Client stranger = client(3, TOKEN + 1);
            assertThrows(IllegalStateException.class, () -> stranger.load(0, 0, 320, 8));
            clients.remove(stranger);
            stranger.close();
        }
    }

    @Test
    void aStrangerIsNotHeard() {
        Client stranger = client(3, TOKEN + 1);
        var e = assertThrows(IllegalStateException.class, () -> stranger.atomic(Atomic.ADD, 0, 0, 0, 8, 1, 0));
        assertTrue(e.getMessage().contains("it is of another job"), e.getMessage());
        assertEquals(0, client(2, TOKEN).load(0, 0, 0, 8));
    }

    @Test
    void threadsOfOnePeShareItsWire() throws InterruptedException {
        Client client = client(2, TOKEN);
        List<Thread> threads = new ArrayList<>();
        AtomicInteger right = new AtomicInteger();
        for (int t = 0; t < 4; t++) {
            long word = 512L + 8L * t;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 100; i++) {
                    if (client.atomic(Atomic.ADD, 0, 0, word, 8, 1, 0) == i) right.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        assertEquals(400, right.get());
    }
}
