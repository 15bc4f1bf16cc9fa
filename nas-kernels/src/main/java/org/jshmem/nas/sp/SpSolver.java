// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// One PE's part of the scalar pentadiagonal solver, for any decomposition of the cube. All methods are collective.
interface SpSolver {
    /// Sets `u` to the start state.
    void start();

    void step();

    /// Returns sums over all interior nodes, equal on every PE: five of the squares of the right-hand side, then five
    /// of the squares of the error.
    double[] squares();

    void free();
}
