// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.Kernel;

/// The scalar pentadiagonal solver as a kernel, for any decomposition of the cube. All methods are collective.
interface SpSolver extends Kernel {
    SpPhysics physics();

    /// Sets `u` to the start state.
    @Override
    void reset();

    void step();

    /// Returns sums over all interior nodes, equal on every PE: five of the squares of the right-hand side, then five
    /// of the squares of the error.
    double[] squares();

    @Override
    default void rehearse() {
        step();
    }

    @Override
    default void iterate(int number) {
        step();
    }

    @Override
    default Judgement judge(int steps) {
        SpClass problem = physics().problem;
        double worst = Sp.worst(problem, squares());
        return new Judgement(Sp.verdict(problem, steps, worst), "norms off by " + worst);
    }
}
