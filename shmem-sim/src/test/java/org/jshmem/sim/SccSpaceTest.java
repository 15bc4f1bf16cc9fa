// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.Space;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymmetricHeapException;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// The memory on the chip of the Intel SCC, and the places of its cores.
class SccSpaceTest {
    private static final Machine SCC = MachineFiles.named("scc");

    @Test
    void theSmallMemoryIsThePrograms() {
        Simulated.run(SCC, 48, (sh, a) -> {
            assertEquals(
                    List.of("heap", "on-chip"),
                    sh.spaces().stream().map(Space::name).toList());
            Space chip = sh.space("on-chip");
            assertEquals(32, chip.line());
            assertEquals(8192 - 48 * 32 - 192 * 32, chip.size()); // what flags and MPB leave
            SymLongs box = chip.longs(8);
            Signal there = chip.signal();
            int next = (sh.myPe() + 1) % sh.nPes();
            box.put(0, new long[] {sh.myPe()}, 0, 1, next);
            there.set(1, next);
            there.waitUntil(Cmp.GE, 1);
            assertEquals((sh.myPe() + 47) % 48, box.get(0));
            assertNotNull(box.ptr(next));
            assertNull(sh.longs(1).ptr(next));
            Throwable full = assertThrows(SymmetricHeapException.class, () -> chip.bytes(8192));
            assertTrue(
                    full.getMessage().contains("largestFree=")
                            || full.getMessage().contains("free"),
                    full.getMessage());
        });
    }

    @Test
    void alignmentOnTheChipHoldsForOffsetAndAddress() {
        Simulated.run(SCC, 3, (sh, a) -> {
            Space chip = sh.space("on-chip");
            chip.signal();
            SymMem m = chip.mem(64, 64);
            assertEquals(0, m.byteOffset() % 64);
            assertEquals(0, m.local().address() % 64);
            Throwable more = assertThrows(IllegalArgumentException.class, () -> chip.mem(64, 4096));
            assertTrue(
                    more.getMessage().contains("is more than space 'on-chip' is aligned to; give at most "),
                    more::getMessage);
        });
    }

    /// A line goes through each router on the way and back: 5 ns each time.
    @Test
    void aPlaceThatIsChosenDecidesTheDistance() {
        assertEquals(2 * 8 * 5, nanosOfALine("0,47") - nanosOfALine("0,1"));
        assertEquals(nanosOfALine("0,1"), nanosOfALine("1..0"));
    }

    private static long nanosOfALine(String cores) {
        long[] nanos = new long[2];
        Simulated.run(SCC.placed(Placement.parse(cores)), 2, (sh, a) -> {
            SymLongs box = sh.space("on-chip").longs(4);
            long start = sh.nanoTime();
            if (sh.myPe() == 0) box.put(0, new long[4], 0, 4, 1);
            nanos[sh.myPe()] = sh.nanoTime() - start;
        });
        return nanos[0];
    }

    @Test
    void moreCoresThanFlagsFitAreRefused() {
        Machine large = SCC.with("cols", 16).with("rows", 16);
        JobSpec job = JobSpec.of(large, 300, 64L << 20);
        try (Simulation sim = new Simulation(job)) {
            Throwable thrown = assertThrows(
                    IllegalArgumentException.class,
                    () -> sim.runOrThrow(t -> org.jshmem.collective.Group.world(t, t.channel())));
            assertTrue(
                    thrown.getMessage().startsWith("300 PEs are too many for the collectives' flags in 'on-chip'"),
                    thrown.getMessage());
        }
    }
}
