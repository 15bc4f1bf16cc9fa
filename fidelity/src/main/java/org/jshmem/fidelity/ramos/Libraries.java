// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.Map;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.cost.Machine;

/// The time of MPI and OpenMP divided by the time of the paper's algorithms (figures 10 to 13), for n = 2, 4 .. 60
/// threads.
final class Libraries {
    private static final int LARGEST = 60;

    private final Machine m;
    private final Optimum optimum;
    private double most;
    private double least = Double.MAX_VALUE;
    private double leastFlat = Double.MAX_VALUE;
    private int lastPipelined; // the most threads at which it is faster than MPI
    private double openMp; // gain of the barrier at 60 threads

    Libraries(Machine m) {
        this.m = m;
        optimum = new Optimum(MinMaxModel.of(m::value));
    }

    /// Returns the largest gain, the least gain but for the paper's exceptions, OpenMP's time of a barrier of 60
    /// threads, the most threads at which the pipelined broadcast beats MPI, and the most time of the flat one over
    /// MPI.
    Map<String, Double> compared() {
        for (int n = 2; n <= LARGEST; n += 2) compare(n);
        return Map.of(
                "R-72", most,
                "R-72/all", least,
                "R-73/barrier", openMp,
                "R-73/mpi", (double) lastPipelined,
                "R-74/mpi", 1 / leastFlat);
    }

    private void compare(int n) {
        for (Curve curve : Curve.values()) {
            double own = curve.simulated.nanos(m, n, optimum);
            double times = curve.mpi.applyAsDouble(m, n) / own;
            gain(times, curve != Curve.PIPELINED_BROADCAST);
            if (curve == Curve.FLAT_BROADCAST) leastFlat = Math.min(leastFlat, times);
            if (curve == Curve.PIPELINED_BROADCAST && times > 1) lastPipelined = n;
            if (curve != Curve.BARRIER) continue;
            openMp = Baselines.openMpBarrier(m, n) / own;
            gain(openMp, n < LARGEST);
        }
    }

    /// Records a gain. It `counts` for the claim that all algorithms win, unless it belongs to the two exceptions.
    private void gain(double times, boolean counts) {
        most = Math.max(most, times);
        if (counts) least = Math.min(least, times);
    }
}
