// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpTest extends KernelContract {
    /// What rounding may change within ten steps, as a part of the largest term; seen are 0.6e-14.
    private static final double ROUNDING = 1e-14;

    SpTest() {
        super(Sp::new, 1, 2, 3, 4, 8, 16);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes,
                SpClass.S.steps,
                sh -> new Solver(sh, SpClass.S, Access.PUTGET),
                solver -> VectorMemory.set(solver.block.forcing.at(0, 5) + 5 * Double.BYTES, 1));
    }

    @Test
    void thePlainProgramFindsThePublishedNorms() {
        double worst = PlainSp.run(SpClass.S, SpClass.S.steps).verify();
        assertTrue(worst <= 1e-8, "off by " + worst);
    }

    /// The solver adds in another order than the plain program, with fused operations. Right-hand side and
    /// forcing are sums of terms of the size dt/h^2 u, so their rounding is that of these terms.
    @ParameterizedTest
    @CsvSource({"S, 10, 1 2 3 4 7 16", "W, 2, 2 5"})
    void fieldsAreThoseOfThePlainProgramWithTheSameBitsOnAnyNumberOfPes(SpClass problem, int steps, String pes) {
        PlainSp plain = PlainSp.run(problem, steps);
        plain.verify(); // sets the right-hand side
        double[][][] one = fields(problem, steps, 1, Access.PTR);
        for (int m = 0; m < 5; m++) {
            assertNear("u " + m, plain, plain.u[m], one[0][m], plain.u[m]);
            double[] terms = scaled(plain.u[m], problem.dt * Math.pow(problem.nodes - 1, 2));
            assertNear("rhs " + m, plain, plain.rhs[m], one[1][m], terms);
            assertNear("forcing " + m, plain, scaled(plain.forcing[m], problem.dt), one[2][m], terms);
        }
        for (String npes : pes.split(" ")) {
            for (Access access : new Access[] {Access.PUTGET, Access.PTR}) {
                double[][][] many = fields(problem, steps, Integer.parseInt(npes), access);
                assertArrayEquals(one, many, npes + " PEs, " + access + ": field, variable, node");
            }
        }
    }

    private static double[] scaled(double[] field, double factor) {
        return DoubleStream.of(field).map(value -> value * factor).toArray();
    }

    /// Compares interior nodes: they differ by at most ROUNDING of the largest of `terms`.
    private static void assertNear(String field, PlainSp plain, double[] wanted, double[] found, double[] terms) {
        double most = ROUNDING * DoubleStream.of(terms).map(Math::abs).max().orElseThrow();
        for (int p = 0; p < wanted.length; p++) {
            if (plain.interior(p)) assertEquals(wanted[p], found[p], most, field + " at node " + p);
        }
    }

    /// The solver's `u`, right-hand side and forcing after some steps, by variable and by node as in
    /// [PlainSp]; 0 on the boundary.
    private static double[][][] fields(SpClass problem, int steps, int npes, Access access) {
        int n = problem.nodes;
        double[][][] all = new double[3][5][n * n * n];
        Slabs slabs = new Slabs(n, npes);
        Shmem.runInProcess(npes, (sh, none) -> {
            Solver solver = new Solver(sh, problem, access);
            for (int i = 1; i <= steps; i++) solver.iterate(i);
            solver.verify(steps); // sets the right-hand side
            Field[] fields = {solver.block.u, solver.block.rhs, solver.block.forcing};
            for (int k = 0; k < slabs.count(sh.myPe()); k++) {
                for (int j = 1; j < n - 1; j++) {
                    for (int i = 1; i < n - 1; i++) {
                        int node = i + n * (j + n * (slabs.first(sh.myPe()) + k));
                        for (int f = 0; f < 3; f++) {
                            long at = fields[f].at(k, j) + i * (long) Double.BYTES;
                            for (int m = 0; m < 5; m++) all[f][m][node] = VectorMemory.get(at + m * fields[f].stride);
                        }
                    }
                }
            }
            sh.barrierAll();
            solver.free();
        });
        return all;
    }

    @ParameterizedTest
    @CsvSource({"S,1,PTR", "S,3,PUTGET", "W,2,PUTGET", "A,1,PTR", "A,4,PUTGET"})
    void theMemoryThatTheSolverTakesIsThatOfTheCheck(SpClass problem, int npes, Access access) {
        AtomicLong most = new AtomicLong();
        Shmem.runInProcess(npes, (sh, none) -> {
            Solver solver = new Solver(sh, problem, access);
            most.accumulateAndGet(solver.memory.taken(), Math::max);
            sh.barrierAll();
            solver.free();
        });
        long checked = Solver.scratchBytes(new Slabs(problem.nodes, npes), access);
        assertTrue(most.get() <= checked && checked <= most.get() * 1.1, most + " taken, " + checked + " checked");
    }

    private static Verification.Verdict verdict(double[] sums) {
        return Solver.verification(SpClass.S, SpClass.S.steps, sums).verdict();
    }

    /// The sums whose norms are those of the class, and the same with one of them off by a ten-millionth, or no number.
    @Test
    void aNormThatIsOffIsUnsuccessful() {
        SpClass s = SpClass.S;
        double nodes = Math.pow(s.nodes - 2, 3);
        double[] sums = new double[2 * PointOperations.VARIABLES];
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            sums[m] = Math.pow(s.residual[m] * s.dt, 2) * nodes;
            sums[PointOperations.VARIABLES + m] = Math.pow(s.error[m], 2) * nodes;
        }
        assertEquals(Verification.Verdict.SUCCESSFUL, verdict(sums));
        for (int k = 0; k < sums.length; k++) {
            for (double wrong : new double[] {sums[k] * (1 + 2e-7), sums[k] * (1 - 2e-7), Double.NaN}) {
                double[] off = sums.clone();
                off[k] = wrong;
                assertEquals(Verification.Verdict.UNSUCCESSFUL, verdict(off), "sum " + k + " is " + wrong);
            }
        }
    }

    @Override
    protected String refusals() {
        return """
                1 | --class Q | sp: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun sp --help' lists all options
                1 | --class C | sp: class C on npes=1 needs a symmetric heap of 353 MiB, largest free block=
                1 | --class D | sp: class D on npes=1 needs 7842 MiB of memory for each of the 1 PEs of a host, 7842 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun sp --help' lists all options""";
    }
}
