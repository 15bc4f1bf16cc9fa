// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.Map;
import java.util.OptionalLong;
import org.jshmem.sim.model.Machine;

/// A simulation that yields the values of one or several targets.
///
/// @param name the common beginning of the ids of its targets; the words after a blank distinguish experiments
///     with one beginning
/// @param noisy whether seeds change its values
/// @param seeds the largest number of seeds that its cost allows
/// @param varied whether the machine's variations run too
/// @param run the simulation
public record Experiment(String name, boolean noisy, int seeds, boolean varied, Run run) {

    /// The value of `seeds` of an experiment whose cost allows one run only, so none without a mechanism either.
    public static final int ONCE = -1;

    /// The simulation of an experiment.
    @FunctionalInterface
    public interface Run {

        /// Returns values by the id of their target, on a machine; without a seed there is no noise.
        Map<String, Double> on(Machine machine, OptionalLong seed);
    }

    /// The simulation of one target's value.
    @FunctionalInterface
    public interface Value {
        /// Simulates the value, in the target's unit.
        double on(Machine machine, OptionalLong seed);
    }

    /// Whether the experiment may have targets whose ids begin with `only`.
    boolean concerns(String only) {
        String begin = name.replaceAll(" .*", "");
        return begin.startsWith(only) || only.startsWith(begin);
    }

    /// Returns an experiment of one value with noise.
    public static Experiment noisy(String id, Value value) {
        return new Experiment(id, true, Integer.MAX_VALUE, true, (m, seed) -> Map.of(id, value.on(m, seed)));
    }

    /// Returns an experiment of one value that noise does not change, or whose cost allows one run only.
    public static Experiment quiet(String id, Value value) {
        return new Experiment(id, false, 0, true, (m, seed) -> Map.of(id, value.on(m, OptionalLong.empty())));
    }
}
