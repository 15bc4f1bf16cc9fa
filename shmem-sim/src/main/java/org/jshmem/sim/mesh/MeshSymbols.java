// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.List;
import org.jshmem.sim.cost.Symbol;

/// The parameters of a machine with a mesh and on-chip buffers.
final class MeshSymbols {
    /// The hardware, under the names of Petrović et al.
    static final List<Symbol> CHIP = List.of(
            new Symbol("cols", "count", "columns of the mesh, of tiles"),
            new Symbol("rows", "count", "rows of the mesh"),
            new Symbol("tile", "count", "cores of a tile"),
            new Symbol("core", "MHz", "clock of the cores and tiles"),
            new Symbol("mesh", "MHz", "clock of the mesh"),
            new Symbol("dram", "MHz", "clock of the memory"),
            new Symbol("line", "bytes", "cache line, and what a packet carries"),
            new Symbol("MPB", "bytes", "on-chip buffer of a core"),
            new Symbol("L1", "bytes", "first-level cache of a core, for data"),
            new Symbol("L2", "bytes", "second-level cache of a core"),
            new Symbol("L_hop", "ns", "a packet through a router"),
            new Symbol("o_mpb", "ns", "a line to or from an on-chip buffer"),
            new Symbol("o_mem_w", "ns", "a line to memory"),
            new Symbol("o_mem_r", "ns", "a line from memory"),
            new Symbol("o_put_mpb", "ns", "a put from the own buffer, and the setting of a flag"),
            new Symbol("o_get_mpb", "ns", "a get into the own buffer, and a poll of a flag"),
            new Symbol("o_put_mem", "ns", "a put from memory"),
            new Symbol("o_get_mem", "ns", "a get into memory"),
            new Symbol("sd_mpb", "ns", "standard deviation of a line to or from an on-chip buffer, used with a seed"),
            new Symbol("sd_mem", "ns", "standard deviation of a line to or from memory, used with a seed"),
            new Symbol("s_get", "ns", "a buffer's port: each line read"),
            new Symbol("s_put", "ns", "a buffer's port: each line written"),
            new Symbol("w_warm", "cycles", "write of a line that is in the own cache"),
            new Symbol("l_2", "cycles", "read of a line that is in the second-level cache, not in the first"),
            new Symbol("mpb_line", "cycles", "a line of an on-chip buffer as an operand, without its hops"),
            new Symbol("mpb_own", "cycles", "a line of the own buffer as an operand, had the arbiter no bug"));

    /// The software of messages by libraries that are imitated on a mesh, at either end. A missing one is 0.
    static final List<Symbol> MESSAGES = List.of(
            new Symbol("i_message", "instructions", "each message of RCCE's family").optional(),
            new Symbol("i_block", "instructions", "each part of a blocking message, as RCCE's").optional(),
            new Symbol("i_request", "instructions", "each part of a message by requests, as iRCCE's").optional(),
            new Symbol("i_light", "instructions", "each part of a lightweight message, as Kohler's").optional());

    private MeshSymbols() {}
}
