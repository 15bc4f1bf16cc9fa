// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.KernelOptions;
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
public final class Sp {
    private static final double TOLERANCE = 1e-8;

    @Command(name = "sp", description = "NAS SP: a scalar pentadiagonal solver on any number of PEs")
    static final class SpOptions extends KernelOptions {
        @Option(
                names = "--decomposition",
                paramLabel = "NAME",
                defaultValue = "slabs",
                description = "how the cube is dealt out: slabs (planes and rows, any number of PEs) or multipartition"
                        + " (cells, as published; a square number of PEs) (default: ${DEFAULT-VALUE})")
        String decomposition;

        private boolean inSlabs() {
            if (decomposition.equals("slabs")) return true;
            if (decomposition.equals("multipartition")) return false;
            throw refused("--decomposition '" + decomposition + "' is unknown; use one of slabs, multipartition");
        }

        /// Throws if the decomposition cannot divide the cube among the PEs, or if the heap of slabs has no room.
        void check(Shmem sh, SpClass problem, Access access) {
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

        SpSolver solver(Shmem sh, SpPhysics physics, Access access, Stopwatch watch) {
            return inSlabs()
                    ? new SlabSolver(sh, new Slabs(physics.nodes, sh.nPes()), physics, access, watch)
                    : new CellSolver(
                            sh, Multipartition.of(physics.nodes, sh.nPes(), sh.myPe()), physics, access, watch);
        }
    }

    private Sp() {}

    /// Runs SP as one PE.
    public static void main(String[] args) {
        Npb.main(args, SpOptions::new, Sp::run);
    }

    /// Runs SP as one PE of a running job.
    static KernelReport report(Shmem sh, String... args) {
        return Npb.report(sh, new SpOptions(), Sp::run, args);
    }

    private static KernelReport run(Shmem sh, SpOptions options) {
        options.requireVectors();
        SpClass problem = options.problem(SpClass.class);
        Access access = options.access(sh);
        options.check(sh, problem, access);
        SpPhysics physics = new SpPhysics(problem.nodes, problem.dt);
        return Npb.measure(
                sh,
                options,
                problem,
                problem,
                "floating point",
                (each, watch) -> kernel(each, options.solver(sh, physics, access, watch)));
    }

    /// Returns the solver as a kernel.
    private static Kernel kernel(SpClass problem, SpSolver solver) {
        solver.start();
        return new Kernel() {
            @Override
            public void rehearse() {
                solver.step();
            }

            @Override
            public void reset() {
                solver.start();
            }

            @Override
            public void iterate(int number) {
                solver.step();
            }

            @Override
            public Judgement judge(int steps) {
                double worst = worst(problem, solver.squares());
                return new Judgement(verdict(problem, steps, worst), "norms off by " + worst);
            }
        };
    }

    static KernelReport.Verdict verdict(SpClass problem, int steps, double worst) {
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
