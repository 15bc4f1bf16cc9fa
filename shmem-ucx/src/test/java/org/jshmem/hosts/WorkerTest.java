// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a JVM sends, and the memory to which it writes answers. PE 0 is on this host. PE 1 is on another, which
/// answers only what a test lets it.
class WorkerTest {
    private static final long TIMEOUT = 100_000_000;
    private static final int LONG = 4096; // of a message of its own

    private final Topology topology = new Topology(new int[] {0, 1}, new int[] {0, 1}, new int[] {2, 2});
    private final Arena arena = Arena.ofShared();
    private final long answer = arena.allocate(2 * LONG, 64).address();
    private final Queue<Runnable> arrivals = new ConcurrentLinkedQueue<>();
    private final Worker worker = new Worker(this::fabric);
    private Fabric.Receiver receiver;
    private volatile long sent; // the block of the last message
    private volatile int kind;
    private volatile long second;
    private volatile boolean answered;
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private JobFile file;
    private Channel channel;
    private long offset;

    @BeforeEach
    void begin() throws IOException {
        file = JobFile.create(Path.of("/dev/shm"), Settings.shape(2, 1 << 20, TIMEOUT), 2, new int[] {0});
        HostsJob.meet(file, new int[] {0, 1}, 0, _ -> new byte[1]);
        offset = file.regionBytes() - 2 * LONG;
        Transport near = ShmProvider.thread(file, 0, topology);
        worker.begin(new Hosts(near, file));
        channel = new RemoteTransport(near, worker).channel();
        near.enter();
    }

    @AfterEach
    void end() throws InterruptedException {
        worker.progress.ended = true;
        LockSupport.unpark(worker.progress.thread);
        worker.progress.thread.join();
        file.close();
        arena.close();
    }

    /// A network that takes each message at once.
    private Fabric fabric(Fabric.Receiver of) {
        receiver = of;
        Class<?>[] type = {Fabric.class};
        return (Fabric) Proxy.newProxyInstance(Fabric.class.getClassLoader(), type, (_, method, args) -> {
            switch (method.getName()) {
                case "connect" -> {
                    return 1L;
                }
                case "send" -> {
                    sent = (long) args[1];
                    second = Packet.second(sent);
                    kind = Packet.kind(sent);
                    if (kind == Packet.ANSWER) answered = true;
                    return 0L;
                }
                case "progress" -> {
                    Runnable arrival = arrivals.poll();
                    if (arrival != null) arrival.run();
                    return arrival != null;
                }
                case "poll" -> LockSupport.parkNanos(1_000_000);
                default -> {}
            }
            return method.getReturnType() == boolean.class ? method.getName().equals("arm") : null;
        });
    }

    /// A message of PE 1 with bytes of 7 arrives at the next progress.
    private void arrives(int of, int number, int request, int bytes) {
        arrivals.add(() -> {
            Packet.write(answer, HostsJob.KEY, of, 8, 0, 0, 1, offset, 7);
            Packet.tail(answer, number, request);
            for (int k = 0; k < bytes; k++) Memory.setByte(answer + 64 + k, (byte) 7);
            receiver.received(1, answer, answer + 64, bytes);
        });
    }

    /// PE 1 answers a request by bytes of 7.
    private void answers(int request) {
        arrives(Packet.DATA, 0, request, LONG);
        while (!arrivals.isEmpty()) worker.progress.look();
        try (var _ = worker.progress.enter()) { // the arrival is executed
        }
    }

    private void put(MemorySegment from) {
        channel.put(1, offset, from, 0, LONG);
    }

    @Test
    void aPutOfAClosedSegmentLosesNoMemory() {
        put(arena.allocate(LONG));
        long block = sent;
        Arena closed = Arena.ofShared();
        MemorySegment from = closed.allocate(LONG);
        closed.close();
        assertThrows(IllegalStateException.class, () -> put(from));
        put(arena.allocate(LONG));
        assertEquals(block, sent);
    }

    /// The program may use or close the memory of a get after an exception.
    @Test
    void anAnswerThatComesAfterTheTimeoutIsDropped() {
        byte[] late = new byte[LONG];
        MemorySegment to = MemorySegment.ofArray(late);
        assertThrows(ShmemTimeoutException.class, () -> channel.get(1, offset, to, 0, LONG));
        answers(0);
        assertArrayEquals(new byte[LONG], late);
        channel.getNbi(1, offset, to, 0, LONG);
        answers(1);
        assertEquals(7, late[LONG - 1]);
    }

    /// A nonblocking get that no quiet has awaited: the memory may be another object's.
    @Test
    void anAnswerIsNotWrittenToAClosedSegment() {
        MemorySegment memory = arena.allocate(LONG);
        try (Arena closed = Arena.ofShared()) {
            MemorySegment to = Memory.segment(memory.address(), LONG, closed);
            channel.getNbi(1, offset, to, 0, LONG);
        }
        answers(0);
        assertEquals(-1, memory.mismatch(arena.allocate(LONG)));
    }

    /// Before a request leaves: the answer comes in another thread.
    @Test
    void aGetIntoMemoryThatCannotBeWrittenIsRefused() {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(8);
        closed.close();
        assertThrows(IllegalStateException.class, () -> channel.getNbi(1, offset, gone, 0, 8));
        MemorySegment constant = arena.allocate(8).asReadOnly();
        assertThrows(IllegalArgumentException.class, () -> channel.getNbi(1, offset, constant, 0, 8));
        MemorySegment small = arena.allocate(8);
        assertThrows(IndexOutOfBoundsException.class, () -> channel.getNbi(1, offset, small, 1, 8));
        try (Arena other = Arena.ofConfined()) {
            MemorySegment its = other.allocate(8);
            Thread thread = Thread.ofPlatform().unstarted(() -> channel.getNbi(1, offset, its, 0, 8));
            thread.setUncaughtExceptionHandler((_, e) -> thrown.set(e));
            thread.start();
            while (thread.isAlive()) Thread.onSpinWait();
            assertInstanceOf(WrongThreadException.class, thrown.get());
        }
        assertEquals(0, sent);
    }

    @Test
    void everyWordOfAHeaderIsWritten() {
        channel.signal(1, offset, 1);
        try (var _ = worker.progress.enter()) {
            Packet.second(sent, 5); // as a message with a second operand has left it
        }
        channel.update(Atomic.ADD, 1, offset, 8, 1);
        assertEquals(Packet.ATOMIC, kind);
        assertNotEquals(5, second);
    }

    /// A send is no progress, so the progress thread takes over.
    @Test
    @Timeout(300)
    void aPeThatOnlySendsAnswersOtherHosts() {
        long progress = worker.progress.looks.get();
        arrives(Packet.LOAD, 1, 3, 0);
        for (int k = 0; k < 1000 || !answered; k++) channel.store(1, offset, 8, k);
        assertEquals(progress, worker.progress.looks.get());
    }
}
