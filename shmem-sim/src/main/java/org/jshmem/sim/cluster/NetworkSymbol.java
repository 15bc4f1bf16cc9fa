// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import org.jshmem.sim.model.Symbol;

/// The parameters of a machine's network between hosts, under the names of LogGP.
public enum NetworkSymbol implements Symbol {
    hosts("count", "hosts; a job fills one after the other"),
    o("ns", "a message: what it takes its PE"),
    a("ns", "a message: what it takes the agent of its target's host"),
    L("ns", "a message on its way between hosts"),
    w("ns", "until a PE that waits notices"),
    G("GB/s", "bandwidth of a host's link, each way");

    private final String unit;
    private final String meaning;

    NetworkSymbol(String unit, String meaning) {
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
