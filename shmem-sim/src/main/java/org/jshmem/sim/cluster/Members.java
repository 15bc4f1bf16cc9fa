// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.Setup;

/// The PEs of a job by their hosts.
///
/// @param setup the job's
/// @param host of each PE, numbered from 0 in the order of their first PEs
/// @param index of each PE among those of its host
/// @param pes those of each host
record Members(Setup setup, int[] host, int[] index, int[][] pes) {

    static Members of(Setup setup) {
        int cores = (int) setup.machine().value("cores");
        int npes = setup.npes();
        int[] named = IntStream.range(0, npes)
                .map(pe -> setup.placement().core(pe) / cores)
                .toArray();
        int[][] pes = Arrays.stream(named)
                .distinct()
                .mapToObj(h ->
                        IntStream.range(0, npes).filter(pe -> named[pe] == h).toArray())
                .toArray(int[][]::new);
        int[] host = new int[npes];
        int[] index = new int[npes];
        for (int h = 0; h < pes.length; h++) {
            for (int i = 0; i < pes[h].length; i++) {
                host[pes[h][i]] = h;
                index[pes[h][i]] = i;
            }
        }
        return new Members(setup, host, index, pes);
    }

    /// Each host as a machine of its own, its PEs numbered from 0.
    List<Setup> hosts() {
        return Arrays.stream(pes)
                .map(here -> new Setup(
                        setup.machine(),
                        here.length,
                        Placement.roundRobin(here.length, here.length),
                        setup.regionBytes(),
                        setup.jitter(),
                        (i, time) -> setup.turns().at(here[i], time)))
                .toList();
    }
}
