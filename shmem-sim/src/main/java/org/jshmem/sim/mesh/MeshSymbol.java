// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import org.jshmem.sim.model.Symbol;

/// The parameters of a machine with a mesh and on-chip buffers, under the names of Petrović et al.
public enum MeshSymbol implements Symbol {
    cols("count", "columns of the mesh, of tiles"),
    rows("count", "rows of the mesh"),
    tile("count", "cores of a tile"),
    core("MHz", "clock of the cores and tiles"),
    mesh("MHz", "clock of the mesh"),
    dram("MHz", "clock of the memory"),
    line("bytes", "cache line, and what a packet carries"),
    MPB("bytes", "on-chip buffer of a core"),
    L1("bytes", "first-level cache of a core, for data"),
    L2("bytes", "second-level cache of a core"),
    L_hop("ns", "a packet through a router"),
    o_mpb("ns", "a line to or from an on-chip buffer"),
    o_mem_w("ns", "a line to memory"),
    o_mem_r("ns", "a line from memory"),
    o_put_mpb("ns", "a put from the own buffer, and the setting of a flag"),
    o_get_mpb("ns", "a get into the own buffer, and a poll of a flag"),
    o_put_mem("ns", "a put from memory"),
    o_get_mem("ns", "a get into memory"),
    sd_mpb("ns", "standard deviation of a line to or from an on-chip buffer, used with a seed"),
    sd_mem("ns", "standard deviation of a line to or from memory, used with a seed"),
    s_get("ns", "a buffer's port: each line read"),
    s_put("ns", "a buffer's port: each line written"),
    w_warm("cycles", "write of a line that is in the own cache"),
    l_2("cycles", "read of a line that is in the second-level cache, not in the first"),
    mpb_line("cycles", "a line of an on-chip buffer as an operand, without its hops"),
    mpb_own("cycles", "a line of the own buffer as an operand, had the arbiter no bug");

    private final String unit;
    private final String meaning;

    MeshSymbol(String unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
