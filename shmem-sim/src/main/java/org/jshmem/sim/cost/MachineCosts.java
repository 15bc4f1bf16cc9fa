// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// Costs that are converted once from the parameters of a machine: picoseconds, bytes, counts. A subclass declares each
/// of them as a field.
public abstract class MachineCosts {
    /// The machine.
    protected final Machine m;

    /// The cycle of a core, in picoseconds.
    protected final double cycle;

    /// Costs of a machine whose cores have this cycle, in picoseconds.
    protected MachineCosts(Machine machine, double cycle) {
        m = machine;
        this.cycle = cycle;
    }

    /// A parameter in cycles of a core, as picoseconds.
    protected final long cycles(String symbol) {
        return Math.round(m.value(symbol) * cycle);
    }
}
