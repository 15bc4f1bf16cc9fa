// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.model.Symbol;

/// The parameters of a machine with coherent memory, under the names of Ramos & Hoefler's model.
public enum CoherentSymbol implements Symbol {
    cores("count", "cores, one L1 and one L2 each"),
    clock("GHz", "core clock: the unit of prices in cycles"),
    line("bytes", "cache line"),
    L1("bytes", "first-level data cache of a core"),
    L2("bytes", "second-level cache of a core"),
    R_L("ns", "load or owned store of a line in the own cache"),
    R_R("ns", "fetch of a line from another core's cache"),
    R_I("ns", "fetch of a line that no core's own cache holds"),
    sd_L("ns", "standard deviation of R_L, used with a seed"),
    sd_R("ns", "standard deviation of R_R, used with a seed"),
    sd_I("ns", "standard deviation of R_I, used with a seed"),
    c("ns", "each further reader of a line"),
    o_E("ns", "copy from another core's cache: each line"),
    q_E("ns", "copy from another core's cache: start-up"),
    p_E("ns", "copy from another core's cache: start-up saved in short copies"),
    o_I("ns", "copy from behind the cores' own caches: each line"),
    q_I("ns", "copy from behind the cores' own caches: start-up"),
    p_I("ns", "copy from behind the cores' own caches: start-up saved in short copies"),
    l_o("cycles", "copy within the first-level cache: each line"),
    l_2("cycles", "a line in L2, not in L1, that no prefetcher fetches: more than l_o"),
    invalidate("ns", "store: each further sharer"),
    locked("ns", "surcharge of an atomic operation"),
    fence("ns", "a fence"),
    t_put("ns", "library call of a put"),
    t_quiet("ns", "library call of a quiet"),
    t_get("ns", "library call of a get"),
    t_ptr("ns", "library call of a direct access"),
    t_wait("ns", "library call of a wait for a word"),
    t_mpi("ns", "software of a message of MPI, at either end"),
    B_copy("GB/s", "bandwidth behind the caches, of all cores together, one load for each store"),
    chunk("bytes", "what a core asks of the memory server at once");

    private final String unit;
    private final String meaning;

    CoherentSymbol(String unit, String meaning) {
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

    @Override
    public boolean isOptional() {
        return this == t_wait || this == t_mpi;
    }
}
