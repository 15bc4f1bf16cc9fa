// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.KernelRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 16})
    void slabsFindTheSameBitsOnAnyNumberOfPesInBothAccessModes(int npes) {
        KernelReport one = KernelRuns.report(1, Sp::new, "--class", "S", "--warmup", "1", "--no-progress");
        assertEquals(Judgement.Verdict.SUCCESSFUL, one.verdict());
        for (String access : new String[] {"putget", "ptr"}) {
            KernelReport many = KernelRuns.report(
                    npes, Sp::new, "--class", "S", "--warmup", "0", "--access", access, "--no-progress");
            assertEquals(one.finding(), many.finding());
            assertEquals(access, many.access());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9})
    void multipartitionConvergesToTheSameBitsInBothAccessModes(int npes) {
        String[] args = {"--decomposition", "multipartition", "--warmup", "0", "--no-progress", "--access", "putget"};
        KernelReport putget = KernelRuns.report(npes, Sp::new, args);
        assertEquals(Judgement.Verdict.SUCCESSFUL, putget.verdict());
        args[args.length - 1] = "ptr";
        assertEquals(putget.finding(), KernelRuns.report(npes, Sp::new, args).finding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void planesOfWOddWidthAreSolvedToo(int npes) {
        String[] args = {"--class", "W", "--iterations", "3", "--warmup", "0", "--rehearsal", "0", "--no-progress"};
        assertEquals(
                KernelRuns.report(2, Sp::new, args).finding(),
                KernelRuns.report(npes, Sp::new, args).finding());
    }

    @ParameterizedTest
    @CsvSource({"16", "4"})
    void otherNumberOfStepsIsNotVerified(int npes) {
        assertEquals(
                Judgement.Verdict.NOT_PERFORMED,
                KernelRuns.report(npes, Sp::new, "--iterations", "3", "--warmup", "0", "--no-progress")
                        .verdict());
    }

    private static Judgement.Verdict verdict(double[] sums) {
        return Sp.verdict(SpClass.S, SpClass.S.steps, Sp.worst(SpClass.S, sums));
    }

    /// The sums whose norms are those of the class, and the same with one of them off by a ten-millionth, or no number.
    @Test
    void aNormThatIsOffIsUnsuccessful() {
        SpClass s = SpClass.S;
        double nodes = Math.pow(s.nodes - 2, 3);
        double[] sums = new double[2 * SpPoint.VARIABLES];
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            sums[m] = Math.pow(s.residual(m) * s.dt, 2) * nodes;
            sums[SpPoint.VARIABLES + m] = Math.pow(s.error(m), 2) * nodes;
        }
        assertEquals(Judgement.Verdict.SUCCESSFUL, verdict(sums));
        for (int k = 0; k < sums.length; k++) {
            for (double wrong : new double[] {sums[k] * (1 + 2e-7), sums[k] * (1 - 2e-7), Double.NaN}) {
                double[] off = sums.clone();
                off[k] = wrong;
                assertEquals(Judgement.Verdict.UNSUCCESSFUL, verdict(off), "sum " + k + " is " + wrong);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1  | --class Q | sp: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun sp --help' lists all options",
                "1  | --decomposition cells | sp: --decomposition 'cells' is unknown; use one of slabs, multipartition",
                "1  | --class C | sp: class C on npes=1 needs a symmetric heap of 353 MiB, largest free block=",
                "2  | --decomposition multipartition | sp: npes=2 is not a square number; use 1 or 4 PEs",
                "25 | --decomposition multipartition | sp: npes=25 cuts 12 nodes into cells with fewer than 3; use at most 16 PEs",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        KernelRuns.assertRefused(npes, Sp::new, args.strip(), text);
    }
}
