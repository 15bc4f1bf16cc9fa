// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A simulated PE whose thread is interrupted: its flag stays set, and no other PE notices.
@Timeout(300) // it was for ever: a thread that is interrupted does not park, and held up all PEs
class InterruptedPeTest {
    private static final Config CONFIG = new Config(1 << 20, ThreadLevel.FUNNELED, Duration.ZERO);

    private static void run(int npes, Program program) {
        new Simulated() {}.launch(npes, CONFIG, () -> Shmem.run(new String[0], program));
    }

    @Test
    void collectivesAndLocksEndAsWithoutTheFlag() {
        run(3, (sh, a) -> {
            ShmemLock lock = sh.lock();
            boolean flagged = sh.myPe() == 1;
            if (flagged) Thread.currentThread().interrupt();
            sh.barrierAll();
            SymLongs x = sh.longs(4);
            assertEquals(3, sh.world().reduce(Op.SUM, 1L));
            sh.world().splitStrided(0, 1, 3).orElseThrow().close();
            x.fetchInc(0, 0);
            if (sh.myPe() == 0) lock.set();
            sh.barrierAll();
            assertEquals(flagged, Thread.interrupted());
            if (sh.myPe() == 0) {
                sh.sleep(Duration.ofMillis(1)); // of virtual time: all others stand in line by then
                lock.clear();
            } else {
                var asked = Thread.currentThread();
                lock.set();
                assertEquals(asked, Thread.currentThread());
                lock.clear();
            }
            sh.barrierAll();
            assertEquals(3, x.g(0, 0));
        });
    }

    @Test
    void waitsAndSleepsEndAndCostNoOtherCall() {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1).named("box");
            Signal go = sh.signal().named("go");
            Thread.currentThread().interrupt();
            String word = assertThrows(ShmemInterruptedException.class, () -> x.waitUntil(0, Cmp.GE, 5))
                    .getMessage();
            assertTrue(word.contains("while waiting for element 0 of \"box\" of 1 longs to be >= 5; it is 0"), word);
            String any = assertThrows(
                            ShmemInterruptedException.class, () -> Signal.waitUntilAny(new Signal[] {go}, Cmp.NE, 0))
                    .getMessage();
            assertTrue(any.contains("in Signal.waitUntilAny for signal \"go\""), any);
            assertThrows(ShmemInterruptedException.class, () -> sh.sleep(Duration.ofMillis(1)));
            assertTrue(Thread.interrupted());
            x.p(0, 5, 1 - sh.myPe());
            x.waitUntil(0, Cmp.GE, 5);
            sh.barrierAll();
        });
    }
}
