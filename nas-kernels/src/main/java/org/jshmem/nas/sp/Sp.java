// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import org.jshmem.nas.npb.Stopwatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// SP, the scalar pentadiagonal solver of the NAS parallel benchmarks: three-dimensional Navier-Stokes equations by
/// implicit time steps, with line solves in all three directions.
///
/// ```
/// bin/oshrun -np 4 sp --class A --access ptr
/// ```
@Command(name = "sp", description = "NAS SP: a scalar pentadiagonal solver on any number of PEs")
public final class Sp extends KernelCommand {
    private static final double TOLERANCE = 1e-8;

    @Option(
            names = "--decomposition",
            paramLabel = "NAME",
            description = "how the cube is divided: slabs (planes and rows, any number of PEs) or multipartition"
                    + " (cells, as published; a square number of PEs) (default: ${DEFAULT-VALUE})")
    String decomposition = "slabs";

    public static void main(String[] args) {
        Npb.main(args, Sp::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        requireVectors();
        SpClass problem = problem(SpClass.class);
        Access access = access(sh);
        check(sh, problem, access);
        return Npb.measure(
                sh, this, problem, problem, "floating point", (each, watch) -> solver(sh, each, access, watch));
    }

    @Override
    protected boolean set(String option, String value) {
        if (!option.equals("--decomposition")) return super.set(option, value);
        decomposition = value;
        return true;
    }

    private boolean inSlabs() {
        if (decomposition.equals("slabs")) return true;
        if (decomposition.equals("multipartition")) return false;
        throw refused("--decomposition '" + decomposition + "' is unknown; use one of slabs, multipartition");
    }

    /// Throws if the decomposition cannot divide the cube among the PEs, or if the heap of slabs has no room.
    private void check(Shmem sh, SpClass problem, Access access) {
        if (inSlabs()) {
            long needed = SlabSolver.needed(sh, new Slabs(problem.nodes, sh.nPes()), access);
            checkHeap(sh, problem.name(), needed);
            return;
        }
        try {
            Multipartition.of(problem.nodes, sh.nPes(), sh.myPe());
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        }
    }

    private SpSolver solver(Shmem sh, SpClass problem, Access access, Stopwatch watch) {
        SpSolver solver =
                inSlabs() ? new SlabSolver(sh, problem, access, watch) : new CellSolver(sh, problem, access, watch);
        solver.reset();
        return solver;
    }

    static Judgement.Verdict verdict(SpClass problem, int steps, double worst) {
        return Judgement.of(problem, steps, worst, TOLERANCE).verdict();
    }

    /// Returns the largest relative distance of a norm from its reference.
    static double worst(SpClass problem, double[] sums) {
        double worst = 0;
        double nodes = Math.pow(problem.nodes - 2, 3);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            double residual = Math.sqrt(sums[m] / nodes) / problem.dt;
            double error = Math.sqrt(sums[SpPoint.VARIABLES + m] / nodes);
            worst = Math.max(worst, Judgement.distance(residual, problem.residual(m)));
            worst = Math.max(worst, Judgement.distance(error, problem.error(m)));
        }
        return worst;
    }
}
