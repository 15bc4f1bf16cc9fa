// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.jshmem.sim.cost.Costs;
import org.jshmem.sim.cost.Jitter;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Prices to the picosecond, against the paper's equations.
class DirectoryTest {
    /// A page of 64 lines takes 2 KiB on any machine until several cores hold a line of it.
    @Test
    void theStatesOfLinesTakeMemoryByTheirHolders() {
        var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        LineMap lines = new LineMap(1 << 14, 1);
        long before = memory.getCurrentThreadAllocatedBytes();
        for (int page = 0; page < 1024; page++) lines.setOwner(0, 64L * page, 64L * page + 1, 16_000, 0, 7);
        long each = (memory.getCurrentThreadAllocatedBytes() - before) / 1024;
        assertTrue(each < 2500, each + " bytes for each page");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 1000})
    void aLineKnowsItsHolders(int cores) {
        LineMap lines = new LineMap(cores, 1);
        var random = new SplittableRandom(cores);
        Set<Integer> holders = new HashSet<>();
        for (int step = 0; step < 2000; step++) {
            int core = random.nextInt(cores);
            switch (random.nextInt(6)) {
                case 0 -> {
                    lines.setOwner(0, 5, 6, core, 0, 0);
                    holders.clear();
                    holders.add(core);
                }
                case 1, 2 -> {
                    lines.shareWith(0, 5, 6, core, 0);
                    holders.add(core);
                }
                default -> {
                    int gone = holders.isEmpty() ? core : holders.iterator().next();
                    lines.remove(0, 5, 6, gone);
                    holders.remove(gone);
                }
            }
            LineMap.Page page = lines.page(0, 5);
            assertEquals(holders.size(), page.holders(5));
            assertEquals(holders.contains(core), page.has(5, core));
            assertEquals(holders.equals(Set.of(core)), page.isExclusive(5, core));
        }
    }

    private static final long R_L = 8_600;
    private static final long R_R = 235_800;
    private static final long R_I = 277_700;
    private static final long C = 70_000;

    private final Machine machine = MachineFiles.named("knc");

    private Directory directory(int regions) {
        return directory(machine, regions);
    }

    private static Directory directory(Machine machine, int regions) {
        return new Directory(new CoherentCosts(machine), Costs.setup(machine, regions, 1 << 20));
    }

    @Test
    void eq1PingPongOfOneLine() {
        Directory d = directory(2);
        d.force(0, 0, 0, 1); // the sender's line
        d.force(1, 1, 0, 1); // the receiver's
        long read = d.load(0, 0, 0, 0);
        long written = d.store(0, 1, 0, 0, read);
        assertEquals(480_200, d.load(1, 1, 0, written));
    }

    @Test
    void eq2PingPongOf2To128Lines() {
        for (int n = 2; n <= 128; n++) {
            Directory d = directory(2);
            d.force(0, 0, 0, n);
            d.force(1, 1, 0, n);
            long written = d.copy(0, 0, 0, n, 1, 0, n, 0);
            long seen = d.load(1, 1, n - 1, written);
            assertEquals(76_000L * n + 1_521_000 - Math.round(1_096_000.0 / n), seen, 1, "E, n=" + n);

            d = directory(2);
            written = d.copy(0, 0, 0, n, 1, 0, n, 0);
            seen = d.load(1, 1, n - 1, written);
            assertEquals(94_900L * n + 2_750_000 - Math.round(2_017_500.0 / n), seen, 1, "I, n=" + n);
        }
    }

    @Test
    void eq3ReadersOfOneLine() {
        for (int n = 1; n <= 59; n++) {
            Directory d = directory(60);
            d.force(0, 0, 0, 1);
            long last = 0;
            for (int pe = 1; pe <= n; pe++) last = Math.max(last, d.local(pe, d.load(pe, 0, 0, 0)));
            assertEquals(R_L + R_R + C * (n - 1), last, "n=" + n);
        }
    }

    @Test
    void fig7ThreeOrdersOfTwoWritersAndAPoller() {
        Directory last = directory(3);
        long t = last.store(0, 0, 0, 0, 0);
        t = last.store(1, 0, 0, 0, t);
        assertEquals(749_300, last.load(2, 0, 0, t));

        Directory between = directory(3);
        t = between.store(0, 0, 0, 0, 0);
        t = between.load(2, 0, 0, t);
        t = between.store(1, 0, 0, 0, t);
        assertEquals(985_100, between.load(2, 0, 0, t));

        Directory first = directory(3);
        t = first.load(2, 0, 0, 0);
        t = first.store(0, 0, 0, 0, t);
        t = first.load(2, 0, 0, t);
        t = first.store(1, 0, 0, 0, t);
        assertEquals(1_220_900, first.load(2, 0, 0, t));
    }

    @Test
    void eq5AtomicsOnOneLineSerialise() {
        for (int n = 2; n <= 60; n++) {
            Directory d = directory(n);
            long t = 0;
            for (int pe = 1; pe < n; pe++) t = Math.max(t, d.store(pe, 0, 0, 0, 0));
            long best = d.load(0, 0, 0, t);
            assertEquals(R_I + (n - 1) * R_R, best, "n=" + n);

            d = directory(n);
            t = 0;
            for (int pe = 1; pe < n; pe++) t = d.load(0, 0, 0, d.store(pe, 0, 0, 0, t));
            assertEquals(R_I + (2 * (n - 1) - 1) * R_R, t, "the root looks after each");
            assertTrue(t <= R_I + 2L * (n - 1) * R_R, "eq 6");
        }
    }

    @Test
    void pesOfOneCoreWaitForALineInFlight() {
        Directory d = directory(64);
        long done = d.store(0, 0, 0, 0, 0);
        assertEquals(R_I, done);
        assertEquals(done + R_L, d.load(60, 0, 0, 1000), "asked for by PE 0, not there before");
        assertEquals(done + R_L, d.store(60, 0, 0, 0, 1000));
        d = directory(64);
        d.force(5, 0, 0, 1);
        assertEquals(R_R, d.load(0, 0, 0, 0));
        assertEquals(R_R + R_L, d.load(60, 0, 0, 1000));
        assertEquals(1000 + R_L, d.load(5, 0, 0, 1000), "the holder has it all the time");
    }

    @Test
    void aCopyFromMemoryThatWaitsForALineLeavesTheMemoryToOthers() {
        Directory d = directory(4);
        long busy = d.copy(3, 3, 0, 128, 2, 0, 128, 0);
        long waits = d.copy(0, 0, 0, 8, 2, 0, 8, 1000);
        long alone = directory(4).copy(0, 0, 0, 8, 2, 0, 8, 0);
        assertEquals(2000 + alone, d.copy(1, 1, 0, 8, -1, 0, 8, 2000));
        assertEquals(~busy, waits);
        assertEquals(busy + alone, d.copy(0, 0, 0, 8, 2, 0, 8, busy));
    }

    @Test
    void ablationsSwitchOneMechanismEach() {
        Directory d = directory(machine.without("contention"), 3);
        d.force(0, 0, 0, 1);
        assertEquals(R_R, d.load(1, 0, 0, 0));
        assertEquals(R_R, d.load(2, 0, 0, 0));

        d = directory(machine.without("read-sharing"), 3);
        d.force(0, 0, 0, 1);
        assertEquals(R_R, d.load(1, 0, 0, 0));
        assertEquals(2 * R_R, d.load(2, 0, 0, 0));

        d = directory(machine.without("copy-start-up"), 2);
        d.force(0, 0, 0, 10);
        assertEquals(760_000, d.copy(1, 0, 0, 10, -1, 0, 10, 0));
    }

    @Test
    void whatACopyDrivesOutHasLeftWhenTheCopyIsDone() {
        Directory d = directory(2);
        d.copy(0, 0, 0, 6_000, 1, 0, 6_000, 0); // L2 has room for 8,192 lines: 3,808 of the source go
        assertEquals(
                "false false true true",
                "%b %b %b %b".formatted(d.holds(0, 0, 0), d.holds(0, 0, 3_807), d.holds(0, 0, 3_808), d.owns(0, 1, 0)));
        long late = 1_000_000_000_000L;
        assertEquals(late + R_I, d.load(1, 0, 0, late), "nobody holds it");
    }

    @Test
    void neighbouringLinesKeepTheirOwnState() {
        Directory d = directory(4);
        Random random = new Random(7);
        long[] holder = new long[64];
        long t = 0;
        for (int i = 0; i < 20_000; i++) {
            int line = random.nextInt(64);
            int pe = random.nextInt(4);
            t += 1_000_000;
            if (random.nextBoolean()) {
                long cost = holder[line] == 1L << pe ? R_L : holder[line] == 0 ? R_I : R_R;
                assertEquals(t + cost, d.store(pe, 0, line, 0, t));
                holder[line] = 1L << pe;
            } else {
                long cost = (holder[line] & 1L << pe) != 0 ? R_L : holder[line] == 0 ? R_I : R_R;
                assertEquals(t + cost, d.load(pe, 0, line, t));
                holder[line] |= 1L << pe;
            }
        }
    }

    @Test
    void jitterIsTheSameForTheSameSeedAndHasTheRightSpread() {
        Jitter one = new Jitter(42L, 2);
        Jitter two = new Jitter(42L, 2);
        double sum = 0;
        double squares = 0;
        int n = 100_000;
        for (int i = 0; i < n; i++) {
            long x = one.around(1, R_R, 25_500);
            assertEquals(x, two.around(1, R_R, 25_500));
            sum += x;
            squares += (double) x * x;
        }
        assertEquals(400_000 + 20 * (one.ofLines(0, 400_000, 500, 1) - 400_000), two.ofLines(0, 400_000, 500, 400), 10);
        double mean = sum / n;
        assertEquals(R_R, mean, 300);
        assertEquals(25_500, Math.sqrt(squares / n - mean * mean), 300);
        assertEquals(R_R, new Jitter(null, 1).around(0, R_R, 25_500));
    }
}
