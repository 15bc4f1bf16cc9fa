// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpTest extends KernelContract {
    SpTest() {
        super(Sp::new, 1, 2, 3, 4, 8, 16);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes,
                SpClass.S.steps,
                sh -> new Solver(sh, SpClass.S, Access.PUTGET),
                solver -> solver.forcing.set(0, 5, 0, 5, 1));
    }

    @ParameterizedTest
    @CsvSource({"S, 10, 1 2 3 4 7 16", "W, 2, 2 5"})
    void fieldsHaveTheSameBitsOnAnyNumberOfPes(SpClass problem, int steps, String pes) {
        double[][][] one = fields(problem, steps, 1, Access.PTR);
        for (String npes : pes.split(" ")) {
            for (Access access : new Access[] {Access.PUTGET, Access.PTR}) {
                double[][][] many = fields(problem, steps, Integer.parseInt(npes), access);
                assertArrayEquals(one, many, npes + " PEs, " + access + ": field, variable, node");
            }
        }
    }

    /// The solver's `u`, right-hand side and forcing after some steps, by variable and node; 0 on the boundary.
    private static double[][][] fields(SpClass problem, int steps, int npes, Access access) {
        int n = problem.nodes;
        double[][][] all = new double[3][5][n * n * n];
        Slabs slabs = new Slabs(n, npes);
        Shmem.runInProcess(npes, (sh, none) -> {
            Solver solver = new Solver(sh, problem, access);
            for (int i = 1; i <= steps; i++) solver.iterate(i);
            solver.verify(steps); // sets the right-hand side
            Field[] fields = {solver.u, solver.rhs, solver.forcing};
            for (int k = 0; k < slabs.count(sh.myPe()); k++) {
                for (int j = 1; j < n - 1; j++) {
                    for (int i = 1; i < n - 1; i++) {
                        int node = i + n * (j + n * (slabs.first(sh.myPe()) + k));
                        for (int f = 0; f < 3; f++) {
                            for (int m = 0; m < 5; m++) all[f][m][node] = fields[f].get(k, j, m, i);
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

    /// The sums whose norms are those of the class, and the same with one of them off by a ten-millionth, or no
    /// number.
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
                1 | --class C | sp: class C on npes=1 needs a symmetric heap of 353 MiB, largest free block=
                1 | --class D | sp: class D on npes=1 needs 7842 MiB of memory for each of the 1 PEs of a host, 7842 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun sp --help' lists all options""";
    }
}
