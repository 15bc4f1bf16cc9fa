// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import static org.jshmem.fidelity.Experiment.quiet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Target;
import org.jshmem.gcmc.ChainResult;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.Split;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// The experiments of Kohler, Radetzki, Gschwandtner, Fahringer, "Low-latency collectives for the Intel SCC", 2012.
public final class Kohler implements Paper {
    /// Four of the sizes that the paper averages over: one for each place of the last element in its line.
    private static final int[] SIZES = {529, 566, 599, 636};

    private static final int VECTOR = 552;

    /// For the service loader.
    public Kohler() {}

    @Override
    public String title() {
        return "K: Kohler et al., 2012";
    }

    @Override
    public Machine machine() {
        return Machine.named("scc");
    }

    @Override
    public List<Target> targets() {
        return Target.read(Kohler.class, "kohler.csv");
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        return KohlerFigures.of(machine);
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                new Experiment("K-0 ladder", false, 0, true, Kohler::ladder),
                new Experiment("K-06", false, 0, false, Kohler::largest),
                new Experiment("K-0 averages", false, 0, false, Kohler::averages),
                new Experiment("K-1", false, 0, true, Kohler::spikes),
                quiet("K-20a", (m, s) -> first(VECTOR)),
                quiet("K-20b", (m, s) -> first(575) / (double) Math.floorDiv(575, SccScenes.CORES)),
                quiet(
                        "K-20c",
                        (m, s) -> (Math.floorDiv(VECTOR, SccScenes.CORES) + 1.0)
                                / Math.floorDiv(VECTOR, SccScenes.CORES)),
                quiet("K-31h", (m, s) -> 2 * m.value("L_hop")),
                new Experiment(
                        "K-32",
                        false,
                        0,
                        false,
                        (m, s) -> Map.of(
                                "K-32", 100 * SccScenes.application(m, "rcce").waiting())),
                new Experiment("K-4", false, 0, true, Kohler::application),
                quiet("K-51", (m, s) -> period(reduces(m, Rcce.LIGHTWEIGHT))),
                quiet("K-52", (m, s) -> bend(sums(m, "rcce-light"))),
                quiet("K-54", (m, s) -> drop(reduces(m, Rcce.LIGHTWEIGHT)) / drop(evenReduces(m))),
                quiet("K-55", (m, s) -> bend(reduces(m, Rcce.LIGHTWEIGHT))),
                quiet("K-53", (m, s) -> SccScenes.deviation(m, SccScenes.allreduce("rcce"), VECTOR)));
    }

    private static long first(int doubles) {
        return Rcce.REST_FIRST.start(doubles, 4, 1, SccScenes.CORES);
    }

    private static Map<String, Double> ladder(Machine m, OptionalLong seed) {
        double blocking = sums(m, "rcce").applyAsDouble(VECTOR);
        double requests = sums(m, "ircce").applyAsDouble(VECTOR);
        double light = sums(m, "rcce-light").applyAsDouble(VECTOR);
        double even = sums(m, "rcce-even").applyAsDouble(VECTOR);
        double direct = sums(m, "rcce-direct").applyAsDouble(VECTOR);
        Machine sound = m.without("arbiter-bug");
        double soundDirect = sums(sound, "rcce-even").applyAsDouble(VECTOR)
                / sums(sound, "rcce-direct").applyAsDouble(VECTOR);
        return Map.of(
                "K-01", blocking / requests,
                "K-02", requests / light,
                "K-03", light / even,
                "K-04", even / direct,
                "K-04b", soundDirect / (even / direct),
                "K-05", blocking / direct);
    }

    /// Finds the length at which the whole ladder gains most.
    private static Map<String, Double> largest(Machine m, OptionalLong seed) {
        double at574 = 0;
        double most = 0;
        int where = 0;
        for (int n : new int[] {500, 526, 527, 552, 570, 571, 572, 573, 574, 575, 576, 600, 622, 623, 671, 699}) {
            double gain =
                    sums(m, "rcce").applyAsDouble(n) / sums(m, "rcce-direct").applyAsDouble(n);
            if (n == 574) at574 = gain;
            if (gain > most) where = n;
            most = Math.max(most, gain);
        }
        return Map.of("K-06", at574, "K-06b", (double) where);
    }

    private static Map<String, Double> averages(Machine m, OptionalLong seed) {
        Map<String, Double> v = new LinkedHashMap<>();
        v.put("K-07a", gain(gathers(m, Rcce.BLOCKING), gathers(m, Rcce.REQUESTS)));
        v.put("K-07b", gain(exchanges(m, Rcce.BLOCKING), exchanges(m, Rcce.REQUESTS)));
        v.put("K-07c", gain(gathers(m, Rcce.REQUESTS), gathers(m, Rcce.LIGHTWEIGHT)));
        v.put("K-07d", gain(exchanges(m, Rcce.REQUESTS), exchanges(m, Rcce.LIGHTWEIGHT)));
        // relative to blocking, as V-A defines all of its averages
        v.put("K-08a", gain(scatters(m, Rcce.BLOCKING), scatters(m, Rcce.LIGHTWEIGHT)));
        v.put("K-08b", gain(broadcasts(m, Rcce.BLOCKING), broadcasts(m, Rcce.LIGHTWEIGHT)));
        v.put("K-08c", gain(reduces(m, Rcce.BLOCKING), reduces(m, Rcce.LIGHTWEIGHT)));
        v.put("K-08d", gain(sums(m, "rcce"), sums(m, "rcce-light")));
        v.put("K-09a", gain(exchanges(m, Rcce.BLOCKING), exchanges(m, Rcce.LIGHTWEIGHT)));
        v.put("K-09b", gain(gathers(m, Rcce.BLOCKING), gathers(m, Rcce.LIGHTWEIGHT)));
        return v;
    }

    private static IntToDoubleFunction times(Machine m, String what, SccScenes.Sized sized) {
        return Measured.of(m, what, n -> SccScenes.repeated(m, sized, n));
    }

    private static IntToDoubleFunction gathers(Machine m, Rcce style) {
        return times(m, "allgather " + style, SccScenes.allgather(style));
    }

    private static IntToDoubleFunction exchanges(Machine m, Rcce style) {
        return times(m, "alltoall " + style, SccScenes.alltoall(style));
    }

    private static IntToDoubleFunction scatters(Machine m, Rcce style) {
        return times(m, "reduce-scatter " + style, SccScenes.reduceScatter(style, Rcce.REST_FIRST));
    }

    private static IntToDoubleFunction reduces(Machine m, Rcce style) {
        return times(m, "reduce " + style, SccScenes.reduce(style, Rcce.REST_FIRST));
    }

    private static IntToDoubleFunction evenReduces(Machine m) {
        return times(m, "reduce in even blocks", SccScenes.reduce(Rcce.LIGHTWEIGHT, Split.ELEMENTS));
    }

    private static IntToDoubleFunction broadcasts(Machine m, Rcce style) {
        return times(m, "broadcast " + style, SccScenes.broadcast(style, Rcce.REST_FIRST));
    }

    private static IntToDoubleFunction sums(Machine m, String algorithm) {
        return times(m, "allreduce " + algorithm, SccScenes.allreduce(algorithm));
    }

    /// Returns the mean over sizes of the ratio of two times.
    private static double gain(IntToDoubleFunction slow, IntToDoubleFunction fast) {
        double sum = 0;
        for (int n : SIZES) sum += slow.applyAsDouble(n) / fast.applyAsDouble(n);
        return sum / SIZES.length;
    }

    private static Map<String, Double> spikes(Machine m, OptionalLong seed) {
        IntToDoubleFunction gather = gathers(m, Rcce.BLOCKING);
        double[] of = new double[9];
        for (int i = 0; i < of.length; i++) of[i] = gather.applyAsDouble(596 + i);
        int first = lowest(of, 0, 4);
        double unbalanced = drop(sums(m, "rcce-light"));
        double balanced = drop(sums(m, "rcce-even"));
        double scatter = ratio(scatters(m, Rcce.BLOCKING));
        double lightScatter = ratio(scatters(m, Rcce.LIGHTWEIGHT));
        Rcce noTails = Rcce.BLOCKING.withoutTails();
        SccScenes.Sized whole = SccScenes.allgather(noTails);
        double noTailSpike = SccScenes.repeated(m, whole, 601) / SccScenes.repeated(m, whole, 600);
        double noTailDrop = ratio(n -> SccScenes.repeated(m, SccScenes.reduceScatter(noTails, Split.ELEMENTS), n));
        Map<String, Double> v = new LinkedHashMap<>();
        v.put("K-11", of[5] / of[4]);
        v.put("K-11c", leastSpike(m));
        v.put("K-11b", (double) (lowest(of, first + 1, 9) - first));
        v.put("K-12a", period(sums(m, "rcce-light")));
        v.put("K-12b", unbalanced / balanced);
        v.put("K-13a", scatter);
        v.put("K-13b", ratio(broadcasts(m, Rcce.BLOCKING)));
        v.put("K-13e", ratio(scatters(m, Rcce.REQUESTS)));
        v.put("K-13c", (lightScatter - 1) / (scatter - 1));
        v.put("K-13d", Math.max(noTailSpike, noTailDrop));
        v.put(
                "K-14",
                sums(m, "rcce-even").applyAsDouble(580) / sums(m, "rcce-light").applyAsDouble(580));
        return v;
    }

    /// Returns the least rise from 600 to 601 doubles of all blocking collectives except Allgather.
    private static double leastSpike(Machine m) {
        return Stream.of(
                        exchanges(m, Rcce.BLOCKING),
                        scatters(m, Rcce.BLOCKING),
                        reduces(m, Rcce.BLOCKING),
                        broadcasts(m, Rcce.BLOCKING),
                        sums(m, "rcce"))
                .mapToDouble(time -> time.applyAsDouble(601) / time.applyAsDouble(600))
                .min()
                .orElseThrow();
    }

    private static int lowest(double[] values, int from, int to) {
        int at = from;
        for (int i = from; i < to; i++) if (values[i] < values[at]) at = i;
        return at;
    }

    /// Returns the time of 575 doubles over that of 576.
    private static double ratio(IntToDoubleFunction time) {
        return time.applyAsDouble(575) / time.applyAsDouble(576);
    }

    /// Returns the longest over the shortest time of 528 to 568 doubles. In steps of 8 doubles the first of the
    /// unbalanced blocks grows by two whole lines, so the fill of its last line does not change.
    private static double drop(IntToDoubleFunction time) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int n = 528; n < 576; n += 8) {
            double each = time.applyAsDouble(n);
            least = Math.min(least, each);
            most = Math.max(most, each);
        }
        return most / least;
    }

    /// Returns the distance of the two lowest points, in doubles.
    private static double period(IntToDoubleFunction time) {
        double[] of = new double[26];
        for (int i = 0; i < of.length; i++) of[i] = time.applyAsDouble(516 + 4 * i);
        int first = lowest(of, 0, 12);
        int second = lowest(of, 12, 24);
        return 4.0 * (second - first);
    }

    /// Returns the largest distance of the times between two multiples of 48 from a straight line, in percent of
    /// their rise.
    private static double bend(IntToDoubleFunction time) {
        double[] of = new double[6];
        for (int i = 0; i < of.length; i++) of[i] = time.applyAsDouble(532 + 8 * i);
        double rise = of[5] - of[0];
        double most = 0;
        for (int i = 0; i < of.length; i++) most = Math.max(most, Math.abs(of[i] - of[0] - rise * i / 5));
        return 100 * most / Math.abs(rise);
    }

    private static Map<String, Double> application(Machine m, OptionalLong seed) {
        ChainResult blocking = SccScenes.application(m, "rcce").result();
        double requests = SccScenes.application(m, "ircce").result().seconds();
        double light = SccScenes.application(m, "rcce-light").result().seconds();
        double direct = SccScenes.application(m, "rcce-direct").result().seconds();
        return Map.of(
                "K-40", blocking.seconds() / direct,
                "K-41", 100 * (1 - light / requests),
                "K-43", 100 * blocking.longRangeShare());
    }
}
