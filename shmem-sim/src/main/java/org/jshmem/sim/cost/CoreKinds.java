// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;
import java.util.function.Function;

/// The kinds of cores, which give declared computation its cost, over any coherent memory.
public enum CoreKinds {
    /// Several threads in each core, vectors, at most one instruction of a thread at a time.
    IN_ORDER(
            "in-order",
            InOrderCores::new,
            new Symbol("threads", "count", "hardware threads of a core"),
            new Symbol("issue", "cycles", "each instruction, one thread per core"),
            new Symbol("vector", "bytes", "width of a vector instruction"),
            new Symbol("b1", "GB/s", "memory bandwidth of one prefetched thread"),
            new Symbol(
                    "B_add",
                    "GB/s",
                    "bandwidth behind the caches, of all cores together, two or more loads for each store")),

    /// Cores with a time bound by the bytes that they compute on, or by the issue of instructions.
    OUT_OF_ORDER("out-of-order", setup -> new OutOfOrderCores(setup.machine())),

    /// One instruction after the other, no vectors, no prefetcher.
    SCALAR(
            "scalar",
            setup -> ScalarCores.of(setup.machine()),
            new Symbol("c_flop", "cycles", "computation: a floating-point operation"),
            new Symbol("c_word", "cycles", "any other instruction, 8 bytes loaded or stored in the cache"));

    private final String word;
    private final Function<SimulationSetup, Cores> maker;
    private final List<Symbol> symbols;

    CoreKinds(String word, Function<SimulationSetup, Cores> maker, Symbol... symbols) {
        this.word = word;
        this.maker = maker;
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
        return this == IN_ORDER ? (int) m.value("threads") : 1;
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
        return maker.apply(setup);
    }
}
