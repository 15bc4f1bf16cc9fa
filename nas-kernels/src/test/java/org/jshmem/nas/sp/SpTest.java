// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.Access;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                solver -> VectorMemory.set(solver.block.forcing.at(0, 5) + 5 * Double.BYTES, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 16})
    void theBitsAreTheSameOnAnyNumberOfPesInBothAccessModes(int npes) {
        KernelReport one = KernelRuns.report(1, Sp::new, "--class", "S", "--warmup", "1", "--no-progress");
        assertEquals(Verification.Verdict.SUCCESSFUL, one.verification().verdict());
        for (String access : new String[] {"putget", "ptr"}) {
            KernelReport many = KernelRuns.report(
                    npes, Sp::new, "--class", "S", "--warmup", "0", "--access", access, "--no-progress");
            assertEquals(one.verification().detail(), many.verification().detail());
            assertEquals(access, many.choices().access());
        }
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

    @Test
    void scratchMemoryThatTheHostDoesNotHaveIsRefused() {
        Config large = new Config(1 << 30, ThreadLevel.MULTIPLE, Duration.ZERO);
        KernelRuns.assertRefused(
                100 << 20,
                large,
                Sp::new,
                "--class C",
                "sp: class C on npes=1 needs 183 MiB outside the heaps for each of the 1 PEs of a host, 183 MiB in all, and 100 MiB are free; use a"
                        + " smaller --class, or more hosts; 'oshrun sp --help' lists all options");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void planesOfWOddWidthAreSolvedToo(int npes) {
        String[] args = {"--class", "W", "--iterations", "3", "--warmup", "0", "--rehearsal", "0", "--no-progress"};
        assertEquals(
                KernelRuns.report(2, Sp::new, args).verification().detail(),
                KernelRuns.report(npes, Sp::new, args).verification().detail());
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
                1 | --class C | sp: class C on npes=1 needs a symmetric heap of 353 MiB, largest free block=""";
    }
}
