// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;

/// The kinds of cores, which give declared computation its cost, over any coherent memory.
public enum CoreKinds {
    /// Several threads in each core, vectors, at most one instruction of a thread at a time.
    IN_ORDER(
            "in-order",
            new Symbol("threads", "count", "hardware threads of a core"),
            new Symbol("issue", "cycles", "each instruction, one thread per core"),
            new Symbol("vector", "bytes", "width of a vector instruction"),
            new Symbol("b1", "GB/s", "memory bandwidth of one prefetched thread"),
            new Symbol(
                    "B_add",
                    "GB/s",
                    "bandwidth behind the caches, of all cores together, two or more loads for each store")) {
        @Override
        public Cores over(SimulationSetup setup) {
            return new InOrderCores(setup);
        }

        @Override
        public int threads(Machine m) {
            return (int) m.value("threads");
        }

        @Override
        public String problem(Machine m) {
            double vector = m.value("vector");
            return vector < Long.BYTES
                    ? "vector is %.0f bytes; a vector holds a double, so give at least 8".formatted(vector)
                    : Limits.product(m, "cores", "threads");
        }
    },

    /// Cores with a time bound by the bytes that they compute on, or by the issue of instructions.
    OUT_OF_ORDER("out-of-order") {
        @Override
        public Cores over(SimulationSetup setup) {
            return new OutOfOrderCores(setup.machine());
        }
    },

    /// One instruction after the other, no vectors, no prefetcher.
    SCALAR(
            "scalar",
            new Symbol("c_flop", "cycles", "computation: a floating-point operation"),
            new Symbol("c_word", "cycles", "any other instruction, 8 bytes loaded or stored in the cache")) {
        @Override
        public Cores over(SimulationSetup setup) {
            return ScalarCores.of(setup.machine());
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
    public abstract Cores over(SimulationSetup setup);
}
