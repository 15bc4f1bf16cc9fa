// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Mailboxes.
public abstract class MailboxContract extends ApiContract {
    /// Of blocks of rings, their headers, and rooms.
    private static final int[] EDGES = {0, 1, 7, 8, 9, 15, 16, 112, 119, 120, 121, 127, 128, 129, 255, 256, 257, 1024};

    /// Bytes that differ for each sender, receiver, number and length.
    private static byte[] bytes(int from, int to, int number, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (from * 31 + to * 17 + number * 7 + i);
        return bytes;
    }

    @Test
    void aReaderSeesWhatTheSenderPutBefore() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int each = many(sh, 200, 20);
            int right = (sh.myPe() + 1) % n;
            SymLongs x = sh.longs(2L * each);
            try (Mailbox box = sh.mailbox()) {
                for (int k = 0; k < each; k++) {
                    x.p(2L * k, k + 1, right);
                    x.putNbi(2L * k + 1, new long[] {-k}, 0, 1, right);
                    box.send(right, k);
                    if (k % 3 == 0) box.flush();
                }
                box.end();
                for (Message m; (m = box.take()) != null; ) {
                    long k = m.word();
                    assertEquals(k + 1, x.get(2 * k), "a put is older than its message");
                    assertEquals(-k, x.get(2 * k + 1), "a put is older than its message");
                }
            }
        });
    }

    @Test
    void messagesOfTheNextPhaseWaitForTheNull() throws Exception {
        run(2, (sh, a) -> {
            try (Mailbox box = sh.mailbox();
                    Mailbox other = sh.mailbox()) {
                if (sh.myPe() == 0) {
                    box.end();
                    assertNull(box.take());
                    box.send(1, 2);
                    box.flush();
                    other.send(1, 1); // comes after it
                    other.flush();
                    box.end();
                    assertNull(box.take());
                } else {
                    box.end();
                    assertEquals(1, other.receive().word());
                    assertNull(box.poll(), "a message of the next phase");
                    assertNull(box.take());
                    box.end();
                    assertEquals(2, box.take().word());
                    assertNull(box.take());
                }
            }
        });
    }

    @Test
    void twoMailboxesWithLittleRoomAnswerEachOther() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int each = many(sh, 20_000, 300);
            int me = sh.myPe();
            try (Mailbox requests = sh.mailbox(4096);
                    Mailbox answers = sh.mailbox(4096)) {
                var random = new SplittableRandom(me);
                long expected = 0;
                for (int k = 0; k < each; k++) {
                    int pe = random.nextInt(n);
                    requests.send(pe, k);
                    expected += 3L * k + pe;
                }
                requests.end();
                for (Message m; (m = requests.take()) != null; ) answers.send(m.from(), 3 * m.word() + me);
                answers.end();
                long sum = 0;
                int count = 0;
                for (Message m; (m = answers.take()) != null; count++) sum += m.word();
                assertEquals(each, count);
                assertEquals(expected, sum);
            }
        });
    }

    @Test
    void aMailboxThatIsClosedWithMessagesNamesThem() throws Exception {
        run(2, (sh, a) -> {
            Mailbox box = sh.mailbox().named("work");
            long used = sh.heapUsed();
            for (int k = 0; k < 3; k++) box.send(1, k);
            if (sh.myPe() == 0) box.flush();
            String lost = "close of mailbox \"work\", which had ";
            if (sh.myPe() == 0) {
                box.close();
            } else {
                refused(
                        sh,
                        STATE,
                        box::close,
                        lost + "3 messages not read, 3 of PE 0; read until poll() returns null on all PEs, or end the"
                                + " phase; and 3 messages not handed over, 3 of PE 1; call flush() first");
            }
            assertEquals(true, sh.heapUsed() < used);
            box.close(); // a second one does nothing
            sh.barrierAll();
        });
    }

    @Test
    void aPeThatClosesMakesRoomForOthers() throws Exception {
        run(2, (sh, a) -> {
            int each = many(sh, 2000, 100);
            Mailbox box = sh.mailbox(0);
            if (sh.myPe() == 0) {
                refused(sh, STATE, box::close, each + " messages not read, " + each + " of PE 1");
            } else {
                for (int k = 0; k < each; k++) box.send(0, k);
                box.flush();
                box.close();
            }
        });
    }

    @Test
    void finalizeClosesMailboxes() throws Exception {
        run(2, (sh, a) -> {
            Mailbox box = sh.mailbox();
            sh.mailbox();
            if (sh.myPe() == 0) box.send(1, 5);
            if (sh.myPe() == 0) box.flush();
            else assertEquals(5, box.receive().word());
        });
    }

    @Test
    void aViewLastsUntilTheNextRead() throws Exception {
        run(2, (sh, a) -> {
            int other = 1 - sh.myPe();
            try (Mailbox box = sh.mailbox(0)) {
                assertNull(box.poll());
                sh.barrierAll();
                box.send(other, 7, 8);
                Message m = box.receive();
                MemorySegment bytes = m.bytes();
                for (int k = 0; k < 100; k++) box.send(other, -1); // waits for room and takes what arrives
                assertEquals(7, m.word(0));
                assertEquals(8, m.word(1));
                assertEquals(8, bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 8));
                assertThrowsExactly(
                        IllegalArgumentException.class, () -> bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 1));
                box.end();
                int count = 0;
                while (box.take() != null) count++;
                assertEquals(100, count);
                refused(sh, STATE, m::word, "this mailbox shows no message; read one with poll, receive or take");
            }
        });
    }

    @Test
    void badInputIsNamed() throws Exception {
        run(2, (sh, a) -> {
            refused(sh, ARGUMENT, () -> sh.mailbox(-1), "mailbox, bytes=-1 is negative; give 0 or more");
            Mailbox box = sh.mailbox(0).named("b");
            String on = " on mailbox \"b\"";
            refused(sh, BOUNDS, () -> box.send(2, 1), "send" + on + ": PE 2 does not exist; this team has PEs 0 to 1");
            refused(sh, BOUNDS, () -> box.send(-1, 1, 2), "send" + on + ": PE -1 does not exist");
            refused(sh, MISSING, () -> box.send(0, (byte[]) null), "send" + on + ", bytes is null");
            refused(
                    sh,
                    MISSING,
                    () -> box.send(0, (MemorySegment) null),
                    "send" + on + ", bytes is null; give the data");
            refused(sh, MISSING, () -> box.named(null), "named" + on + ", name is null");
            refused(sh, STATE, box::take, "take" + on + " before end(); call end() after the last send");
            Arena arena = Arena.ofConfined();
            MemorySegment dead = arena.allocate(8);
            arena.close();
            assertThrowsExactly(STATE, () -> box.send(0, dead));
            box.send(0, new byte[] {1, 2, 3});
            box.end();
            String ended = on + " after end(); call take() until it returns null first";
            refused(sh, STATE, () -> box.send(0, 1), "send" + ended);
            refused(sh, STATE, box::receive, "receive" + ended);
            refused(sh, STATE, box::end, "end" + ended);
            if (sh.myPe() == 0) {
                for (int k = 0; k < 2; k++) {
                    Message m = box.take();
                    refused(sh, BOUNDS, () -> m.word(0), "word 0 of a message of 3 bytes does not exist; use bytes()");
                }
                assertNull(box.take());
            } else assertNull(box.take());
            box.send(0, MemorySegment.ofArray(new long[] {4, 5}));
            box.end();
            for (Message m; (m = box.take()) != null; ) {
                Message read = m;
                refused(sh, BOUNDS, () -> read.word(2), "word 2 of a message of 16 bytes does not exist; use 0 to 1");
                refused(sh, BOUNDS, () -> read.word(-1), "word -1 of");
            }
            box.close();
            String closed = on + ", which is closed; make a new one with mailbox()";
            refused(sh, STATE, () -> box.send(0, 1), "send" + closed);
            refused(sh, STATE, box::poll, "poll" + closed);
            refused(sh, STATE, () -> box.named("c"), "named" + closed);
            refused(sh, FULL, () -> sh.mailbox(1L << 40), "the symmetric heap cannot give ");
            assertThrowsExactly(SymmetricHeapException.class, () -> sh.mailbox(Long.MAX_VALUE));
            sh.barrierAll();
        });
    }

    @Test
    void anInterruptEndsReceiveAndTakeAndLosesNoMessage() throws Exception {
        run(2, (sh, a) -> {
            try (Mailbox box = sh.mailbox(0).named("b")) {
                if (sh.myPe() == 0) {
                    sh.barrierAll();
                    for (int k = 0; k < 100; k++) box.send(1, k);
                    box.flush();
                    box.end();
                    assertNull(box.take());
                    return;
                }
                sh.barrierAll();
                for (int k = 0; k < 50; k++) assertEquals(k, box.receive().word());
                box.end();
                for (int k = 50; k < 100; ) {
                    Thread.currentThread().interrupt();
                    try {
                        assertEquals(k++, box.take().word());
                    } catch (ShmemInterruptedException e) {
                        k--;
                    }
                    Thread.interrupted();
                }
                assertNull(box.take());
            }
        });
    }

    @Test
    void aReceiveWithATimeEndsByAMessageOrTheTime() throws Exception {
        run(2, (sh, a) -> {
            Duration time = Duration.ofMillis(20);
            try (Mailbox box = sh.mailbox(0).named("b")) {
                int other = 1 - sh.myPe();
                box.send(other, 7);
                assertEquals(7, box.receive(Duration.ofSeconds(30)).word());
                sh.barrierAll();
                long begin = sh.nanoTime();
                assertNull(box.receive(time));
                assertEquals(true, sh.nanoTime() - begin >= time.toNanos());
                sh.barrierAll();
                for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1))) assertNull(box.receive(none));
                sh.barrierAll();
                if (sh.myPe() == 0) {
                    box.send(1, 8);
                    assertNull(box.receive(Duration.ZERO)); // hands over
                } else assertEquals(8, box.receive(Duration.ofSeconds(30)).word());
                sh.barrierAll();
                refused(sh, MISSING, () -> box.receive(null), "max is null; give how long to wait");
                box.end();
                refused(sh, STATE, () -> box.receive(time), "receive on mailbox \"b\" after end(); call take()");
                while (box.take() != null) Thread.onSpinWait();
            }
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void aCallThatWaitsEndsWhenAnotherPeFails() {
        List<Consumer<Mailbox>> calls = List.of(
                Mailbox::receive,
                box -> {
                    box.end();
                    box.take();
                },
                MailboxContract::flood,
                box -> box.send(1, new byte[1000]),
                Mailbox::close);
        for (Consumer<Mailbox> call : calls) {
            Throwable[] seen = new Throwable[1];
            assertThrowsExactly(
                    IllegalArgumentException.class,
                    () -> run(2, (sh, a) -> {
                        Mailbox box = sh.mailbox(0);
                        if (sh.myPe() == 1) {
                            sh.sleep(Duration.ofMillis(30)); // PE 0 waits meanwhile
                            throw new IllegalArgumentException("PE 1 fails");
                        }
                        seen[0] = assertThrowsExactly(PeerFailedException.class, () -> call.accept(box));
                    }));
            assertNotNull(seen[0]);
        }
    }

    /// Sends until there is no room at PE 1, and on.
    private static void flood(Mailbox box) {
        while (true) box.send(1, 1);
    }

    @Test
    void aSecondThreadIsRefusedWhileTheFirstOneWaits() throws Exception {
        run(2, (sh, a) -> {
            if (sh.threadLevel() != ThreadLevel.MULTIPLE) return;
            try (Mailbox box = sh.mailbox(0).named("b")) {
                if (sh.myPe() == 0) {
                    var first = Thread.ofPlatform().name("first").start(box::receive);
                    while (!Threads.isIn(first, "await")) sh.sleep(Duration.ofMillis(1));
                    String mine = " on mailbox \"b\" by thread "
                            + Thread.currentThread().getName();
                    String other = " while thread first is in a call of it; let one wait for the other";
                    refused(sh, STATE, () -> box.send(1, 1), "send" + mine + other);
                    refused(sh, STATE, box::poll, "poll" + mine + other);
                    refused(sh, STATE, box::take, "take" + mine + other);
                    refused(sh, STATE, box::close, "close" + mine + other);
                    sh.barrierAll();
                    first.join();
                } else {
                    sh.barrierAll();
                    box.send(0, 1);
                    box.flush();
                }
            }
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void aFinalizeIsRefusedOnAllPesWhileAThreadReceives() throws Exception {
        boolean[] threads = new boolean[1];
        Throwable[] ends = new Throwable[2];
        try {
            run(2, (sh, a) -> {
                threads[0] = sh.threadLevel() == ThreadLevel.MULTIPLE;
                if (!threads[0]) return;
                Mailbox[] boxes = {sh.mailbox(), sh.mailbox()};
                if (sh.myPe() == 0) {
                    var first = new Thread(boxes[1]::receive, "first");
                    first.setUncaughtExceptionHandler((_, e) -> {});
                    first.start();
                    while (!Threads.isIn(first, "await")) sh.sleep(Duration.ofMillis(1));
                    refused(sh, STATE, sh::close, "close on mailbox 2 by thread ");
                    boxes[0].send(0, 5); // no mailbox is closed
                    assertEquals(5, boxes[0].receive().word());
                    return;
                }
                ends[1] = assertThrowsExactly(PeerFailedException.class, sh::close);
            });
        } catch (IllegalStateException e) {
            ends[0] = e;
        }
        if (!threads[0]) return;
        String text = ends[0].getMessage();
        assertEquals(true, text.startsWith("PE 0/2: close on mailbox 2 by thread "), text);
        assertEquals(true, text.endsWith(" while thread first is in a call of it; let one wait for the other"), text);
        assertNotNull(ends[1]);
    }

    @Test
    void randomProgramsFollowTheModel() throws Exception {
        long seed = Long.getLong("jshmem.seed", 20261129);
        runAll((sh, a) -> {
            int phases = many(sh, 6, 2);
            for (int phase = 0; phase < phases; phase++) {
                var common = new SplittableRandom(seed + 1000L * phase); // equal on all PEs
                long room = common.nextLong(3000);
                try (Mailbox box = sh.mailbox(room)) {
                    for (int round = 0; round < 3; round++) {
                        long mine = seed + 1000L * phase + 100L * round;
                        randomPhase(sh, box, mine, many(sh, 200, 30));
                    }
                } catch (AssertionError e) {
                    throw new AssertionError("-Djshmem.seed=" + seed, e);
                }
            }
        });
    }

    /// Two threads of a PE exchange messages, and the first one opens and closes mailboxes meanwhile: with an array
    /// in the memory of a closed one, a close that is refused, and closes with messages. `-Dchaos.seconds` sets
    /// the time.
    @Test
    void twoThreadsOpenCloseAndExchange() throws Exception {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("chaos.seconds", 1)).toNanos();
        long first = Long.getLong("jshmem.seed", Long.getLong("chaos.seconds") == null ? 20261130 : end);
        run(3, (sh, a) -> {
            if (sh.threadLevel() != ThreadLevel.MULTIPLE) return;
            long seed = sh.world().broadcast(first, 0);
            long rounds = 0;
            try {
                while (sh.world().broadcast(System.nanoTime() - end < 0 ? 1L : 0, 0) == 1) round(sh, seed + rounds++);
            } catch (Throwable e) {
                throw new AssertionError("-Djshmem.seed=" + (seed + rounds), e);
            }
            if (sh.myPe() == 0) System.out.println(rounds + " rounds of two threads from seed " + seed);
        });
    }

    private static void round(Shmem sh, long seed) throws Exception {
        int me = sh.myPe();
        var common = new SplittableRandom(seed);
        Mailbox shared = sh.mailbox(common.nextInt(3000));
        Mailbox left = sh.mailbox(common.nextInt(3000));
        Throwable[] failure = new Throwable[1];
        var last = new CountDownLatch(1);
        Thread second = new Thread(() -> {
            for (int k = 0; k < 3; k++) randomPhase(sh, shared, 7 * seed + 1000L * k, 60);
            try {
                if (me == 0) last.await();
                else assertEquals(me, shared.receive().word()); // from the PE before, once no PE closes any more
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (me + 1 < sh.nPes()) shared.send(me + 1, me + 1);
            shared.flush();
        });
        second.setUncaughtExceptionHandler((_, e) -> failure[0] = e);
        second.start();
        for (int k = 0; k < 4; k++) {
            try (Mailbox box = sh.mailbox(common.nextInt(3000))) {
                randomPhase(sh, box, seed + 1000L * k, 60);
            }
            SymLongs there = sh.longs(32 + common.nextInt(300));
            for (int i = 0; i < there.length(); i++) there.set(i, i - seed);
            for (int pe = 0; pe < sh.nPes(); pe++) for (int i = 0; i < me; i++) left.send(pe, new byte[8 * k]);
            left.flush();
            for (int i = 0; i < there.length(); i++) assertEquals(i - seed, there.get(i), "word " + i);
            there.free();
        }
        if (me != 0) {
            while (second.isAlive() && !Threads.isIn(second, "receive", "await")) Thread.sleep(1);
            refused(sh, STATE, shared::close, "close on mailbox ", " is in a call of it; let one wait");
        }
        sh.barrierAll();
        last.countDown();
        second.join();
        if (failure[0] != null) throw new AssertionError(failure[0]);
        shared.close();
        String lost = "which had 12 messages not read, 4 of PE 1, 8 of PE 2; read until poll()";
        refused(sh, STATE, left::close, lost);
    }

    /// The receiver and the bytes of each message of a sender follow from the seed, so each receiver knows them.
    private static void randomPhase(Shmem sh, Mailbox box, long seed, int most) {
        int n = sh.nPes();
        int me = sh.myPe();
        SplittableRandom[] senders = new SplittableRandom[n];
        int[] left = new int[n];
        for (int pe = 0; pe < n; pe++) {
            senders[pe] = new SplittableRandom(seed + pe);
            left[pe] = senders[pe].nextInt(most);
        }
        var mine = new SplittableRandom(seed + me);
        var choice = new SplittableRandom(~seed + me);
        int count = mine.nextInt(most);
        for (int k = 0; k < count; k++) {
            int pe = mine.nextInt(n);
            box.send(pe, bytes(me, pe, k, length(mine)));
            switch (choice.nextInt(8)) {
                case 0 -> box.flush();
                case 1 -> check(sh, box.poll(), senders, left);
                default -> {}
            }
        }
        box.end();
        for (Message m; (m = box.take()) != null; ) check(sh, m, senders, left);
        for (int pe = 0; pe < n; pe++) assertNull(next(senders[pe], left, pe, me, n), "a message of PE " + pe);
    }

    private static int length(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(4000);
            case 1, 2 -> EDGES[random.nextInt(EDGES.length)];
            default -> random.nextInt(64);
        };
    }

    private static void check(Shmem sh, Message m, SplittableRandom[] senders, int[] left) {
        if (m == null) return;
        int[] expected = next(senders[m.from()], left, m.from(), sh.myPe(), sh.nPes());
        assertNotNull(expected, "a message that PE " + m.from() + " did not send");
        assertArrayEquals(bytes(m.from(), sh.myPe(), expected[0], expected[1]), m.toArray());
        assertEquals(m.length(), m.bytes().byteSize());
    }

    /// Number and length of a sender's next message to PE `me`, or null. `left` counts its messages to all PEs down;
    /// their numbers go up.
    private static int[] next(SplittableRandom random, int[] left, int from, int me, int n) {
        while ((left[from] & 0xffff) > 0) {
            int number = left[from] >>> 16;
            left[from] += (1 << 16) - 1;
            int pe = random.nextInt(n);
            int length = length(random);
            if (pe == me) return new int[] {number, length};
        }
        return null;
    }
}
