// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.Map;
import java.util.OptionalLong;
import org.jshmem.sim.model.Machine;

/// Something that is simulated once and gives the values of one or several targets.
///
/// @param name what the ids of all its targets begin with; behind a blank, what tells it from others of these
/// @param noisy whether seeds change it
/// @param seeds the most seeds that it is worth, because of its cost
/// @param varied whether the machine's variations are run too
/// @param run makes it
public record Experiment(String name, boolean noisy, int seeds, boolean varied, Run run) {

    /// Instead of a number of seeds: too dear to be run more than once, so without mechanisms too.
    public static final int ONCE = -1;

    /// How it is made.
    @FunctionalInterface
    public interface Run {

        /// Values by the id of their target, on a machine; without a seed there is no noise.
        Map<String, Double> on(Machine machine, OptionalLong seed);
    }

    /// A value of one target.
    @FunctionalInterface
    public interface Value {
        /// Simulates it.
        double on(Machine machine, OptionalLong seed);
    }

    /// Whether it may have targets whose ids begin so.
    boolean concerns(String only) {
        String begin = name.replaceAll(" .*", "");
        return begin.startsWith(only) || only.startsWith(begin);
    }

    /// One value with noise.
    public static Experiment noisy(String id, Value value) {
        return new Experiment(id, true, Integer.MAX_VALUE, true, (m, seed) -> Map.of(id, value.on(m, seed)));
    }

    /// One value that noise does not change, or that is too dear to be repeated.
    public static Experiment quiet(String id, Value value) {
        return new Experiment(id, false, 0, true, (m, seed) -> Map.of(id, value.on(m, OptionalLong.empty())));
    }
}
