// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

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
    double[] compared() {
        for (int n = 2; n <= LARGEST; n += 2) compare(n);
        return new double[] {most, least, openMp, lastPipelined, 1 / leastFlat};
    }

    private void compare(int n) {
        double mpiLarge = Baselines.mpiBroadcast(m, n, Scenes.LARGE);
        double flat = mpiLarge / own(Curve.FLAT_BROADCAST, n);
        double pipelined = mpiLarge / own(Curve.PIPELINED_BROADCAST, n);
        double barrier = own(Curve.BARRIER, n);
        openMp = Baselines.openMpBarrier(m, n) / barrier;
        gain(Baselines.mpiBroadcast(m, n, Long.BYTES) / own(Curve.SMALL_BROADCAST, n), true);
        gain(flat, true);
        gain(pipelined, false);
        gain(Baselines.mpiBarrier(m, n) / barrier, true);
        gain(openMp, n < LARGEST);
        gain(Baselines.mpiReduction(m, n) / own(Curve.REDUCTION, n), true);
        leastFlat = Math.min(leastFlat, flat);
        if (pipelined > 1) lastPipelined = n;
    }

    /// Records a gain. It `counts` for the claim that all algorithms win, unless it belongs to the two exceptions.
    private void gain(double times, boolean counts) {
        most = Math.max(most, times);
        if (counts) least = Math.min(least, times);
    }

    private double own(Curve curve, int n) {
        return curve.simulated.nanos(m, n, optimum);
    }
}
