// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Variation;

/// The runner of a paper's measurements on its machine and on the machine's variations.
///
/// Simulations share no state, so they run at once, one on each core.
final class Board {
    private final UnaryOperator<Machine> change;
    private final boolean ablates;

    /// The simulated value of a claim.
    ///
    /// @param value on the machine itself; NaN if the claim was not run
    /// @param least over the machine and its variations
    /// @param most over the machine and its variations
    /// @param ablated on the machine after the claim's ablation; NaN if that was not run
    record ClaimValue(Claim claim, double value, double least, double most, double ablated) {
        ClaimValue(Claim claim, double value, double least, double most) {
            this(claim, value, least, most, Double.NaN);
        }

        boolean isRun() {
            return !Double.isNaN(value);
        }

        /// Whether the simulation agrees: a number or a range by the machine's own value, an ordering by all values.
        boolean agrees() {
            Claim.Interval of = claim.interval();
            boolean bounded = of.printed() != null || of.low() != null && of.high() != null;
            return bounded ? of.contains(value) : of.contains(least) && of.contains(most);
        }

        /// Whether it agrees, and would not after its ablation.
        boolean isEvidence() {
            return agrees() && !Double.isNaN(ablated) && !claim.interval().contains(ablated);
        }
    }

    /// @param ablation of the machine; null for none
    private record Task(boolean own, String ablation, Future<Map<String, Double>> values) {}

    /// Creates a board that runs on machines after `change`, and on those after the claims' ablations.
    Board(UnaryOperator<Machine> change, boolean ablates) {
        this.change = change;
        this.ablates = ablates;
    }

    /// Returns the outcomes of a paper's claims whose ids begin with `only`, without values unless it `runs`.
    List<ClaimValue> outcomes(Paper paper, PaperClaims list, String only, boolean runs) {
        Map<String, double[]> values = new HashMap<>(); // own, least, most
        Map<String, Double> ablated = new HashMap<>();
        Map<String, String> ablations = list.ablations(only);
        if (runs) {
            Machine machine = list.machine() == null ? null : change.apply(list.simulated());
            Map<Object, Object> made = new ConcurrentHashMap<>();
            try (ExecutorService cores = Executors.newFixedThreadPool(cores())) {
                List<Task> tasks = new ArrayList<>();
                BiFunction<Experiment, Machine, Future<Map<String, Double>>> start = (e, m) -> cores.submit(
                        () -> Experiment.sharing(made).call(() -> e.run().apply(m)));
                for (Experiment e : paper.experiments()) {
                    if (!e.concerns(only)) continue;
                    tasks.add(new Task(true, null, start.apply(e, machine)));
                    for (Variation v : e.varied() ? machine.variations() : List.<Variation>of())
                        tasks.add(new Task(false, null, start.apply(e, v.of(machine))));
                    if (!ablates) continue;
                    e.claims().stream()
                            .map(ablations::get)
                            .filter(Objects::nonNull)
                            .distinct()
                            .forEach(a -> tasks.add(new Task(false, a, start.apply(e, ablated(machine, a)))));
                }
                for (Task task : tasks) {
                    result(task).forEach((id, value) -> {
                        if (task.ablation == null) enter(values, id, value, task.own);
                        else if (task.ablation.equals(ablations.get(id))) ablated.put(id, value);
                    });
                }
            }
        }
        double[] none = {Double.NaN, Double.NaN, Double.NaN};
        return list.claims().stream()
                .filter(claim -> claim.id().startsWith(only))
                .map(claim -> {
                    double[] of = values.getOrDefault(claim.id(), none);
                    return new ClaimValue(claim, of[0], of[1], of[2], ablated.getOrDefault(claim.id(), Double.NaN));
                })
                .toList();
    }

    /// A machine with a setting such as `c=110`, or without a mechanism.
    static Machine ablated(Machine machine, String ablation) {
        return ablation.contains("=") ? machine.with(ablation) : machine.without(ablation);
    }

    private static void enter(Map<String, double[]> values, String id, double value, boolean own) {
        double[] of = values.computeIfAbsent(id, any -> new double[] {value, value, value});
        if (own) of[0] = value;
        of[1] = Math.min(of[1], value);
        of[2] = Math.max(of[2], value);
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static Map<String, Double> result(Task task) {
        try {
            return task.values.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the board was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an experiment failed", e.getCause());
        }
    }
}
