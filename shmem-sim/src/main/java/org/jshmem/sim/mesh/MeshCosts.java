// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Mechanism;

/// The costs of a machine with a mesh, in picoseconds, converted from its parameters: P's table 1 and equations 1 to 6,
/// and the additions of K.
///
/// Table 1 holds for the clocks of its measurement. At other clocks the cost of a core's work scales with the core's
/// clock, and that of a hop with the mesh's. Of an access off the chip, 40 core cycles scale with the core's clock and
/// the rest with the memory's.
public final class MeshCosts {
    /// Off: everything is one hop away.
    static final Mechanism DISTANCE = new Mechanism("distance", "everything is one hop away");

    /// Off: a buffer serves any number of cores at once.
    static final Mechanism PORT = new Mechanism("port", "an on-chip buffer serves any number of cores at once");

    /// Off: a buffer serves cores in the order of their requests.
    static final Mechanism ARBITRATION =
            new Mechanism("arbitration", "a buffer serves cores in the order of asking, wherever they are");

    /// Off: off-chip memory is never cached.
    static final Mechanism CACHES = new Mechanism("caches", "each access off the chip goes there");

    /// Off: flags are free.
    static final Mechanism FLAGS = new Mechanism("flags", "setting and polling a flag costs nothing");

    /// Off: a core loads its own buffer directly.
    static final Mechanism ARBITER_BUG = new Mechanism(
            "arbiter-bug", "a core that uses its own buffer as an operand need not send packets to itself");

    private static final double CORE_MHZ = 533;
    private static final double MESH_MHZ = 800;
    private static final double DRAM_MHZ = 800;

    /// The core's part of an access off the chip, in core cycles (K, section IV-D).
    private static final double CORE_CYCLES_OFF_CHIP = 40;

    final long hop;
    final long chip;
    final long memoryWrite;
    final long memoryRead;
    final long putChip;
    final long getChip;
    final long putMemory;
    final long getMemory;
    final long portGet;
    final long portPut;
    final long warmLine;
    final long load;
    final long word;
    final long sdChip;
    final long sdMemory;
    final long directLine;
    final long directOwnLine;
    final long testAndSet;
    final long cacheLines;
    final long firstLines;
    final long secondLine;
    final boolean caches;
    final boolean flagsCost;

    MeshCosts(Machine m) {
        double core = CORE_MHZ / m.value("core");
        double mesh = MESH_MHZ / m.value("mesh");
        double dram = DRAM_MHZ / m.value("dram");
        double cycle = 1e6 / m.value("core"); // picoseconds
        hop = scaled(m, "L_hop", mesh);
        chip = scaled(m, "o_mpb", core);
        memoryWrite = offChip(m, "o_mem_w", core, dram);
        memoryRead = offChip(m, "o_mem_r", core, dram);
        putChip = scaled(m, "o_put_mpb", core);
        getChip = scaled(m, "o_get_mpb", core);
        putMemory = scaled(m, "o_put_mem", core);
        getMemory = scaled(m, "o_get_mem", core);
        boolean contention = m.has(PORT);
        portGet = contention ? scaled(m, "s_get", mesh) : 0;
        portPut = contention ? scaled(m, "s_put", mesh) : 0;
        warmLine = Math.round(m.value("w_warm") * cycle);
        load = Math.round(m.value("c_word") * cycle);
        word = Math.round(2 * cycle);
        sdChip = m.picos("sd_mpb");
        sdMemory = m.picos("sd_mem");
        directLine = Math.round(m.value("mpb_line") * cycle);
        directOwnLine = Math.round(m.value("mpb_own") * cycle);
        testAndSet = chip;
        cacheLines = (long) (m.value("L2") / m.value("line"));
        firstLines = (long) (m.value("L1") / m.value("line"));
        secondLine = Math.round(m.value("l_2") * cycle);
        caches = m.has(CACHES);
        flagsCost = m.has(FLAGS);
    }

    private static long scaled(Machine m, String symbol, double factor) {
        return Math.round(m.value(symbol) * 1000 * factor);
    }

    private static long offChip(Machine m, String symbol, double core, double dram) {
        double cores = CORE_CYCLES_OFF_CHIP * 1e6 / CORE_MHZ;
        return Math.round(cores * core + (m.value(symbol) * 1000 - cores) * dram);
    }

    /// Eqs 2 and 3: a line to or from an on-chip buffer, until the acknowledgement or the line has returned.
    long chip(int hops) {
        return chip + 2L * hops * hop;
    }

    /// Eq. 5.
    long memoryWrite(int hops) {
        return memoryWrite + 2L * hops * hop;
    }

    /// Eq. 6.
    long memoryRead(int hops) {
        return memoryRead + 2L * hops * hop;
    }
}
