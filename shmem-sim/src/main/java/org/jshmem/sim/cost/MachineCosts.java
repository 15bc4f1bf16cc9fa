// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// Costs that are converted once from the parameters of a machine: picoseconds, bytes, counts. A subclass declares each
/// of them as a field.
public abstract class MachineCosts {
    /// The machine.
    protected final Machine machine;

    /// The cycle of a core, in picoseconds.
    protected final double cycle;

    /// Costs of a machine whose cores have this cycle, in picoseconds.
    protected MachineCosts(Machine machine, double cycle) {
        this.machine = machine;
        this.cycle = cycle;
    }

    /// A parameter in its own unit.
    protected final double value(String symbol) {
        return machine.value(symbol);
    }

    /// A number of bytes or of other things.
    protected final long count(String symbol) {
        return (long) machine.value(symbol);
    }

    /// A parameter in nanoseconds, as picoseconds.
    protected final long picos(String symbol) {
        return machine.picos(symbol);
    }

    /// A parameter in cycles of a core, as picoseconds.
    protected final long cycles(String symbol) {
        return Math.round(machine.value(symbol) * cycle);
    }

    /// Whether a mechanism is switched on.
    protected final boolean has(String mechanism) {
        return machine.has(mechanism);
    }
}
