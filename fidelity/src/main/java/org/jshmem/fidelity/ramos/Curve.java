// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.function.ToDoubleBiFunction;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.cost.Machine;

/// The collectives of figures 10 to 13: the simulation of each, and the formulas' band that its times are compared
/// with.
enum Curve {
    SMALL_BROADCAST(
            (m, n, best) -> Scenes.smallBroadcast(m, TreeShape.levels(n, best.broadcastTree(n))),
            (model, n, best) -> model.smallBroadcast(best.broadcastTree(n)),
            (m, n) -> Baselines.mpiBroadcast(m, n, Long.BYTES)),
    FLAT_BROADCAST(
            (m, n, best) -> Scenes.flatBroadcast(m, n),
            (model, n, best) -> model.flatBroadcast(n, Scenes.LARGE / 64),
            (m, n) -> Baselines.mpiBroadcast(m, n, Scenes.LARGE)),
    PIPELINED_BROADCAST(
            (m, n, best) -> Scenes.pipelinedBroadcast(m, n),
            (model, n, best) -> model.pipelinedBroadcast(n, Scenes.LARGE / 64),
            (m, n) -> Baselines.mpiBroadcast(m, n, Scenes.LARGE)),
    BARRIER(
            (m, n, best) -> Scenes.barrier(m, n, best.barrierPartners(n)),
            (model, n, best) -> model.barrier(n, best.barrierPartners(n)),
            Baselines::mpiBarrier),
    REDUCTION(
            (m, n, best) -> Scenes.reduction(m, TreeShape.levels(n, best.reductionTree(n))),
            (model, n, best) -> model.reduction(best.reductionTree(n)),
            Baselines::mpiReduction);

    interface Simulated {
        double nanos(Machine m, int n, Optimum optimum);
    }

    interface Formula {
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum);
    }

    /// MPI's nanoseconds of the same collective.
    final ToDoubleBiFunction<Machine, Integer> mpi;

    final Simulated simulated;
    final Formula formula;

    Curve(Simulated simulated, Formula formula, ToDoubleBiFunction<Machine, Integer> mpi) {
        this.simulated = simulated;
        this.formula = formula;
        this.mpi = mpi;
    }
}
