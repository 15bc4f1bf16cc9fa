// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.Arrays;
import java.util.List;
import org.jshmem.sim.cluster.Cluster;
import org.jshmem.sim.cluster.OneHost;
import org.jshmem.sim.cores.CoreKinds;
import org.jshmem.sim.mesh.Chip;
import org.jshmem.sim.model.Architecture;

/// The kinds of machines: a memory and cores, by the words of machine files.
final class MachineKind {
    static final String COHERENT = "coherent";
    static final String NETWORK = "network";
    static final String MESH = "mesh";

    static final List<String> MEMORIES = List.of(COHERENT, NETWORK, MESH);
    static final List<String> CORES =
            Arrays.stream(CoreKinds.values()).map(CoreKinds::word).toList();

    private MachineKind() {}

    /// The architecture of a memory and cores, given by known words; null if they do not fit together.
    static Architecture of(String memory, String cores) {
        CoreKinds kind = CoreKinds.values()[CORES.indexOf(cores)];
        return switch (memory) {
            case COHERENT -> new OneHost(kind);
            case NETWORK -> new Cluster(kind);
            default -> kind == CoreKinds.SCALAR ? new Chip() : null;
        };
    }
}
