// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import static org.jshmem.sim.model.Parameter.Role.ASSUMED;
import static org.jshmem.sim.model.Parameter.Role.CAL;
import static org.jshmem.sim.model.Parameter.Role.FIT;

import java.util.List;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineProvider;
import org.jshmem.sim.model.Parameter;

/// The machine `cluster`: hosts of eight cores on the link that docs/guides/hosts.md measured.
///
/// H is docs/guides/hosts.md, two hosts of one PE, medians; C is docs/internals/collectives.md.
public final class ClusterMachines implements MachineProvider {

    @Override
    public List<Machine> machines() {
        return List.of(tcp());
    }

    // spotless:off
    private static Machine tcp() {
        return new Machine("cluster", "hosts of today on TCP", List.of(
            new Parameter("hosts", 128, "count", CAL, "1,024 PEs", "hosts; a job fills one after the other"),
            new Parameter("cores", 8, "count", CAL, "1,024 PEs", "cores of a host, a PE on each"),
            new Parameter("o", 1600, "ns", CAL, "H: a put of 8 bytes returns", "a message: what it takes its PE"),
            new Parameter("a", 1600, "ns", ASSUMED, "an agent keeps up with a PE; tried half and twice", "a message: what it takes the agent of its target's host"),
            new Parameter("L", 3050, "ns", FIT, "H: get, 9.3 us = o + L + a + L", "a message on its way between hosts"),
            new Parameter("w", 1450, "ns", FIT, "H: flag from PE to PE, 7.7 us = o + L + a + w", "until a PE that waits notices"),
            new Parameter("G", 3.95, "GB/s", FIT, "H: puts of 64 KiB, 3,600 MB/s = 64 KiB / (o + 64 KiB / G)", "bandwidth of a host's link, each way"),
            new Parameter("clock", 3, "GHz", ASSUMED, "a server of today", "the unit of prices in cycles"),
            new Parameter("line", 64, "bytes", CAL, "x86-64", "cache line"),
            new Parameter("L1", 32 * 1024, "bytes", CAL, "the processor of H", "data cache of a core"),
            new Parameter("L2", 1024 * 1024, "bytes", CAL, "the processor of H", "second-level cache of a core"),
            new Parameter("R_L", 1.5, "ns", ASSUMED, "4 to 5 cycles", "load or owned store of a line in the own cache"),
            new Parameter("R_R", 54, "ns", CAL, "C: 40 to 67 ns", "fetch of a line from another core's cache"),
            new Parameter("R_I", 100, "ns", ASSUMED, "80 to 130 in servers of today", "fetch of a line that no core's own cache holds"),
            new Parameter("sd_L", 0, "ns", ASSUMED, "as small as knc's", "spread of R_L, used with a seed"),
            new Parameter("sd_R", 5, "ns", ASSUMED, "a tenth, as knc's", "spread of R_R, used with a seed"),
            new Parameter("sd_I", 10, "ns", ASSUMED, "a tenth, as knc's", "spread of R_I, used with a seed"),
            new Parameter("c", 15, "ns", ASSUMED, "a quarter of R_R, as knc's", "each further reader of a line"),
            new Parameter("o_E", 5.3, "ns", ASSUMED, "as o_I", "copy from another core's cache: each line"),
            new Parameter("q_E", 108, "ns", ASSUMED, "two R_R", "copy from another core's cache: start-up"),
            new Parameter("p_E", 0, "ns", ASSUMED, "no start-up saved", "copy from another core's cache: start-up saved in short copies"),
            new Parameter("o_I", 5.3, "ns", CAL, "C: two STREAM processes copy 48 GB/s, loads and stores counted", "copy from behind the cores' own caches: each line"),
            new Parameter("q_I", 200, "ns", ASSUMED, "two R_I", "copy from behind the cores' own caches: start-up"),
            new Parameter("p_I", 0, "ns", ASSUMED, "no start-up saved", "copy from behind the cores' own caches: start-up saved in short copies"),
            new Parameter("l_o", 2, "cycles", ASSUMED, "a load and a store of 64 bytes", "copy within the first-level cache: each line"),
            new Parameter("l_2", 3, "cycles", ASSUMED, "half of 64 bytes a cycle, and one", "copy within the second-level cache: each line, beside l_o"),
            new Parameter("invalidate", 0, "ns", ASSUMED, "as knc's", "store: each further sharer"),
            new Parameter("locked", 6, "ns", ASSUMED, "18 cycles", "surcharge of an atomic operation"),
            new Parameter("fence", 6, "ns", ASSUMED, "as locked", "a fence"),
            new Parameter("t_put", 5, "ns", ASSUMED, "15 cycles", "library call of a put"),
            new Parameter("t_quiet", 6, "ns", ASSUMED, "a fence", "library call of a quiet"),
            new Parameter("t_get", 5, "ns", ASSUMED, "15 cycles", "library call of a get"),
            new Parameter("t_ptr", 0, "ns", ASSUMED, "the address is computed once", "direct access, and any other stretch over memory"),
            new Parameter("B_copy", 48, "GB/s", ASSUMED, "C: that of two cores; of eight nobody measured", "bandwidth of a host's cores together behind their own caches"),
            new Parameter("chunk", 64 * 1024, "bytes", CAL, "model: finer than any result printed", "what a core asks of the memory server at once")), new Cluster());
    }
    // spotless:on
}
