// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jshmem.sim.cost.Machine;

/// A measurement that gives the values of claims.
///
/// @param claims the ids of these claims
/// @param varied whether the machine's variations are measured too
/// @param run returns the values by id
public record Experiment(List<String> claims, boolean varied, Function<Machine, Map<String, Double>> run) {
    /// The simulations that the experiments of a run have made. A machine gives the same picosecond each time.
    private static final ScopedValue<Map<Object, Object>> MADE = ScopedValue.newInstance();

    /// Returns a measurement of one claim on the machine and its variations.
    public static Experiment of(String claim, ToDoubleFunction<Machine> value) {
        return several(List.of(claim), m -> Map.of(claim, value.applyAsDouble(m)));
    }

    /// Returns a measurement of one claim on the machine alone: for one that takes long.
    public static Experiment once(String claim, ToDoubleFunction<Machine> value) {
        return of(claim, value).once();
    }

    /// Returns a measurement of several claims on the machine and its variations.
    public static Experiment several(List<String> claims, Function<Machine, Map<String, Double>> run) {
        return new Experiment(claims, true, run);
    }

    /// Returns this measurement on the machine alone: for one that takes long.
    public Experiment once() {
        return new Experiment(claims, false, run);
    }

    /// Returns what a simulation gives; experiments of one run share it by its key.
    @SuppressWarnings("unchecked")
    public static <T> T simulated(Object key, Supplier<T> simulation) {
        return MADE.isBound() ? (T) MADE.get().computeIfAbsent(key, _ -> simulation.get()) : simulation.get();
    }

    /// Returns the place of the simulations of a run.
    static ScopedValue.Carrier sharing(Map<Object, Object> made) {
        return ScopedValue.where(MADE, made);
    }

    /// Returns the value that differs most from `from`.
    public static double furthest(double from, double... values) {
        double furthest = from;
        for (double each : values) if (Math.abs(each - from) > Math.abs(furthest - from)) furthest = each;
        return furthest;
    }

    /// Whether it measures a claim whose id begins with `only`.
    boolean concerns(String only) {
        return claims.stream().anyMatch(id -> id.startsWith(only));
    }
}
