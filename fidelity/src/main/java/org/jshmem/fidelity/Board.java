// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Variation;
import org.jshmem.sim.machine.MachineFiles;

/// The runner of a paper's measurements on its machine and on the machine's variations.
///
/// Simulations share no state, so they run at once, one on each core.
final class Board {
    private final UnaryOperator<Machine> change;

    /// The simulated value of a claim.
    ///
    /// @param value on the machine itself; NaN if the claim was not run
    /// @param least over the machine and its variations
    /// @param most over the machine and its variations
    record ClaimValue(Claim claim, double value, double least, double most) {
        boolean isRun() {
            return !Double.isNaN(value);
        }

        /// Whether the simulation agrees: a number or a range by the machine's own value, an ordering by all values.
        boolean agrees() {
            Claim.Interval of = claim.interval();
            boolean bounded = of.printed() != null || of.low() != null && of.high() != null;
            return bounded ? of.contains(value) : of.contains(least) && of.contains(most);
        }
    }

    private record Task(List<String> claims, boolean own, Future<double[]> values) {}

    /// Creates a board that runs on machines after `change`.
    Board(UnaryOperator<Machine> change) {
        this.change = change;
    }

    /// Returns the outcomes of a paper's claims whose ids begin with `only`.
    List<ClaimValue> outcomes(Paper paper, PaperClaims list, String only) {
        Map<String, double[]> values = new LinkedHashMap<>(); // own, least, most
        if (MachineFiles.isPresent(list.machine())) {
            Machine machine = change.apply(MachineFiles.named(list.machine()));
            try (ExecutorService cores = Executors.newFixedThreadPool(cores())) {
                List<Task> tasks = new ArrayList<>();
                for (Experiment e : paper.experiments()) {
                    if (!e.concerns(only)) continue;
                    tasks.add(new Task(
                            e.claims(), true, cores.submit(() -> e.run().apply(machine))));
                    for (Variation v : e.varied() ? machine.variations() : List.<Variation>of()) {
                        tasks.add(new Task(
                                e.claims(), false, cores.submit(() -> e.run().apply(v.of(machine)))));
                    }
                }
                for (Task task : tasks) enter(values, task);
            }
        }
        double[] none = {Double.NaN, Double.NaN, Double.NaN};
        return list.claims().stream()
                .filter(claim -> claim.id().startsWith(only))
                .map(claim -> {
                    double[] of = values.getOrDefault(claim.id(), none);
                    return new ClaimValue(claim, of[0], of[1], of[2]);
                })
                .toList();
    }

    private static void enter(Map<String, double[]> values, Task task) {
        double[] results = result(task);
        for (int i = 0; i < results.length; i++) {
            double value = results[i];
            double[] of = values.computeIfAbsent(task.claims.get(i), any -> new double[] {value, value, value});
            if (task.own) of[0] = value;
            of[1] = Math.min(of[1], value);
            of[2] = Math.max(of[2], value);
        }
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static double[] result(Task task) {
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
