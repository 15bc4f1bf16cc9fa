// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.Placement;
import org.jshmem.rehearsal.Rehearsal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// SP, the scalar pentadiagonal solver of the NAS parallel benchmarks: three-dimensional Navier-Stokes equations by
/// implicit time steps whose line solves run in all three directions.
///
/// ```
/// bin/oshrun -np 4 sp --class A --access ptr
/// ```
public final class Sp {
    private static final double TOLERANCE = 1e-8;

    @Command(name = "sp", description = "NAS SP: a scalar pentadiagonal solver on any number of PEs")
    static final class SpOptions extends Options {
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
            throw refused("--decomposition=" + decomposition + " is neither slabs nor multipartition");
        }

        /// Refuses what the decomposition or the heap has no room for.
        void check(Shmem sh, SpClass problem, Access access) {
            if (inSlabs()) {
                long needed = SlabMemory.needed(new Slabs(problem.nodes, sh.nPes()), access) + (1 << 20);
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
        Shmem.run(args, Sp::run);
    }

    private static void run(Shmem sh, String[] args) {
        SpOptions options = new SpOptions();
        try {
            if (Options.parse(sh, options, args)) run(sh, options).conclude(sh, options.format);
        } catch (Refusal refusal) {
            refusal.end(sh);
        }
    }

    /// Runs SP as one PE of a job that is up.
    static Report report(Shmem sh, String... args) {
        SpOptions options = new SpOptions();
        Options.parse(sh, options, args);
        return run(sh, options);
    }

    private static Report run(Shmem sh, SpOptions options) {
        SpClass problem = options.problem(SpClass.class);
        Access access = options.access(sh);
        options.check(sh, problem, access);
        options.choose(sh.world(), access);
        int steps = options.iterations == null ? problem.steps : options.iterations;

        Stopwatch watch = new Stopwatch(sh);
        SpPhysics physics = new SpPhysics(problem.nodes, problem.dt);
        SpSolver solver = options.solver(sh, physics, access, watch);
        double limit = options.rehearsal(sh);
        solver.start();
        Rehearsal rehearsal = limit == 0 ? Rehearsal.NONE : Rehearsal.of(sh, limit, solver::step);
        solver.start();
        for (int step = 0; step < options.warmup; step++) solver.step();
        solver.start();

        sh.barrierAll();
        watch.restart();
        for (int step = 1; step <= steps; step++) {
            solver.step();
            options.progress(sh, step, steps);
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
        double seconds = sh.world().reduce(Op.MAX, watch.total() / 1e9);
        double[] phases = Report.phases(sh, watch);

        double worst = worst(problem, solver.squares());
        int n = problem.nodes;
        return new Report(
                "SP",
                problem.name(),
                n + "x" + n + "x" + n,
                steps,
                options.warmup,
                rehearsal,
                Placement.of(sh),
                Options.name(access),
                options.reduction == null ? "default" : options.reduction,
                "floating point",
                seconds,
                problem.millionOperations(steps),
                verdict(problem, steps, worst),
                "norms off by " + worst,
                phases);
    }

    static Report.Verdict verdict(SpClass problem, int steps, double worst) {
        if (steps != problem.steps) return Report.Verdict.NOT_PERFORMED;
        return worst <= TOLERANCE ? Report.Verdict.SUCCESSFUL : Report.Verdict.UNSUCCESSFUL;
    }

    /// The largest relative distance of a norm from its reference.
    static double worst(SpClass problem, double[] sums) {
        double worst = 0;
        double nodes = Math.pow(problem.nodes - 2, 3);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            double residual = Math.sqrt(sums[m] / nodes) / problem.dt;
            double error = Math.sqrt(sums[SpPoint.VARIABLES + m] / nodes);
            worst = Math.max(worst, distance(residual, problem.residual(m)));
            worst = Math.max(worst, distance(error, problem.error(m)));
        }
        return worst;
    }

    /// Not a number counts as infinitely far.
    private static double distance(double value, double reference) {
        double d = Math.abs((value - reference) / reference);
        return Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
    }
}
