// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;
import org.jshmem.gcmc.ChainResult;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.Split;
import org.jshmem.sim.cost.Machine;

/// The experiments of Kohler, Radetzki, Gschwandtner, Fahringer, "Low-latency collectives for the Intel SCC", 2012.
public final class Kohler implements Paper {
    /// Four of the sizes that the paper averages over: one for each place of the last element in its line.
    private static final int[] SIZES = {529, 566, 599, 636};

    private static final int VECTOR = 552;

    private record Key(Machine machine, String what, int doubles) {}

    /// For the service loader.
    public Kohler() {}

    @Override
    public String name() {
        return "kohler";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                Experiment.several(List.of("K-01", "K-02", "K-03", "K-04", "K-09"), Kohler::steps),
                Experiment.several(List.of("K-06", "K-06/at"), Kohler::largest).once(),
                gain("K-07/allgather", m -> gathers(m, Rcce.BLOCKING), m -> gathers(m, Rcce.REQUESTS)),
                gain("K-07/alltoall", m -> exchanges(m, Rcce.BLOCKING), m -> exchanges(m, Rcce.REQUESTS)),
                Experiment.once(
                        "K-07/light",
                        m -> Math.max(
                                gain(gathers(m, Rcce.REQUESTS), gathers(m, Rcce.LIGHTWEIGHT)),
                                gain(exchanges(m, Rcce.REQUESTS), exchanges(m, Rcce.LIGHTWEIGHT)))),
                gain("K-08/reducescatter", m -> scatters(m, Rcce.BLOCKING), m -> scatters(m, Rcce.LIGHTWEIGHT)),
                gain("K-08/broadcast", m -> broadcasts(m, Rcce.BLOCKING), m -> broadcasts(m, Rcce.LIGHTWEIGHT)),
                gain("K-08/reduce", m -> reduces(m, Rcce.BLOCKING), m -> reduces(m, Rcce.LIGHTWEIGHT)),
                gain("K-08/allreduce", m -> sums(m, "rcce"), m -> sums(m, "rcce-light")),
                Experiment.of("K-11/period", Kohler::spikes),
                Experiment.of("K-11/all", Kohler::leastSpike),
                Experiment.of(
                        "K-12/minima",
                        m -> Experiment.furthest(
                                48, period(sums(m, "rcce-light")), period(reduces(m, Rcce.LIGHTWEIGHT)))),
                Experiment.of(
                        "K-12/level",
                        m -> Math.min(
                                drop(sums(m, "rcce-light")) / drop(sums(m, "rcce-even")),
                                drop(reduces(m, Rcce.LIGHTWEIGHT)) / drop(evenReduces(m)))),
                Experiment.of(
                        "K-12/linear", m -> Math.max(bend(sums(m, "rcce-light")), bend(reduces(m, Rcce.LIGHTWEIGHT)))),
                Experiment.of(
                        "K-13",
                        m -> Stream.of(Rcce.BLOCKING, Rcce.REQUESTS)
                                .flatMap(style -> Stream.of(scatters(m, style), broadcasts(m, style)))
                                .mapToDouble(Kohler::ratio)
                                .min()
                                .orElseThrow()),
                Experiment.of(
                        "K-13/light", m -> saved(scatters(m, Rcce.LIGHTWEIGHT)) / saved(scatters(m, Rcce.BLOCKING))),
                Experiment.once("K-15/scatter", m -> steepest(m, SccScenes::reduceScatter)),
                Experiment.once("K-15/broadcast", m -> steepest(m, SccScenes::broadcast)),
                Experiment.once(
                        "K-16/reduce",
                        m -> Experiment.furthest(
                                48, period(reduces(m, Rcce.BLOCKING)), period(reduces(m, Rcce.REQUESTS)))),
                Experiment.once(
                        "K-16/allreduce",
                        m -> Experiment.furthest(48, period(sums(m, "rcce")), period(sums(m, "ircce")))),
                Experiment.of(
                        "K-21",
                        m -> SccScenes.waiting(m, SccScenes.reduceScatter(Rcce.LIGHTWEIGHT, Rcce.REST_FIRST), VECTOR)),
                Experiment.once(
                        "K-32", m -> 100 * SccScenes.application(m, "rcce").waiting()),
                Experiment.several(List.of("K-40", "K-41", "K-43"), Kohler::application),
                Experiment.of("K-53", m -> SccScenes.deviation(m, SccScenes.allreduce("rcce"), VECTOR)));
    }

    @Override
    public List<FigurePlan> figures() {
        return KohlerFigures.all();
    }

    private static Experiment gain(
            String claim, Function<Machine, IntToDoubleFunction> slow, Function<Machine, IntToDoubleFunction> fast) {
        return Experiment.once(claim, m -> gain(slow.apply(m), fast.apply(m)));
    }

    /// Returns the gain of each step over the one before, and that of all of them.
    private static Map<String, Double> steps(Machine m) {
        double requests = sums(m, "ircce").applyAsDouble(VECTOR);
        double light = sums(m, "rcce-light").applyAsDouble(VECTOR);
        double even = sums(m, "rcce-even").applyAsDouble(VECTOR);
        double blocking = sums(m, "rcce").applyAsDouble(VECTOR);
        double direct = sums(m, "rcce-direct").applyAsDouble(VECTOR);
        return Map.of(
                "K-01", blocking / requests,
                "K-02", requests / light,
                "K-03", light / even,
                "K-04", even / direct,
                "K-09", blocking / direct);
    }

    /// Returns the gain of the whole ladder at 574 doubles, and the length at which it gains most.
    private static Map<String, Double> largest(Machine m) {
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
        return Map.of("K-06", at574, "K-06/at", (double) where);
    }

    private static IntToDoubleFunction times(Machine m, String what, SccScenes.Sized sized) {
        return n -> Experiment.simulated(new Key(m, what, n), () -> SccScenes.repeated(m, sized, n));
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

    /// Returns the distance of the minima of blocking Allgather.
    private static double spikes(Machine m) {
        IntToDoubleFunction gather = gathers(m, Rcce.BLOCKING);
        double[] of = new double[9];
        for (int i = 0; i < of.length; i++) of[i] = gather.applyAsDouble(596 + i);
        int first = lowest(of, 0, 4);
        return lowest(of, first + 1, 9) - first;
    }

    /// Returns the least rise from 600 to 601 doubles of all blocking collectives.
    private static double leastSpike(Machine m) {
        return Stream.of(
                        gathers(m, Rcce.BLOCKING),
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

    /// Returns the microseconds that 576 doubles save against 575.
    private static double saved(IntToDoubleFunction time) {
        return time.applyAsDouble(575) - time.applyAsDouble(576);
    }

    /// Returns the length, of 501 to 699 doubles, that saves most against one double less; of the blocking and the
    /// iRCCE messages' lengths that which is further from 576.
    private static double steepest(Machine m, BiFunction<Rcce, Split, SccScenes.Sized> routine) {
        return Experiment.furthest(576, steepest(m, routine, Rcce.BLOCKING), steepest(m, routine, Rcce.REQUESTS));
    }

    private static int steepest(Machine m, BiFunction<Rcce, Split, SccScenes.Sized> routine, Rcce style) {
        int[] doubles = IntStream.range(500, 700).toArray();
        double[] times = SccScenes.sweep(m, routine.apply(style, Rcce.REST_FIRST), doubles);
        int at = 1;
        for (int i = 2; i < times.length; i++) if (times[i - 1] / times[i] > times[at - 1] / times[at]) at = i;
        return doubles[at];
    }

    /// Returns the longest over the shortest time of 528 to 568 doubles. In steps of 8 doubles the first of the
    /// unbalanced blocks grows by two whole lines, so the fill of its last line does not change.
    private static double drop(IntToDoubleFunction time) {
        var times = IntStream.iterate(528, n -> n < 576, n -> n + 8)
                .mapToDouble(time)
                .summaryStatistics();
        return times.getMax() / times.getMin();
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

    /// Returns the gain of the ladder, the percentage that lightweight messages save, and that of the long-range
    /// energy.
    private static Map<String, Double> application(Machine m) {
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
