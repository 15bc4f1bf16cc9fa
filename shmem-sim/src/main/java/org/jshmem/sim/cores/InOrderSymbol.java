// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cores;

import org.jshmem.sim.model.Symbol;

/// The parameters of a machine with in-order cores.
public enum InOrderSymbol implements Symbol {
    threads("count", "hardware threads of a core"),
    issue("cycles", "each instruction, one thread per core"),
    vector("bytes", "width of a vector instruction"),
    b1("GB/s", "memory bandwidth of one prefetched thread"),
    B_add("GB/s", "bandwidth behind the caches, of all cores together, two or more loads for each store");

    private final String unit;
    private final String meaning;

    InOrderSymbol(String unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
