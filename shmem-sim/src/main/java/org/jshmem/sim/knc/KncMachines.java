// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.knc;

import static org.jshmem.sim.model.Parameter.Role.ASSUMED;
import static org.jshmem.sim.model.Parameter.Role.CAL;
import static org.jshmem.sim.model.Parameter.Role.FIT;

import java.util.List;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineProvider;
import org.jshmem.sim.model.Parameter;

/// Knights Corner, the first Xeon Phi: in-order cores on a ring, caches kept coherent by distributed tag directories.
///
/// R is Ramos & Hoefler, HPDC 2013; N is Namashivayam et al., 2014; PUB-1 is J. McCalpin's STREAM table of 5 December
/// 2013; the guide is Intel's developer's guide.
public final class KncMachines implements MachineProvider {

    @Override
    public List<Machine> machines() {
        return List.of(phi5110p(), phiSe10p());
    }

    /// The card of R: 60 cores.
    private static Machine phi5110p() {
        return knc(
                "knc", "Intel Xeon Phi 5110P (Knights Corner), 60 cores", 60, 1.053, "R 5 (1056 and 1052 MHz printed)");
    }

    /// The card of N: 61 cores.
    private static Machine phiSe10p() {
        return knc("knc-se10p", "Intel Xeon Phi SE10P (Knights Corner), 61 cores", 61, 1.1, "N 6.1");
    }

    // spotless:off
    private static Machine knc(String name, String title, int cores, double clock, String clockSource) {
        return new Machine(name, title, List.of(
            new Parameter("cores", cores, "count", CAL, "R 2.1, N 2", "cores, one L1 and one L2 each"),
            new Parameter("threads", 4, "count", CAL, "R 2.1", "hardware threads of a core"),
            new Parameter("clock", clock, "GHz", CAL, clockSource, "core clock"),
            new Parameter("line", 64, "bytes", CAL, "R 2.1", "cache line"),
            new Parameter("L1", 32 * 1024, "bytes", CAL, "R 2.1", "data cache of a core"),
            new Parameter("L2", 512 * 1024, "bytes", CAL, "R 2.1", "second-level cache of a core"),
            new Parameter("R_L", 8.6, "ns", CAL, "R table 2c", "load or owned store of a line in the own cache"),
            new Parameter("R_R", 235.8, "ns", CAL, "R table 2c", "fetch of a line from another core's cache"),
            new Parameter("R_I", 277.7, "ns", CAL, "R table 2c", "fetch of a line that no cache holds"),
            new Parameter("sd_L", 0.2, "ns", CAL, "R table 2a", "standard deviation of R_L, used with a seed"),
            new Parameter("sd_R", 25.5, "ns", CAL, "R table 2a", "standard deviation of R_R, used with a seed"),
            new Parameter("sd_I", 34.0, "ns", CAL, "R table 2a", "standard deviation of R_I, used with a seed"),
            new Parameter("c", 70, "ns", FIT, "printed tree optima need 47.6 < c < 115.1; band 50..110", "each further reader of a line"),
            new Parameter("o_E", 76.0, "ns", CAL, "R fig. 5a", "copy from a cache: each line"),
            new Parameter("q_E", 1521.0, "ns", CAL, "R fig. 5a", "copy from a cache: start-up"),
            new Parameter("p_E", 1096.0, "ns", CAL, "R fig. 5a", "copy from a cache: start-up saved in short copies"),
            new Parameter("o_I", 94.9, "ns", CAL, "R fig. 5b", "copy from memory: each line"),
            new Parameter("q_I", 2750.0, "ns", CAL, "R fig. 5b", "copy from memory: start-up"),
            new Parameter("p_I", 2017.5, "ns", CAL, "R fig. 5b", "copy from memory: start-up saved in short copies"),
            new Parameter("l_o", 4, "cycles", FIT, "N-20..22: one vector load and one store, 2 cycles each", "copy within the own cache: each line"),
            new Parameter("l_2", 22.5, "cycles", ASSUMED, "guide: 15 to 30", "computation: a line from L2 that no prefetcher fetches"),
            new Parameter("invalidate", 0, "ns", ASSUMED, "unmeasured in R fig. 1; tried 0..10", "store: each further sharer"),
            new Parameter("locked", 0, "ns", ASSUMED, "unmeasured; tried 0..30", "surcharge of an atomic operation"),
            new Parameter("fence", 0, "ns", ASSUMED, "unmeasured; tried 0..30", "a fence"),
            new Parameter("t_put", 40.0, "ns", FIT, "N-21: 12 = (t_put + l_o) / l_o at 1.1 GHz", "library call of a put"),
            new Parameter("t_quiet", 23.0, "ns", FIT, "N-20: 2.5 = (t_put + l_o + t_quiet) / (l_o + t_quiet)", "library call of a quiet"),
            new Parameter("t_get", 5.5, "ns", FIT, "N-20: 2.5 = (t_get + l_o) / l_o", "library call of a get"),
            new Parameter("t_ptr", 0, "ns", CAL, "N 4.1: the address is computed once", "library call of a direct access"),
            new Parameter("issue", 2, "cycles", CAL, "N 2: a thread issues every other cycle", "each instruction, one thread per core"),
            new Parameter("vector", 64, "bytes", CAL, "N 2", "width of a vector instruction"),
            new Parameter("b1", 2.95, "GB/s", FIT, "PUB-1 with 60 threads needs 2.9", "memory bandwidth of one prefetched thread"),
            new Parameter("B_copy", 169.3, "GB/s", CAL, "PUB-1: copy 169.4, scale 169.2", "memory bandwidth of all, one load per store"),
            new Parameter("B_add", 174.75, "GB/s", CAL, "PUB-1: add 174.8, triad 174.7", "memory bandwidth of all, two or more loads per store"),
            new Parameter("chunk", 64 * 1024, "bytes", CAL, "model: finer than any result printed", "what a thread asks of the memory server at once")), new Knc());
    }
    // spotless:on
}
