// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cores;

import java.util.List;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.model.Limits;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Symbol;

/// The kinds of cores, which give declared computation its cost, over any coherent memory.
public enum CoreKinds {
    /// Several threads in each core, vectors, at most one instruction of a thread at a time.
    IN_ORDER("in-order", InOrderSymbol.values()) {
        @Override
        public Processor over(SimulationSetup setup, CoherentMemory memory) {
            return new InOrderCores(setup, memory);
        }

        @Override
        public int threads(Machine m) {
            return (int) m.value(InOrderSymbol.threads.name());
        }

        @Override
        public String problem(Machine m) {
            double vector = m.value(InOrderSymbol.vector.name());
            return vector < Long.BYTES
                    ? "vector is %.0f bytes; a vector holds a double, so give at least 8".formatted(vector)
                    : Limits.product(m, "cores", InOrderSymbol.threads.name());
        }
    },

    /// Cores with a time bound by the bytes that they compute on, or by the issue of instructions.
    OUT_OF_ORDER("out-of-order") {
        @Override
        public Processor over(SimulationSetup setup, CoherentMemory memory) {
            return new OutOfOrderCores(setup, memory);
        }
    },

    /// One instruction after the other, no vectors, no prefetcher.
    SCALAR("scalar", ScalarSymbol.values()) {
        @Override
        public Processor over(SimulationSetup setup, CoherentMemory memory) {
            return ScalarCores.of(setup, memory);
        }
    };

    private final String word;
    private final List<Symbol> symbols;

    CoreKinds(String word, Symbol... symbols) {
        this.word = word;
        this.symbols = List.of(symbols);
    }

    /// The word for this kind in machine files.
    public String word() {
        return word;
    }

    /// The parameters that a machine with such cores must have.
    public List<Symbol> symbols() {
        return symbols;
    }

    /// The number of PEs that a core takes.
    public int threads(Machine m) {
        return 1;
    }

    /// A contradiction between the numbers of a machine with such cores; empty if there is none.
    public String problem(Machine m) {
        return "";
    }

    /// Makes cores of this kind over a coherent memory.
    public abstract Processor over(SimulationSetup setup, CoherentMemory memory);
}
