// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.OptionalLong;
import org.jshmem.sim.model.Machine;

/// The collectives of figures 10 to 13: the simulation of each, and the formulas' band that its times are compared
/// with.
enum Curve {
    SMALL_BROADCAST("R-71/small-broadcast", "Figure 10: small broadcast") {
        @Override
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
            return Scenes.smallBroadcast(m, seed, TreeShape.levels(n, optimum.broadcastTree(n)));
        }

        @Override
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
            return model.smallBroadcast(optimum.broadcastTree(n));
        }
    },
    FLAT_BROADCAST("R-71/flat-broadcast", "Figure 11: flat broadcast of 8 kB") {
        @Override
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
            return Scenes.flatBroadcast(m, seed, n);
        }

        @Override
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
            return model.flatBroadcast(n, Scenes.LARGE / 64);
        }
    },
    PIPELINED_BROADCAST("R-71/pipelined-broadcast", "Figure 11: pipelined broadcast of 8 kB") {
        @Override
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
            return Scenes.pipelinedBroadcast(m, seed, n);
        }

        @Override
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
            return model.pipelinedBroadcast(n, Scenes.LARGE / 64);
        }
    },
    BARRIER("R-71/barrier", "Figure 12: barrier") {
        @Override
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
            return Scenes.barrier(m, seed, n, optimum.barrierPartners(n));
        }

        @Override
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
            return model.barrier(n, optimum.barrierPartners(n));
        }
    },
    REDUCTION("R-71/reduction", "Figure 13: reduction") {
        @Override
        double nanos(Machine m, OptionalLong seed, int n, Optimum optimum) {
            return Scenes.reduction(m, seed, TreeShape.levels(n, optimum.reductionTree(n)));
        }

        @Override
        MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum) {
            return model.reduction(optimum.reductionTree(n));
        }
    };

    private final String id;
    private final String title;

    Curve(String id, String title) {
        this.id = id;
        this.title = title;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    abstract double nanos(Machine m, OptionalLong seed, int n, Optimum optimum);

    abstract MinMaxModel.Band band(MinMaxModel model, int n, Optimum optimum);
}
