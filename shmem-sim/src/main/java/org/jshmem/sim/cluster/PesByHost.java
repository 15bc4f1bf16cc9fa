// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.SimulationSetup;

/// The PEs of a job by their hosts.
///
/// @param setup the setup of the whole job
/// @param host the host of each PE; hosts are numbered from 0 in the order of their first PEs
/// @param index the index of each PE among the PEs of its host
/// @param pes the PEs of each host
record PesByHost(SimulationSetup setup, int[] host, int[] index, int[][] pes) {

    static PesByHost of(SimulationSetup setup) {
        int cores = (int) setup.machine().value("cores");
        int npes = setup.npes();
        int[] named = IntStream.range(0, npes)
                .map(pe -> setup.placement().core(pe) / cores)
                .toArray();
        Map<Integer, List<Integer>> byHost = IntStream.range(0, npes)
                .boxed()
                .collect(Collectors.groupingBy(pe -> named[pe], LinkedHashMap::new, Collectors.toList()));
        int[][] pes = byHost.values().stream()
                .map(here -> here.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        int[] host = new int[npes];
        int[] index = new int[npes];
        for (int h = 0; h < pes.length; h++) {
            for (int i = 0; i < pes[h].length; i++) {
                host[pes[h][i]] = h;
                index[pes[h][i]] = i;
            }
        }
        return new PesByHost(setup, host, index, pes);
    }

    /// A setup for each host, with the host's PEs numbered from 0.
    List<SimulationSetup> hosts() {
        return Arrays.stream(pes)
                .map(here -> new SimulationSetup(
                        setup.machine(),
                        here.length,
                        Placement.roundRobin(here.length, here.length),
                        setup.regionBytes(),
                        setup.jitter().of(here)))
                .toList();
    }
}
