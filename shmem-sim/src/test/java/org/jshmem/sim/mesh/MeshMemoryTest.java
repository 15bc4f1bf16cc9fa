// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Costs;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The costs of table 1 and equations 1 to 12 of Petrović 2012, to the picosecond, for all pairs of cores.
class MeshMemoryTest {
    private static final long REGION = 1 << 20;
    private static final long CHIP = REGION - 8192;
    private static final int LINE = 32;
    private static final Mesh MESH = new Mesh(6, 4, 2, false);

    private static final Machine SCC = MachineFiles.named("scc");

    private static Costs memory(String... without) {
        Machine machine = SCC;
        for (String each : without) machine = machine.without(each);
        return new Costs(machine, 48, REGION);
    }

    private static int hopsToMemory(int core, int owner) {
        return MESH.hops(MESH.router(core), MESH.controller(owner));
    }

    private static long chip(int d) {
        return 126_000 + 2L * d * 5_000L;
    }

    private static long flag(Costs memory, int pe, int region, long offset, long now) {
        return memory.alone(AccessKind.SIGNAL, pe, region, offset, 8, now);
    }

    @ParameterizedTest
    @ValueSource(longs = {64, CHIP})
    void everyLineOfAPutHasItsWriter(long first) {
        Costs memory = memory();
        memory.alone(AccessKind.PUT, 3, 5, first, 4096, 0);
        memory.alone(AccessKind.STORE, 7, 5, first + 4064, 8, 0);
        for (int line = 0; line < 127; line++)
            assertEquals(3, memory.model.writer(5, first + (long) line * LINE), "line " + line);
        assertEquals(7, memory.model.writer(5, first + 4064));
        assertEquals(-1, memory.model.writer(5, first - LINE));
    }

