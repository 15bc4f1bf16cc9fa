// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Topology;

/// A simulated machine in the words of the seam: the hosts of the PEs, and the memories of each PE.
///
/// @param topology one JVM, and a core for each PE; hosts are numbered in the order of their first PEs
/// @param spaces the memories one after the other: the one whose size the job chooses, then those of fixed size
record TransportView(Topology topology, List<MemorySpace> spaces) {

    /// The view of a job with `bytes` in each PE's first memory, rounded up to whole pages with the other memories.
    TransportView(Machine machine, Placement placement, int npes, long bytes) {
        this(topology(machine, placement, npes), spaces(machine.architecture().spaces(machine), bytes));
    }

    private static Topology topology(Machine machine, Placement placement, int npes) {
        Map<Integer, Integer> numbers = new HashMap<>(); // of hosts that have PEs
        int[] hosts = new int[npes];
        for (int pe = 0; pe < npes; pe++) {
            int host = machine.architecture().host(machine, placement.core(pe));
            Integer known = numbers.putIfAbsent(host, numbers.size());
            hosts[pe] = known == null ? numbers.size() - 1 : known;
        }
        int[] cores = new int[numbers.size()];
        for (int host : hosts) cores[host]++;
        return new Topology(hosts, new int[npes], cores);
    }

    private static List<MemorySpace> spaces(List<MemorySpace> spaces, long bytes) {
        long small = spaces.stream().mapToLong(MemorySpace::bytes).sum();
        long chosen = SparseRegions.pages(bytes + small) - small;
        List<MemorySpace> found = new ArrayList<>();
        long offset = 0;
        for (MemorySpace space : spaces) {
            long size = space.bytes() == 0 ? chosen : space.bytes();
            found.add(new MemorySpace(space.name(), offset, size, space.line(), space.reach(), space.coherent()));
            offset += size;
        }
        return List.copyOf(found);
    }

    /// Bytes of each PE's memories together.
    long regionBytes() {
        MemorySpace last = spaces.getLast();
        return last.offset() + last.bytes();
    }
}
