// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.Variation;

/// The runner of a paper's experiments: on its machine, on the machine's variations, and without mechanisms.
///
/// A board removes only the mechanisms whose effect on a held target was predicted, since nothing else can become
/// evidence. With `all` it removes each mechanism.
///
/// Simulations share no state, so they run at once, one on each core.
final class Board {
    /*
     * A variation gets fewer seeds than the machine itself: its quantiles only widen the band.
     */
    private static final int SEEDS_OF_A_VARIATION = 11;

    private final int seeds;
    private final UnaryOperator<Machine> change;
    private final boolean all;

    /// Values by target of one experiment on one machine, one map for each seed.
    private record Batch(Experiment experiment, String on, List<Future<Map<String, Double>>> runs) {}

    /// Creates a board that runs at most `seeds` seeds on machines after `change`. With `all` it also runs without
    /// each mechanism.
    Board(int seeds, UnaryOperator<Machine> change, boolean all) {
        this.all = all;
        this.seeds = seeds;
        this.change = change;
    }

    /// Returns the rows of a paper whose ids begin with `only`.
    List<Row> rows(Paper paper, String only) {
        Machine machine = change.apply(paper.machine());
        List<Batch> batches = new ArrayList<>();
        try (ExecutorService cores = Executors.newFixedThreadPool(cores())) {
            for (Experiment e : paper.experiments()) {
                if (!e.concerns(only)) continue;
                batches.add(batch(cores, e, "", machine, Math.min(seeds, e.seeds())));
                if (e.varied()) {
                    for (Variation v : machine.variations()) {
                        int count = Math.min(Math.min(seeds, e.seeds()), SEEDS_OF_A_VARIATION);
                        batches.add(batch(cores, e, v.name(), v.of(machine), count));
                    }
                }
                for (String name : mechanisms(e, paper, machine)) {
                    batches.add(batch(cores, e, "without " + name, machine.without(name), 0));
                }
                if (e.noisy()) batches.add(batch(cores, e, "quiet", machine, 0));
            }
            return collect(paper, machine, only, batches);
        }
    }

    private List<String> mechanisms(Experiment e, Paper paper, Machine machine) {
        if (e.seeds() == Experiment.ONCE) return List.of();
        List<Target> held = paper.targets().stream()
                .filter(t -> t.role().isHeld() && !t.isNotRun() && e.concerns(t.id()))
                .toList();
        return machine.architecture().mechanisms().stream()
                .map(Mechanism::name)
                .filter(name -> held.stream().anyMatch(t -> all || t.moves().containsKey(name)))
                .toList();
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static Batch batch(ExecutorService cores, Experiment e, String on, Machine machine, int seeds) {
        List<Future<Map<String, Double>>> runs = new ArrayList<>();
        if (!e.noisy() || seeds == 0) runs.add(cores.submit(() -> e.run().on(machine, OptionalLong.empty())));
        for (int seed = 0; e.noisy() && seed < seeds; seed++) {
            OptionalLong of = OptionalLong.of(seed);
            runs.add(cores.submit(() -> e.run().on(machine, of)));
        }
        return new Batch(e, on, runs);
    }

    private static List<Row> collect(Paper paper, Machine machine, String only, List<Batch> batches) {
        Map<String, Map<String, double[]>> samples = new LinkedHashMap<>(); // by target, then by machine
        for (Batch batch : batches) {
            List<Map<String, Double>> results =
                    batch.runs.stream().map(Board::result).toList();
            for (String id : results.getFirst().keySet()) {
                double[] values =
                        results.stream().mapToDouble(result -> result.get(id)).toArray();
                samples.computeIfAbsent(id, any -> new LinkedHashMap<>()).put(batch.on, values);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Target target : paper.targets()) {
            if (!target.id().startsWith(only)) continue;
            Map<String, double[]> of = samples.get(target.id());
            rows.add(of == null ? Row.notRun(target) : row(target, machine, of));
        }
        return rows;
    }

    private static Row row(Target target, Machine machine, Map<String, double[]> samples) {
        List<double[]> varied = samples.entrySet().stream()
                .filter(e -> !e.getKey().isEmpty()
                        && !e.getKey().equals("quiet")
                        && !e.getKey().startsWith("without "))
                .map(Map.Entry::getValue)
                .toList();
        Map<String, Double> without = new LinkedHashMap<>();
        for (Mechanism m : machine.architecture().mechanisms()) {
            double[] value = samples.get("without " + m.name());
            if (value != null) without.put(m.name(), value[0]);
        }
        double own = samples.getOrDefault("quiet", samples.get(""))[0];
        return new Row(target, Band.of(samples.get(""), varied), own, without);
    }

    private static Map<String, Double> result(Future<Map<String, Double>> run) {
        try {
            return run.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the board was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an experiment failed", e.getCause());
        }
    }
}
