// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import static org.jshmem.fidelity.Experiment.quiet;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Target;
import org.jshmem.report.Figure;
import org.jshmem.sim.mesh.Mesh;
import org.jshmem.sim.model.Access;
import org.jshmem.sim.model.AccessKind;
import org.jshmem.sim.model.CostModel;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.SimulationSetup;

/// The experiments of Petrović, Shahmirzadi, Ropars, Schiper, "High-performance RMA-based broadcast on the Intel
/// SCC", SPAA 2012.
public final class Petrovic implements Paper {
    private static final int LINE = 32;
    private static final int MEBIBYTE = 32_768; // lines
    private static final int CHUNK = 96;
    private static final long REGION = 1 << 20;
    private static final long CHIP = REGION - 8192;

    /// For the service loader.
    public Petrovic() {}

    @Override
    public String title() {
        return "P: Petrović et al., 2012";
    }

    @Override
    public Machine machine() {
        return Machine.named("scc");
    }

    @Override
    public List<Target> targets() {
        return Target.read(Petrovic.class, "petrovic.csv");
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        return PetrovicFigures.of(machine);
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                quiet("P-01", (m, s) -> 100 * (get(m, 47, 128) / get(m, 1, 128) - 1)),
                quiet("P-02", (m, s) -> 100 * (SccScenes.loadedLink(m) - 1)),
                quiet("P-03", (m, s) -> 100 * (SccScenes.ownMemory(m) - 1)),
                quiet("P-04a", (m, s) -> threshold(m, true)),
                quiet("P-04b", (m, s) -> threshold(m, false)),
                quiet("P-04c", (m, s) -> spread(SccScenes.contention(m, SccScenes.CORES, true))),
                quiet("P-04d", (m, s) -> spread(SccScenes.contention(m, SccScenes.CORES, false))),
                quiet("P-10a", (m, s) -> new OcModel(m).throughput(2, CHUNK)),
                quiet("P-10b", (m, s) -> new OcModel(m).throughput(7, CHUNK)),
                quiet("P-10c", (m, s) -> new OcModel(m).throughput(47, CHUNK)),
                quiet("P-11", (m, s) -> equation16(m)),
                new Experiment("P-2 latency", false, 0, true, Petrovic::latencies),
                new Experiment("P throughput", false, 0, false, Petrovic::throughputs),
                new Experiment("P-26d", false, 0, false, (m, s) -> Map.of("P-26d", leastOfLong(m))),
                quiet("P-30", (m, s) -> depth(24)),
                quiet("P-32", (m, s) -> Math.max(binaryOverBest(m, 7), binaryOverBest(m, 47))),
                quiet("P-33", (m, s) -> otherSources(m)),
                quiet("P-35", (m, s) -> putLatency(m)));
    }

    /// Returns the largest difference from equations 9 and 10, in nanoseconds.
    private static double putLatency(Machine m) {
        Mesh mesh = new Mesh((int) m.value("cols"), (int) m.value("rows"), (int) m.value("tile"), false);
        double hop = m.value("L_hop");
        double worst = 0;
        for (int to = 1; to < SccScenes.CORES; to++) {
            int d = mesh.hops(0, to);
            double write = m.value("o_mpb") + 2 * d * hop;
            double fromChip = m.value("o_mpb") + 2 * hop;
            double fromMemory = m.value("o_mem_r") + 2 * mesh.hopsToMemory(0, 0) * hop;
            for (int lines : new int[] {1, 8, 128}) {
                double nine = m.value("o_put_mpb") + lines * (fromChip + write) - d * hop;
                double ten = m.value("o_put_mem") + lines * (fromMemory + write) - d * hop;
                worst = Math.max(worst, Math.abs(seen(m, to, CHIP, lines) - nine));
                worst = Math.max(worst, Math.abs(seen(m, to, 0, lines) - ten));
            }
        }
        return worst;
    }

    /// Returns the time in nanoseconds at which another core can see the last of `lines` lines that core 0 puts into
    /// its buffer.
    private static double seen(Machine m, int to, long from, int lines) {
        CostModel memory = memory(m);
        Access put = new Access(AccessKind.COPY, 0, to, CHIP, (long) lines * LINE).from(0, from);
        memory.alone(put, 0);
        return put.effect / 1e3;
    }

    private static CostModel memory(Machine m) {
        return m.architecture().costs(SimulationSetup.alone(m, SccScenes.CORES, REGION));
    }

    /// Returns the microseconds of a get of `lines` lines by core 0 from another core's buffer into its own.
    private static double get(Machine m, int from, int lines) {
        return memory(m).copy(0, 0, CHIP, from, CHIP, (long) lines * LINE, 0) / 1e6;
    }

    /// Returns the largest number of cores, from 16 on, whose accesses take on average at most 3 % longer than alone.
    private static double threshold(Machine m, boolean get) {
        int n = 16;
        while (n < SccScenes.CORES && mean(SccScenes.contention(m, n + 1, get)) <= 1.03) n++;
        return n;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return sum / values.length;
    }

    private static double spread(double[] values) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (double value : values) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return most / least;
    }

    /// Returns the throughput of scatter-allgather in MB/s by the printed equation 16, all at a distance of 1.
    private static double equation16(Machine m) {
        int p = SccScenes.CORES;
        long slice = CHUNK * LINE;
        double put = memory(m).copy(0, 1, CHIP, 0, 64, slice, 0);
        double get = memory(m).copy(0, 0, 64, 1, CHIP, slice, 0);
        long two = memory(m).copy(0, 1, CHIP, 0, CHIP, 2 * LINE, 0);
        long one = memory(m).copy(0, 1, CHIP, 0, CHIP, LINE, 0);
        double write = CHUNK * (two - one) / 2.0;
        return p * slice / ((p * (put + get) + (2 * p - 3) * (write + get)) / 1e6);
    }

    private static Map<String, Double> latencies(Machine m, OptionalLong seed) {
        double two = SccScenes.broadcast(m, SccScenes.oc(2), 1);
        double seven = SccScenes.broadcast(m, SccScenes.oc(7), 1);
        double all = SccScenes.broadcast(m, SccScenes.oc(47), 1);
        double binomial = SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), 1);
        double scatter = SccScenes.broadcast(m, SccScenes.named("rcce-scatter"), 1);
        double[] of2 = sizes(m, SccScenes.oc(2));
        double[] of7 = sizes(m, SccScenes.oc(7));
        double[] of47 = sizes(m, SccScenes.oc(47));
        double apart = 0;
        for (int i = 0; i < 3; i++) apart = Math.max(apart, 100 * Math.abs(of47[i] / of7[i] - 1));
        double below = (of7[0] - SccScenes.broadcast(m, SccScenes.oc(7), 48)) / 48;
        double above = (of7[2] - SccScenes.broadcast(m, SccScenes.oc(7), 97)) / 95;
        return Map.ofEntries(
                Map.entry("P-20a", seven),
                Map.entry("P-20b", binomial),
                Map.entry("P-21", binomial / seven),
                Map.entry("P-22", all / Math.max(two, seven)),
                Map.entry("P-23a", 100 * (1 - of7[0] / of2[0])),
                Map.entry("P-23b", 100 * (1 - of7[1] / of2[1])),
                Map.entry("P-23c", 100 * (1 - of7[2] / of2[2])),
                Map.entry("P-24", apart),
                Map.entry("P-25", above / below),
                Map.entry("P-26a", oneLineMore(m, 7)),
                Map.entry("P-26b", oneLineMore(m, 47)),
                Map.entry("P-26c", oneLineMore(m, 2)),
                Map.entry("P-29a", binomial / scatter),
                Map.entry(
                        "P-21g",
                        SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), 96) / of7[0] / (binomial / seven)));
    }

    /// Returns the throughput of OC-Bcast with 97 lines, relative to that with 96, which fill its buffers.
    private static double oneLineMore(Machine m, int children) {
        SccScenes.Broadcast oc = SccScenes.oc(children);
        return SccScenes.throughput(m, oc, 97, 8) / SccScenes.throughput(m, oc, 96, 8);
    }

    /// Returns the time in which a binary tree notifies `children` cores, over that of the fastest tree of degree 3
    /// to 7.
    private static double binaryOverBest(Machine m, int children) {
        double best = Double.MAX_VALUE;
        for (int degree = 3; degree <= 7; degree++) {
            best = Math.min(best, SccScenes.notification(m, children, degree));
        }
        return best == 0 ? 1 : SccScenes.notification(m, children, 2) / best; // 0 if flags cost nothing
    }

    /// Returns the latency of one line from the source that differs most from core 0, over that from core 0.
    private static double otherSources(Machine m) {
        double first = SccScenes.broadcast(m, SccScenes.oc(7), 1);
        double most = 1;
        for (int source : new int[] {11, 23, 24, 36, 47}) {
            double ratio = SccScenes.broadcast(m, SccScenes.oc(7, source), 1) / first;
            if (Math.abs(ratio - 1) > Math.abs(most - 1)) most = ratio;
        }
        return most;
    }

    /// Returns the throughput at 64 chunks and a line over that at 64 chunks, the least of k = 2, 7 and 47.
    private static double leastOfLong(Machine m) {
        double least = Double.MAX_VALUE;
        for (int k : new int[] {2, 7, 47}) {
            double full = SccScenes.throughput(m, SccScenes.oc(k), 64 * CHUNK, 1);
            least = Math.min(least, SccScenes.throughput(m, SccScenes.oc(k), 64 * CHUNK + 1, 1) / full);
        }
        return least;
    }

    private static double[] sizes(Machine m, SccScenes.Broadcast how) {
        return new double[] {
            SccScenes.broadcast(m, how, 96), SccScenes.broadcast(m, how, 144), SccScenes.broadcast(m, how, 192)
        };
    }

    private static Map<String, Double> throughputs(Machine m, OptionalLong seed) {
        double seven = SccScenes.throughput(m, SccScenes.oc(7), MEBIBYTE, 1);
        double scatter = SccScenes.throughput(m, SccScenes.named("rcce-scatter"), MEBIBYTE, 1);
        double binomial = SccScenes.throughput(m, SccScenes.named("rcce-binomial"), MEBIBYTE, 1);
        double two = SccScenes.throughput(m, SccScenes.oc(2), MEBIBYTE, 1);
        double all = SccScenes.throughput(m, SccScenes.oc(47), MEBIBYTE, 1);
        boolean allIsFurther = Math.abs(all / scatter - 3) > Math.abs(two / scatter - 3);
        return Map.of(
                "P-27a",
                two,
                "P-27b",
                seven,
                "P-11r",
                seven / scatter,
                "P-28",
                all,
                "P-29b",
                scatter / binomial,
                "P-34",
                (allIsFurther ? all : two) / scatter);
    }

    private static double depth(int k) {
        int depth = 0;
        for (long reached = 1, level = 1; reached < SccScenes.CORES; depth++) {
            level *= k;
            reached += level;
        }
        return depth;
    }
}
