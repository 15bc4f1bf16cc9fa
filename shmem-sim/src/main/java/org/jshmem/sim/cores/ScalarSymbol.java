// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cores;

import org.jshmem.sim.model.Symbol;

/// The parameters of a machine with scalar cores.
public enum ScalarSymbol implements Symbol {
    c_flop("cycles", "computation: a floating-point operation"),
    c_word("cycles", "any other instruction, 8 bytes loaded or stored in the cache");

    private final String unit;
    private final String meaning;

    ScalarSymbol(String unit, String meaning) {
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
