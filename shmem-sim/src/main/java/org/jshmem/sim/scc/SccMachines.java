// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.scc;

import static org.jshmem.sim.model.Parameter.Role.ASSUMED;
import static org.jshmem.sim.model.Parameter.Role.CAL;
import static org.jshmem.sim.model.Parameter.Role.FIT;

import java.util.List;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineProvider;
import org.jshmem.sim.model.Parameter;

/// The SCC with the clocks that both papers name, Intel's standard preset.
///
/// P is Petrović et al., SPAA 2012; K is Kohler et al., 2012.
public final class SccMachines implements MachineProvider {

    @Override
    public List<Machine> machines() {
        return List.of(standard());
    }

    // spotless:off
    private static Machine standard() {
        return new Machine("scc", "Intel SCC (Single-Chip Cloud Computer), 48 cores, 533/800/800 MHz", List.of(
            new Parameter("cols", 6, "count", CAL, "P 2.1", "columns of the mesh, of tiles of two cores"),
            new Parameter("rows", 4, "count", CAL, "P 2.1", "rows of the mesh"),
            new Parameter("core", 533, "MHz", CAL, "P 6.1, K V", "clock of the cores and tiles"),
            new Parameter("mesh", 800, "MHz", CAL, "P 6.1, K V", "clock of the mesh"),
            new Parameter("dram", 800, "MHz", CAL, "P 6.1, K V", "clock of the memory"),
            new Parameter("line", 32, "bytes", CAL, "P 2.2", "cache line, and what a packet carries"),
            new Parameter("MPB", 8192, "bytes", CAL, "P 2.1", "on-chip buffer of a core"),
            new Parameter("L2", 256 * 1024, "bytes", CAL, "K II", "second-level cache of a core"),
            new Parameter("L_hop", 5, "ns", CAL, "P table 1", "a packet through a router"),
            new Parameter("o_mpb", 126, "ns", CAL, "P table 1", "a line to or from an on-chip buffer"),
            new Parameter("o_mem_w", 461, "ns", CAL, "P table 1", "a line to memory"),
            new Parameter("o_mem_r", 208, "ns", CAL, "P table 1", "a line from memory"),
            new Parameter("o_put_mpb", 69, "ns", CAL, "P table 1", "a put from the own buffer, and the setting of a flag"),
            new Parameter("o_get_mpb", 330, "ns", CAL, "P table 1", "a get into the own buffer, and a poll of a flag"),
            new Parameter("o_put_mem", 190, "ns", CAL, "P table 1", "a put from memory"),
            new Parameter("o_get_mem", 95, "ns", CAL, "P table 1", "a get into memory"),
            new Parameter("sd_mpb", 5, "ns", ASSUMED, "a packet finds a router taken; K V: the variance is very low", "standard deviation of a line to or from an on-chip buffer, used with a seed"),
            new Parameter("sd_mem", 10, "ns", ASSUMED, "twice sd_mpb: two ways, and the controller", "standard deviation of a line to or from memory, used with a seed"),
            new Parameter("s_get", 9, "ns", FIT, "P-04a: 24 cores read one buffer without delay; saturated from 35 on", "a buffer's port: each line read"),
            new Parameter("s_put", 9, "ns", FIT, "P-04b: 24 cores set flags in one buffer without delay", "a buffer's port: each line written"),
            new Parameter("w_warm", 32, "cycles", ASSUMED, "8 words of 4 cycles; tried 16..53 (30..100 ns)", "write of a line that is in the own cache"),
            new Parameter("mpb_line", 45, "cycles", CAL, "K IV-D", "a line of an on-chip buffer as an operand, without its hops"),
            new Parameter("mpb_own", 15, "cycles", CAL, "K IV-D", "a line of the own buffer as an operand, had the arbiter no bug"),
            new Parameter("c_flop", 3, "cycles", ASSUMED, "P54C: latency of an addition", "computation: a floating-point operation"),
            new Parameter("c_word", 1, "cycles", ASSUMED, "P54C: a load or a simple instruction", "any other instruction, 8 bytes loaded or stored in the cache")), new Scc());
    }
    // spotless:on
}
