// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.OptionalLong;
import org.jshmem.sim.model.Machine;

/// The collectives of figures 10 to 13: the simulation of each, and the formulas' band that its times are compared
/// with.
enum Curve {
    SMALL_BROADCAST(
            "R-71/small-broadcast",
            "Figure 10: small broadcast",
            (m, seed, n, best) -> Scenes.smallBroadcast(m, seed, TreeShape.levels(n, best.broadcastTree(n))),
            (model, n, best) -> model.smallBroadcast(best.broadcastTree(n))),
    FLAT_BROADCAST(
            "R-71/flat-broadcast",
            "Figure 11: flat broadcast of 8 kB",
            (m, seed, n, best) -> Scenes.flatBroadcast(m, seed, n),
            (model, n, best) -> model.flatBroadcast(n, Scenes.LARGE / 64)),
    PIPELINED_BROADCAST(
            "R-71/pipelined-broadcast",
            "Figure 11: pipelined broadcast of 8 kB",
            (m, seed, n, best) -> Scenes.pipelinedBroadcast(m, seed, n),
            (model, n, best) -> model.pipelinedBroadcast(n, Scenes.LARGE / 64)),
    BARRIER(
            "R-71/barrier",
            "Figure 12: barrier",
            (m, seed, n, best) -> Scenes.barrier(m, seed, n, best.barrierPartners(n)),
            (model, n, best) -> model.barrier(n, best.barrierPartners(n))),
    REDUCTION(
            "R-71/reduction",
            "Figure 13: reduction",
            (m, seed, n, best) -> Scenes.reduction(m, seed, TreeShape.levels(n, best.reductionTree(n))),
            (model, n, best) -> model.reduction(best.reductionTree(n)));

    private interface Simulated {
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum);
    }

    private interface Formula {
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum);
    }

    final String id;
    final String title;
    private final Simulated simulated;
    private final Formula formula;

    Curve(String id, String title, Simulated simulated, Formula formula) {
        this.id = id;
        this.title = title;
        this.simulated = simulated;
        this.formula = formula;
    }

    double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
        return simulated.nanos(m, seed, n, optimum);
    }

    MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
        return formula.band(model, n, optimum);
    }
}
