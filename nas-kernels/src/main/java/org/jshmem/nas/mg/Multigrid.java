// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Verification;

/// MG: V-cycles for a Poisson equation on a periodic cube.
///
/// - Method: restrict the residual down to a cube of two points, smooth, then prolong and smooth at each level.
/// - Original: MG of NPB 3.4; `cycle` is `mg3P`.
/// - Decomposition: slabs of planes at every level, of which some PEs have none at the coarse ones.
/// - Invariant: before an operator reads a cube, its ghosts hold the opposite points: along x and y since the operator
///   that wrote it, along z since `Level.exchange`.
///
/// ```
///   level 8   r ----restrict--+                     +--prolong--> u, residual, smooth
///   level 7                   r ---+           +--> u, residual, smooth
///     ...                          r --     -->u
///   level 1                            r, smooth
/// ```
final class Multigrid implements Kernel {
    private final Shmem sh;
    private final MgClass problem;

    /// By number, from 1.
    private final Level[] levels;

    final Level finest;
    private double norm;

    Multigrid(Shmem sh, MgClass problem) {
        this.sh = sh;
        this.problem = problem;
        levels = new Level[problem.levels + 1];
        for (int k = 1; k < levels.length; k++) levels[k] = new Level(sh, k, k == problem.levels);
        finest = levels[problem.levels];
        RightHandSide.zran3(sh, finest);
    }

    static long heapBytes(MgClass problem) {
        long doubles = 0;
        for (int k = 1; k <= problem.levels; k++) doubles += 2 * Level.ghostElements(1 << k);
        return doubles * Double.BYTES + (2 << 20);
    }

    /// Bytes of Java heap that a PE needs: three cubes at the finest level, two at all others.
    static long javaBytes(MgClass problem, int npes) {
        long side = problem.edge() + 2L;
        long planes = problem.edge() / npes + 2L;
        return Double.BYTES * side * side * planes * 7 / 2;
    }

    @Override
    public void reset() {
        clear(finest.u);
    }

    @Override
    public void untimed() {
        begin();
        iterate(1);
    }

    @Override
    public void begin() {
        residual(finest);
        norm = norm();
    }

    @Override
    public void iterate(int number) {
        cycle();
        residual(finest);
    }

    @Override
    public void end() {
        norm = norm();
    }

    private void cycle() {
        for (int k = problem.levels; k > 1; k--) {
            levels[k].rprj3(levels[k - 1]);
            declare(levels[k - 1], 20);
        }
        clear(levels[1].u);
        smooth(levels[1]);
        for (int k = 2; k <= problem.levels; k++) {
            Level level = levels[k];
            if (level != finest) clear(level.u);
            level.interp(levels[k - 1]);
            declare(level, 5);
            residual(level);
            smooth(level);
        }
    }

    private static void clear(Cube cube) {
        Arrays.fill(cube.a(), cube.plane(0), cube.planes() == 0 ? cube.at() : cube.plane(cube.planes() + 2), 0);
    }

    private void residual(Level level) {
        if (level.r.planes() == 0) return;
        Stencils.resid(level.u, level.v, level.r);
        declare(level, 21);
        level.exchange(level.r);
    }

    private void smooth(Level level) {
        if (level.u.planes() == 0) return;
        Stencils.psinv(level.r, level.u, problem.smoother);
        declare(level, 21);
        level.exchange(level.u);
    }

    private double norm() {
        double sum = 0;
        Cube r = finest.r;
        for (int z = 1; z <= r.planes(); z++) {
            for (int y = 1; y <= r.edge(); y++) {
                int row = r.row(z, y);
                for (int x = row + 1; x <= row + r.edge(); x++) sum += r.a()[x] * r.a()[x];
            }
        }
        double all = sh.world().reduce(Op.SUM, sum);
        return Math.sqrt(all / problem.points());
    }

    /// Declares `each` operations at each point of a level.
    private void declare(Level level, int each) {
        long points = (long) level.u.planes() * level.u.edge() * level.u.edge();
        sh.compute(Work.flops(each * points)
                .bytes(3 * Double.BYTES * points, Double.BYTES * points)
                .footprint(3 * Double.BYTES * points)
                .vectorized()
                .prefetched());
    }

    @Override
    public Verification verify(int iterations) {
        double error = Verification.distance(norm, problem.norm);
        // NPB's 13 digits: the algorithm of the sum, so the machine, decides about the last bit
        String found = String.format(Locale.ROOT, "residual norm %.12E", norm);
        return Verification.of(problem, iterations, error, MgClass.TOLERANCE, found);
    }

    @Override
    public void free() {
        for (int k = 1; k < levels.length; k++) levels[k].free();
    }
}
