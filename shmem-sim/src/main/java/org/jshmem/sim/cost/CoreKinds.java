// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.Locale;

/// The kinds of cores, which give declared computation its cost, over any coherent memory.
public enum CoreKinds {
    /// Several threads in each core, vectors, at most one instruction of a thread at a time.
    IN_ORDER,

    /// Cores with a time bound by the bytes that they compute on, or by the issue of instructions.
    OUT_OF_ORDER,

    /// One instruction after the other, no vectors, no prefetcher.
    SCALAR;

    /// The word for this kind in machine files and in the table of parts.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The number of PEs that a core takes.
    public int threads(Machine m) {
        return this == IN_ORDER ? (int) m.count("threads") : 1;
    }

    /// A contradiction between the numbers of a machine with such cores; empty if there is none.
    public String problem(Machine m) {
        if (this != IN_ORDER) return "";
        double vector = m.value("vector");
        return vector < Long.BYTES
                ? "vector is %.0f bytes; a vector holds a double, so give at least 8".formatted(vector)
                : Limits.product(m, "cores", "threads");
    }

    /// Makes cores of this kind over a coherent memory.
    public Cores over(SimulationSetup setup) {
        return switch (this) {
            case IN_ORDER -> new InOrderCores(setup);
            case OUT_OF_ORDER -> new OutOfOrderCores(setup);
            case SCALAR -> new ScalarCores(setup);
        };
    }
}
