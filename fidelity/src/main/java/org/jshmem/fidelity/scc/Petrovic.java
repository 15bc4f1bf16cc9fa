// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;
import org.jshmem.sim.cost.Machine;

/// The experiments of Petrović, Shahmirzadi, Ropars, Schiper, "High-performance RMA-based broadcast on the Intel
/// SCC", SPAA 2012.
public final class Petrovic implements Paper {
    private static final int MEBIBYTE = 32_768; // lines
    private static final int CHUNK = 96;
    private static final int[] DEGREES = {2, 7, 47};

    /// For the service loader.
    public Petrovic() {}

    @Override
    public String name() {
        return "petrovic";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                Experiment.of("P-04/24", m -> 100 * (Math.max(slowdown(m, true), slowdown(m, false)) - 1)),
                Experiment.of("P-04/get", m -> spread(SccScenes.accesses(m, SccScenes.CORES, true, false))),
                Experiment.of("P-04/put", m -> spread(SccScenes.accesses(m, SccScenes.CORES, false, false))),
                Experiment.several(
                        List.of("P-20/oc", "P-20/binomial", "P-21", "P-21/grows", "P-22", "P-29/small", "P-30"),
                        Petrovic::oneLine),
                Experiment.several(List.of("P-23", "P-24", "P-25"), Petrovic::latencies),
                Experiment.of(
                        "P-26",
                        m -> IntStream.of(DEGREES)
                                .mapToDouble(k -> oneLineMore(m, k))
                                .max()
                                .orElseThrow()),
                Experiment.once("P-26/large", Petrovic::leastOfLong),
                Experiment.several(
                                List.of("P-27/2", "P-27/7", "P-27/scatter", "P-28", "P-34", "P-29/large"),
                                Petrovic::throughputs)
                        .once(),
                Experiment.of("P-33", Petrovic::otherSources),
                Experiment.once("P-35", Petrovic::fastestDegree));
    }

    @Override
    public List<FigurePlan> figures() {
        return PetrovicFigures.all();
    }

    /// Returns how much longer the accesses of 24 cores take on average than alone.
    private static double slowdown(Machine m, boolean get) {
        return DoubleStream.of(SccScenes.contention(m, 24, get)).average().orElseThrow();
    }

    private static double spread(double[] values) {
        var of = DoubleStream.of(values).summaryStatistics();
        return of.getMax() / of.getMin();
    }

    /// Returns the degree, of 2 to 47, with the least latency of a chunk.
    private static double fastestDegree(Machine m) {
        return IntStream.range(2, SccScenes.CORES)
                .boxed()
                .min(Comparator.comparingDouble(k -> SccScenes.broadcast(m, SccScenes.oc(k), CHUNK)))
                .orElseThrow();
    }

    private static Map<String, Double> oneLine(Machine m) {
        double two = SccScenes.broadcast(m, SccScenes.oc(2), 1);
        double seven = SccScenes.broadcast(m, SccScenes.oc(7), 1);
        double all = SccScenes.broadcast(m, SccScenes.oc(47), 1);
        double binomial = SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), 1);
        double scatter = SccScenes.broadcast(m, SccScenes.named("rcce-scatter"), 1);
        double ofChunk = SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), CHUNK)
                / SccScenes.broadcast(m, SccScenes.oc(7), CHUNK);
        return Map.of(
                "P-20/oc", seven,
                "P-20/binomial", binomial,
                "P-21", binomial / seven,
                "P-21/grows", ofChunk / (binomial / seven),
                "P-22", all / Math.max(two, seven),
                "P-29/small", binomial / scatter,
                "P-30", Math.min(binomial / seven, ofChunk));
    }

    private static Map<String, Double> latencies(Machine m) {
        double saved = 0;
        double apart = 0;
        for (int lines = CHUNK; lines <= 2 * CHUNK; lines += 24) {
            double seven = SccScenes.broadcast(m, SccScenes.oc(7), lines);
            saved += 100 * (1 - seven / SccScenes.broadcast(m, SccScenes.oc(2), lines)) / 5;
            if (lines % 48 == 0) {
                apart = Math.max(apart, 100 * Math.abs(SccScenes.broadcast(m, SccScenes.oc(47), lines) / seven - 1));
            }
        }
        double below = (SccScenes.broadcast(m, SccScenes.oc(7), 96) - SccScenes.broadcast(m, SccScenes.oc(7), 48)) / 48;
        double above =
                (SccScenes.broadcast(m, SccScenes.oc(7), 192) - SccScenes.broadcast(m, SccScenes.oc(7), 97)) / 95;
        return Map.of("P-23", saved, "P-24", apart, "P-25", above / below);
    }

    /// Returns the throughput of OC-Bcast with 97 lines, relative to that with 96, which fill its buffers.
    private static double oneLineMore(Machine m, int children) {
        SccScenes.Broadcast oc = SccScenes.oc(children);
        return SccScenes.throughput(m, oc, 97, 8) / SccScenes.throughput(m, oc, 96, 8);
    }

    /// Returns the latency of one line from the source that differs most from core 0, over that from core 0.
    private static double otherSources(Machine m) {
        double first = SccScenes.broadcast(m, SccScenes.oc(7), 1);
        double[] ratios = IntStream.of(11, 23, 24, 36, 47)
                .mapToDouble(source -> SccScenes.broadcast(m, SccScenes.oc(7, source), 1) / first)
                .toArray();
        return Experiment.furthest(1, ratios);
    }

    /// Returns the throughput at 64 chunks and a line over that at 64 chunks, the least of k = 2, 7 and 47.
    private static double leastOfLong(Machine m) {
        return IntStream.of(DEGREES)
                .mapToDouble(k -> SccScenes.throughput(m, SccScenes.oc(k), 64 * CHUNK + 1, 1)
                        / SccScenes.throughput(m, SccScenes.oc(k), 64 * CHUNK, 1))
                .min()
                .orElseThrow();
    }

    private static Map<String, Double> throughputs(Machine m) {
        double scatter = SccScenes.throughput(m, SccScenes.named("rcce-scatter"), MEBIBYTE, 1);
        double binomial = SccScenes.throughput(m, SccScenes.named("rcce-binomial"), MEBIBYTE, 1);
        double[] oc = IntStream.of(DEGREES)
                .mapToDouble(k -> SccScenes.throughput(m, SccScenes.oc(k), MEBIBYTE, 1))
                .toArray();
        double furthest = Experiment.furthest(
                3, DoubleStream.of(oc).map(each -> each / scatter).toArray());
        return Map.of(
                "P-27/2",
                oc[0],
                "P-27/7",
                oc[1],
                "P-27/scatter",
                scatter,
                "P-28",
                oc[2],
                "P-34",
                furthest,
                "P-29/large",
                scatter / binomial);
    }
}
