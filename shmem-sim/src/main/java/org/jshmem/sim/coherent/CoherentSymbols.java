// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.List;
import org.jshmem.sim.cost.Symbol;

/// The parameters of a machine with coherent memory, under the names of Ramos & Hoefler's model.
public final class CoherentSymbols {
    /// All of them, in the order of the documentation.
    public static final List<Symbol> ALL = List.of(
            new Symbol("cores", "count", "cores, one L1 and one L2 each"),
            new Symbol("clock", "GHz", "core clock: the unit of costs in cycles"),
            new Symbol("line", "bytes", "cache line"),
            new Symbol("L1", "bytes", "first-level data cache of a core"),
            new Symbol("L2", "bytes", "second-level cache of a core"),
            new Symbol("R_L", "ns", "load or owned store of a line in the own cache"),
            new Symbol("R_R", "ns", "fetch of a line from another core's cache"),
            new Symbol("R_I", "ns", "fetch of a line that no core's own cache holds"),
            new Symbol("sd_L", "ns", "standard deviation of R_L, used with a seed"),
            new Symbol("sd_R", "ns", "standard deviation of R_R, used with a seed"),
            new Symbol("sd_I", "ns", "standard deviation of R_I, used with a seed"),
            new Symbol("c", "ns", "each further reader of a line"),
            new Symbol("o_E", "ns", "copy from another core's cache: each line"),
            new Symbol("q_E", "ns", "copy from another core's cache: start-up"),
            new Symbol("p_E", "ns", "copy from another core's cache: start-up saved in short copies"),
            new Symbol("o_I", "ns", "copy from behind the cores' own caches: each line"),
            new Symbol("q_I", "ns", "copy from behind the cores' own caches: start-up"),
            new Symbol("p_I", "ns", "copy from behind the cores' own caches: start-up saved in short copies"),
            new Symbol("l_o", "cycles", "copy within the first-level cache: each line"),
            new Symbol("l_2", "cycles", "a line in L2, not in L1, that no prefetcher fetches: more than l_o"),
            new Symbol("invalidate", "ns", "store: each further sharer"),
            new Symbol("locked", "ns", "surcharge of an atomic operation"),
            new Symbol("fence", "ns", "a fence"),
            new Symbol("t_put", "ns", "library call of a put"),
            new Symbol("t_quiet", "ns", "library call of a quiet"),
            new Symbol("t_get", "ns", "library call of a get"),
            new Symbol("t_ptr", "ns", "library call of a direct access"),
            new Symbol("t_wait", "ns", "library call of a wait for a word").optional(),
            new Symbol("t_mpi", "ns", "software of a message of MPI, at either end").optional(),
            new Symbol("B_copy", "GB/s", "bandwidth behind the caches, of all cores together, one load for each store"),
            new Symbol("chunk", "bytes", "what a core asks of the memory server at once"));

    private CoherentSymbols() {}
}
