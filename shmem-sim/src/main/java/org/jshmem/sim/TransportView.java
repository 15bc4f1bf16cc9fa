// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;

/// A simulated machine in the words of the transport: the hosts of the PEs, and the memories of each PE.
final class TransportView {
    private TransportView() {}

    /// One JVM, and a core for each PE; hosts are numbered in the order of their first PEs.
    static Topology topology(Machine machine, Placement placement, int npes) {
        Map<Integer, Integer> numbers = new HashMap<>(); // of hosts that have PEs
        int[] hosts = new int[npes];
        for (int pe = 0; pe < npes; pe++) {
            int host = machine.architecture().host(machine, placement.core(pe));
            hosts[pe] = numbers.computeIfAbsent(host, _ -> numbers.size());
        }
        int[] cores = new int[numbers.size()];
        for (int host : hosts) cores[host]++;
        return new Topology(hosts, new int[npes], cores);
    }

    /// The memories one after the other: the first has `bytes`, rounded up to whole pages with those of fixed size.
    static List<MemorySpace> spaces(List<MemorySpace> spaces, long bytes) {
        long small = spaces.stream().mapToLong(MemorySpace::bytes).sum();
        long chosen = Shape.pages(bytes + small) - small;
        List<MemorySpace> found = new ArrayList<>();
        long offset = 0;
        for (MemorySpace space : spaces) {
            long size = space.bytes() == 0 ? chosen : space.bytes();
            found.add(new MemorySpace(space.name(), offset, size, space.line(), space.reach(), space.coherent()));
            offset += size;
        }
        return List.copyOf(found);
    }
}
