// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RehearsalTest {
    @Test
    void allPesRunAsManyRounds() {
        AtomicIntegerArray rounds = new AtomicIntegerArray(4);
        Shmem.runInProcess(4, (sh, a) -> {
            Rehearsal r = Rehearsal.of(sh, 120, () -> rounds.incrementAndGet(sh.myPe()));
            assertTrue(r.rested() && r.seconds() > 0, r::text);
        });
        assertNotEquals(0, rounds.get(0));
        for (int pe = 1; pe < 4; pe++) assertEquals(rounds.get(0), rounds.get(pe));
    }

    @Test
    void limitEndsIt() {
        Shmem.runInProcess(2, (sh, a) -> {
            Rehearsal r = Rehearsal.of(sh, 0.01, () -> {});
            assertFalse(r.rested(), r::text);
            assertTrue(r.text().endsWith(" s, compiler still at work"), r::text);
        });
    }

    @Test
    void aMultipleOfTheShortestRoundEndsIt() {
        AtomicIntegerArray rounds = new AtomicIntegerArray(2);
        Shmem.runInProcess(2, (sh, a) -> {
            Rehearsal r = Rehearsal.of(sh, shortest -> 4.5 * shortest, () -> {
                rounds.incrementAndGet(sh.myPe());
                sh.sleep(Duration.ofMillis(10));
            });
            assertTrue(r.rested() || r.seconds() >= 0.045, r::text);
        });
        assertEquals(rounds.get(0), rounds.get(1));
        assertTrue(rounds.get(0) <= 5, rounds::toString); // fewer where one took longer
    }

    @Test
    void pesThatShareAJvmCountItsCompilersOnce() {
        // 4 % of a core are 2 % of two cores; counted once for each PE they are 8 %
        long begin = System.nanoTime();
        Shmem.runInProcess(4, (sh, a) -> {
            Rehearsal r = Rehearsal.of(
                    sh,
                    shortest -> 5,
                    0.05,
                    2,
                    () -> (System.nanoTime() - begin) / 25,
                    () -> sh.sleep(Duration.ofMillis(10)));
            assertTrue(r.rested(), r::text);
        });
    }
}
