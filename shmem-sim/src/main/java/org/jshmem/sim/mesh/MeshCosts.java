// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineCosts;

/// The costs of a machine with a mesh, in picoseconds, converted from its parameters: P's table 1 and equations 1 to 6,
/// and the additions of K.
///
/// Table 1 holds for the clocks of its measurement. At other clocks the cost of a core's work scales with the core's
/// clock, and that of a hop with the mesh's. Of an access off the chip, 40 core cycles scale with the core's clock and
/// the rest with the memory's.
final class MeshCosts extends MachineCosts {
    private static final double CORE_MHZ = 533;
    private static final double MESH_MHZ = 800;
    private static final double DRAM_MHZ = 800;

    /// The core's part of an access off the chip, in core cycles (K, section IV-D).
    private static final double CORE_CYCLES_OFF_CHIP = 40;

    /// One of the two kinds of memory: on-chip buffers, and memory off the chip.
    ///
    /// @param put the call of a put of lines from there
    /// @param get the call of a get of lines to there, or of one word from there
    /// @param read a line from there, without its hops
    /// @param write a line to there, without its hops
    /// @param sd standard deviation of a line
    record Place(long put, long get, long read, long write, long sd) {}

    private final double core = CORE_MHZ / m.value("core");
    private final double mesh = MESH_MHZ / m.value("mesh");
    private final double dram = DRAM_MHZ / m.value("dram");

    final long hop = scaled("L_hop", mesh);
    final Place chip = place("mpb", scaled("o_mpb", core), scaled("o_mpb", core));
    final Place memory = place("mem", offChip("o_mem_r"), offChip("o_mem_w"));
    final boolean ports = m.has("port");
    final long portGet = scaled("s_get", mesh);
    final long portPut = scaled("s_put", mesh);
    final long warmLine = cycles("w_warm");
    final long load = cycles("c_word");
    final long word = Math.round(2 * cycle);
    final long directLine = cycles("mpb_line");
    final long directOwnLine = cycles("mpb_own");
    final long cacheLines = (long) (m.value("L2") / m.value("line"));
    final long firstLines = (long) (m.value("L1") / m.value("line"));
    final long secondLine = cycles("l_2");
    final boolean caches = m.has("caches");
    final boolean flagsCost = m.has("flags");
    final boolean bug = m.has("arbiter-bug");

    MeshCosts(Machine m) {
        super(m, 1e6 / m.value("core"));
    }

    private Place place(String name, long read, long write) {
        long put = scaled("o_put_" + name, core);
        return new Place(put, scaled("o_get_" + name, core), read, write, m.picos("sd_" + name));
    }

    private long scaled(String symbol, double factor) {
        return Math.round(m.value(symbol) * 1000 * factor);
    }

    private long offChip(String symbol) {
        double cores = CORE_CYCLES_OFF_CHIP * 1e6 / CORE_MHZ;
        return Math.round(cores * core + (m.value(symbol) * 1000 - cores) * dram);
    }

    /// Eqs 3 and 6: a line from a place, until it has returned.
    long read(Place place, int hops) {
        return place.read + 2L * hops * hop;
    }

    /// Eqs 2 and 5: a line to a place, until the acknowledgement has returned.
    long write(Place place, int hops) {
        return place.write + 2L * hops * hop;
    }
}