    @Test
    void distancesCountRoutersAlongXThenY() {
        assertEquals(48, MESH.cores());
        assertEquals(1, MESH.hops(0, 0));
        assertEquals(1, MESH.hops(0, 1));
        assertEquals(2, MESH.hops(0, 2));
        assertEquals(2, MESH.hops(0, 12)); // one row up
        assertEquals(9, MESH.hops(0, 47));
        assertEquals(9, MESH.hops(10, 36));
        assertEquals(1, hopsToMemory(0, 0));
        assertEquals(4, hopsToMemory(17, 17)); // tile (2, 1) to the controller at (0, 0)
        assertEquals(1, hopsToMemory(24, 24)); // tile (0, 2) has one
        assertEquals(8, hopsToMemory(0, 47)); // from a corner to the controller of the opposite quarter
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 96, 128})
    void putsAndGetsCostEquations7To12BetweenAllCores(int m) {
        long bytes = (long) m * LINE;
        for (int pe = 0; pe < 48; pe++) {
            int own = hopsToMemory(pe, pe);
            long memoryRead = 208_000 + 2L * own * 5_000L;
            long memoryWrite = 461_000 + 2L * own * 5_000L;
            for (int other = 0; other < 48; other++) {
                if (other == pe) continue;
                int d = MESH.hops(pe, other);
                Costs cold = memory("caches");
                long seven = 69_000 + m * (chip(1) + chip(d));
                MachineAccess copy = new MachineAccess(pe)
                        .become(AccessKind.COPY, other, CHIP, bytes)
                        .from(pe, CHIP + 4096);
                assertEquals(seven, cold.alone(copy, 0));
                assertEquals(seven - d * 5_000L, copy.seen, "eq. 9");
                long eight = 190_000 + m * (memoryRead + chip(d));
                assertEquals(1_000_000 + eight, memory("caches").copy(pe, other, CHIP, pe, 64, bytes, 1_000_000));
                assertEquals(
                        330_000 + m * (chip(d) + chip(1)),
                        memory().copy(pe, pe, CHIP, other, CHIP, bytes, 0),
                        "eq. 11");
                assertEquals(
                        95_000 + m * (chip(d) + memoryWrite),
                        memory().copy(pe, pe, 64, other, CHIP, bytes, 0),
                        "eq. 12");
            }
        }
    }

    @Test
    void aFlagIsAPutOfALineAndALookAGetOfOne() {
        Costs memory = memory();
        MachineAccess set = new MachineAccess(0).become(AccessKind.SIGNAL, 1, CHIP, 8);
        assertEquals(341_000, memory.alone(set, 0));
        assertEquals(336_000, set.seen);
        assertEquals(69_000 + chip(1) + chip(9), flag(memory(), 0, 47, CHIP, 0));
        MachineAccess look = new MachineAccess(0).become(AccessKind.POLL, 0, CHIP, 8);
        assertEquals(466_000, memory.alone(look, 0));
        look.inPlace = true;
        assertEquals(136_000, memory.alone(look, 0));
        assertEquals(0, flag(memory("flags"), 0, 1, CHIP, 0));
        assertEquals(7, memory("flags").alone(AccessKind.POLL, 0, 0, CHIP, 8, 7));
    }

    /// K, section II: caches are write-back and allocate on reads alone. P, footnote 3: a get reads what it writes.
    @Test
    void aWriteTakesNoLineIntoTheCacheAndAGetLeavesItsLinesThere() {
        Costs memory = memory();
        long cold = memory.alone(AccessKind.WRITE, 0, 0, 64, 320, 0);
        assertEquals(cold, memory.alone(AccessKind.WRITE, 0, 0, 64, 320, 10_000_000) - 10_000_000, "still cold");
        long get = memory.copy(0, 0, 64, 1, CHIP, 320, 20_000_000) - 20_000_000;
        assertEquals(95_000 + 10 * (chip(1) + 461_000 + 10_000), get);
        long warm = memory.copy(0, 0, 64, 1, CHIP, 320, 30_000_000) - 30_000_000;
        assertEquals(95_000 + 10 * (chip(1) + 60_038), warm, 10);
        assertEquals(190_000 + 10 * chip(1), memory.copy(0, 1, CHIP, 0, 64, 320, 40_000_000) - 40_000_000);
    }

    /// K: 15 core cycles, or 45 and 8 of the mesh.
    @Test
    void aLineOfTheOwnBufferCostsMoreWithTheArbitersBug() {
        assertEquals(94_428, memory().alone(AccessKind.READ, 0, 0, CHIP, LINE, 0));
        assertEquals(28_143, memory("arbiter-bug").alone(AccessKind.READ, 0, 0, CHIP, LINE, 0));
        assertEquals(84_428 + 90_000, memory("arbiter-bug").alone(AccessKind.READ, 0, 47, CHIP, LINE, 0));
    }

    @Test
    void aBufferServesOneLineAtATime() {
        Costs memory = memory();
        long alone = memory.copy(2, 2, CHIP, 0, CHIP, LINE, 0);
        long second = memory.copy(3, 3, CHIP, 0, CHIP, LINE, 0);
        assertEquals(9_000, second - alone);
        Costs free = memory("port");
        assertEquals(free.copy(2, 2, CHIP, 0, CHIP, LINE, 0), free.copy(3, 3, CHIP, 0, CHIP, LINE, 0));
    }

    @Test
    void withoutDistanceEverythingIsOneHopAway() {
        assertEquals(69_000 + 2 * chip(1), memory("distance").copy(0, 47, CHIP, 0, CHIP + 4096, LINE, 0));
    }

    /// What does not belong to the core's clock does not scale with it.
    @Test
    void otherClocksScaleTheirOwnPart() {
        Machine fast = MachineFiles.named("scc").with("core", 1066).with("mesh", 1600);
        Costs memory = new Costs(fast, 48, REGION);
        assertEquals((69_000 + 2 * 126_000) / 2 + 2 * 5_000 + 2 * 9 * 2_500, flag(memory, 0, 47, CHIP, 0), 5000);
    }
}
