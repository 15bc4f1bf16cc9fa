// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.jshmem.compat.OpenShmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Signal;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.jshmem.SymWords;
import org.jshmem.ThreadLevel;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What a wait that never ends says of itself: object, goal and what is there, for made-up objects, values and goals.
public abstract class HangReportContract extends ApiContract {
    private static final int WAITS = 50; // of each kind
    private static final Config BRIEF = new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ofMillis(1));

    private static final Config SHORT = new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ofSeconds(1));

    /// Waits until the other PE has set this signal, for longer than the job allows a wait.
    private static void awaitTimeouts(Shmem sh, Signal over) {
        while (!over.test(Cmp.EQ, 1)) sh.sleep(Duration.ofMillis(10));
    }

    private static void says(String words, Executable wait) {
        String text = assertThrows(ShmemTimeoutException.class, wait).getMessage();
        assertTrue(text.contains(words + ";"), () -> "'" + words + "' is missing in: " + text);
    }

    /// A comparison that a word never satisfies, and with what.
    private static Cmp never(SplittableRandom random) {
        return random.nextBoolean() ? Cmp.GT : Cmp.EQ;
    }

    private static void word(SymWords<?, ?> x, String noun, long there, SplittableRandom random) {
        Cmp cmp = never(random);
        long goal = there + 1 + random.nextInt(100);
        String name = "box" + random.nextInt(100);
        x.named(name);
        says(
                "for element 2 of \"%s\" of 4 %s to be %s %d; it is %d"
                        .formatted(name, noun, WordWait.sign(cmp), goal, there),
                () -> x.waitUntil(2, cmp, goal));
        says(
                "in waitUntilAny for elements 1, 2 of \"%s\" of 4 %s to be %s %d; they are 0, %d"
                        .formatted(name, noun, WordWait.sign(cmp), goal < 1 ? 1 : goal, there),
                () -> x.waitUntilAny(1, 3, new boolean[] {false, false, true}, cmp, goal < 1 ? 1 : goal));
    }

    @Test
    void aWaitSaysWhatItIsForAndWhatIsThere() throws Exception {
        run(1, BRIEF, (sh, a) -> {
            var random = new SplittableRandom(30);
            SymShorts shorts = sh.shorts(4);
            SymInts ints = sh.ints(4);
            SymLongs longs = sh.longs(4);
            Signal[] signals = sh.signals(2);
            for (int k = 0; k < WAITS; k++) {
                long there = random.nextInt(-20_000, 20_000);
                shorts.set(2, (short) there);
                ints.set(2, (int) there);
                longs.set(2, there << 40);
                ints.set(3, -1); // the element next to it is not a part of the value
                word(shorts, "shorts", there, random);
                word(ints, "ints", there, random);
                word(longs, "longs", there << 40, random);
                long sum = Math.abs(there);
                signals[0].set(sum, 0);
                says("for signal 4 to be > %d; it is %d".formatted(sum, sum), () -> signals[0].waitUntil(Cmp.GT, sum));
                says(
                        "in Signal.waitUntilAll for signal 4, signal 5 to be == 20001; they are %d, 0".formatted(sum),
                        () -> Signal.waitUntilAll(signals, Cmp.EQ, 20_001));
            }
            signals[0].set(-1, 0);
            says("for signal 4 to be == 7; it is 18446744073709551615", () -> signals[0].waitUntil(Cmp.EQ, 7));
            ints.named("bits").set(2, -2);
            says(
                    "for element 2 of \"bits\" of 4 ints to be > 4294967295; it is 4294967294",
                    () -> shmem_uint_wait_until(ints, 2, Cmp.GT, -1));
            says(
                    "in waitUntilAll for elements 2, 3 of \"bits\" of 4 ints to be >= 4294967295; they are 4294967294, 4294967295",
                    () -> shmem_uint_wait_until_all(ints, 2, 2, null, Cmp.GE, -1));
        });
    }

    @Test
    void aCollectiveThatTookTooLongIsTheLastOneOfItsTeam() throws Exception {
        run(2, SHORT, (sh, a) -> {
            SymLongs x = sh.longs(1);
            Signal over = sh.signal();
            Signal end = beginTogether(sh);
            if (sh.myPe() == 0) {
                assertThrows(ShmemTimeoutException.class, x::free);
                over.set(1, 1);
                // else the next object would lie elsewhere than on PE 1, which has freed x
                String facts = "free(object at byte ";
                refused(sh, MISMATCH, () -> sh.longs(1), facts, "--timeout");
                refused(sh, MISMATCH, sh::barrierAll, facts, "of the world team");
            } else {
                awaitTimeouts(sh, over);
                x.free();
            }
            endTogether(sh, end);
        });
    }

    @Test
    void aMailboxNamesItselfAndTheFullPeAndLosesNoMessage() throws Exception {
        run(2, SHORT, (sh, a) -> {
            Mailbox box = sh.mailbox(0).named("post");
            Signal over = sh.signal();
            int[] sent = new int[1];
            if (sh.myPe() == 0) {
                says("for a message in mailbox \"post\"", box::receive);
                says("for room at PE 1 in mailbox \"post\"", () -> {
                    for (; ; sent[0]++) box.send(1, sent[0]); // PE 1 takes none
                });
                over.set(1, 1);
            } else {
                awaitTimeouts(sh, over);
            }
            box.end();
            int read = 0;
            for (Message m; (m = box.take()) != null; ) assertEquals(read++, m.word());
            assertEquals(sent[0], sh.world().reduce(Op.SUM, (long) read) - read);
            box.close();
        });
    }

    @Test
    void aLockForWhichAPeWaitedTooLongIsRefused() throws Exception {
        run(2, SHORT, (sh, a) -> {
            ShmemLock lock = sh.lock().named("door");
            Signal held = sh.signal();
            Signal over = sh.signal();
            if (sh.myPe() == 1) {
                lock.set();
                held.set(1, 0);
                awaitTimeouts(sh, over);
                lock.clear(); // grants it to PE 0, which has not left the line
            } else {
                held.waitUntil(Cmp.EQ, 1);
                assertThrows(ShmemTimeoutException.class, lock::set);
                over.set(1, 1);
                String facts = "lock \"door\"";
                refused(sh, STATE, lock::set, facts, "--timeout");
                refused(sh, STATE, lock::test, facts, "--timeout");
                refused(sh, STATE, lock::clear, facts, "--timeout");
                refused(sh, STATE, lock::free, facts, "--timeout");
                refused(sh, STATE, () -> lock.named("gate"), facts, "--timeout");
                sh.sleep(Duration.ofMillis(250));
            }
        });
    }
}
