// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;
import org.jshmem.Work;

/// The cores of a machine, which give declared computation its cost.
public abstract class Cores extends MachineCosts {
    /// The kinds of cores, by their words in machine files and in the table of parts:
    ///
    /// - `in-order`: several threads in each core, vectors, at most one instruction of a thread at a time
    /// - `out-of-order`: cores with a time bound by the bytes that they compute on, or by the issue of instructions
    /// - `scalar`: one instruction after the other, no vectors, no prefetcher
    public static final List<String> KINDS = List.of("in-order", "out-of-order", "scalar");

    static final int WORD = 8;

    final long l1Bytes = m.count("L1");
    final long l2Bytes = m.count("L2");
    final long line = m.count("line");

    /// Cores with this cycle, in picoseconds.
    Cores(Machine machine, double cycle) {
        super(machine, cycle);
    }

    /// Makes cores of a kind over a coherent memory.
    public static Cores of(String kind, SimulationSetup setup) {
        Machine m = setup.machine();
        return switch (kind) {
            case "in-order" -> new InOrderCores(setup);
            case "out-of-order" -> new OutOfOrderCores(m);
            default -> new ScalarCores(m, 1000 / m.value("clock"), _ -> m.picos("R_I"), _ -> m.picos("R_I"));
        };
    }

    /// A contradiction between the numbers of the cores of a machine; empty if there is none.
    public static String problem(Machine m) {
        if (!m.knows("vector")) return "";
        double vector = m.value("vector");
        return vector < Long.BYTES
                ? "vector is %.0f bytes; a vector holds a double, so give at least 8".formatted(vector)
                : Limits.product(m, "cores", "threads");
    }

    /// The cost of a computation of a PE. Without a declared footprint it has that of its bytes.
    public final Computation compute(int pe, Work work) {
        long bytes = work.bytesRead() + work.bytesWritten();
        return compute(pe, work, bytes, work.footprint() == 0 ? bytes : work.footprint());
    }

    abstract Computation compute(int pe, Work work, long bytes, long footprint);
}
