// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// One PE's part of the scalar pentadiagonal solver, whichever way the cube is dealt out. All methods are collective.
interface SpSolver {
    /// Sets `u` to the start state.
    void start();

    /// One time step.
    void step();

    /// The sums over all nodes of the squares of what the time derivative and the error have left: five of each,
    /// the same on every PE.
    double[] squares();

    /// Gives the symmetric memory back.
    void free();
}
