// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.rehearsal.Rehearsal;
import picocli.CommandLine.Command;

/// SP, the scalar pentadiagonal solver of the NAS parallel benchmarks: three-dimensional Navier-Stokes equations by
/// implicit time steps whose line solves run in all three directions.
///
/// ```
/// bin/oshrun -np 4 sp --class A --access ptr
/// ```
public final class Sp {
    private static final double TOLERANCE = 1e-8;

    @Command(name = "sp", description = "NAS SP: a scalar pentadiagonal solver on a square number of PEs")
    private static final class SpOptions extends Options {}

    private Sp() {}

    /// Runs SP as one PE.
    public static void main(String[] args) {
        Shmem.run(args, Sp::run);
    }

    private static void run(Shmem sh, String[] args) {
        SpOptions options = new SpOptions();
        if (Options.parse(sh, options, args)) run(sh, options).conclude(sh, options.format);
    }

    /// Runs SP as one PE of a job that is up.
    static Report report(Shmem sh, String... args) {
        SpOptions options = new SpOptions();
        Options.parse(sh, options, args);
        return run(sh, options);
    }

    private static Report run(Shmem sh, SpOptions options) {
        SpClass problem = options.problem(sh, SpClass.class);
        Access access = options.access(sh);
        Multipartition parts = partition(sh, options, problem);
        options.choose(sh.world());
        int steps = options.iterations == null ? problem.steps : options.iterations;

        Stopwatch watch = new Stopwatch(sh);
        SpPhysics physics = new SpPhysics(problem.nodes, problem.dt);
        Rehearsal rehearsal = rehearse(sh, options, problem, access, watch);
        SpSolver solver = new SpSolver(sh, parts, physics, access, watch);
        SymDoubles sums = sh.doubles(2 * SpCell.VARIABLES);
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

        double[] squares = solver.squares();
        for (int i = 0; i < squares.length; i++) sums.set(i, squares[i]);
        sh.world().reduce(Op.SUM, sums, sums, squares.length);
        double worst = worst(problem, sums);
        Report.Verdict verdict = steps != problem.steps
                ? Report.Verdict.NOT_PERFORMED
                : worst <= TOLERANCE ? Report.Verdict.SUCCESSFUL : Report.Verdict.UNSUCCESSFUL;
        int n = problem.nodes;
        return new Report(
                "SP",
                problem.name(),
                n + "x" + n + "x" + n,
                steps,
                options.warmup,
                rehearsal,
                sh.nPes(),
                options.access,
                options.reduction == null ? "default" : options.reduction,
                "floating point",
                seconds,
                problem.millionOperations(steps),
                verdict,
                "norms off by " + worst,
                phases);
    }

    /// Rehearses on cells of a few nodes, dealt out as the real ones are.
    private static Rehearsal rehearse(Shmem sh, Options options, SpClass problem, Access access, Stopwatch watch) {
        double limit = options.rehearsal(sh);
        if (limit == 0) return Rehearsal.NONE;
        int nodes = Multipartition.rehearsalNodes(problem.nodes, (int) Math.sqrt(sh.nPes()));
        SpPhysics physics = new SpPhysics(nodes, problem.dt);
        SpSolver small = new SpSolver(sh, Multipartition.of(nodes, sh.nPes(), sh.myPe()), physics, access, watch);
        small.start();
        Rehearsal rehearsal = Rehearsal.of(sh, limit, small::step);
        small.free();
        return rehearsal;
    }

    private static Multipartition partition(Shmem sh, Options options, SpClass problem) {
        try {
            return Multipartition.of(problem.nodes, sh.nPes(), sh.myPe());
        } catch (IllegalArgumentException e) {
            throw options.refused(sh, e.getMessage());
        }
    }

    /// The largest relative distance of a norm from its reference.
    private static double worst(SpClass problem, SymDoubles sums) {
        double worst = 0;
        double nodes = Math.pow(problem.nodes - 2, 3);
        for (int m = 0; m < SpCell.VARIABLES; m++) {
            double residual = Math.sqrt(sums.get(m) / nodes);
            double error = Math.sqrt(sums.get(SpCell.VARIABLES + m) / nodes);
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
