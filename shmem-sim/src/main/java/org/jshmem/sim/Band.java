// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jshmem.sim.machine.Machine;

/// What a quantity is over seeds and over the range of the one fitted constant of the coherence model, c.
///
/// @param median at the machine's own c
/// @param low the 5 % quantile, the lowest over all c
/// @param high the 95 % quantile, the highest over all c
record Band(double median, double low, double high) {
    static final double[] C = {70, 50, 110};

    /// A quantity on a machine; without a seed there is no noise.
    @FunctionalInterface
    interface Quantity {
        double on(Machine machine, OptionalLong seed);
    }

    /// A number that neither noise nor c changes.
    static Band exactly(double value) {
        return new Band(value, value, value);
    }

    /// Without noise, over c.
    static Band quiet(Machine machine, Quantity quantity) {
        return over(machine, m -> new double[] {quantity.on(m, OptionalLong.empty())});
    }

    /// Over so many seeds and c.
    static Band noisy(Machine machine, int seeds, Quantity quantity) {
        return over(machine, m -> samples(m, seeds, quantity));
    }

    static double[] samples(Machine machine, int seeds, Quantity quantity) {
        double[] samples = new double[seeds];
        for (int seed = 0; seed < seeds; seed++) samples[seed] = quantity.on(machine, OptionalLong.of(seed));
        Arrays.sort(samples);
        return samples;
    }

    static double median(Machine machine, int seeds, Quantity quantity) {
        return samples(machine, seeds, quantity)[seeds / 2];
    }

    private static Band over(Machine machine, Function<Machine, double[]> sorted) {
        double[] own = sorted.apply(machine);
        double low = own[quantile(own, 5)];
        double high = own[quantile(own, 95)];
        for (double c : C) {
            if (c == machine.value("c")) continue;
            double[] other = sorted.apply(machine.with("c", c));
            low = Math.min(low, other[quantile(other, 5)]);
            high = Math.max(high, other[quantile(other, 95)]);
        }
        return new Band(own[own.length / 2], low, high);
    }

    private static int quantile(double[] sorted, int percent) {
        return Math.min(sorted.length - 1, sorted.length * percent / 100);
    }
}
