// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Report;
import org.jshmem.nas.npb.Said;
import org.jshmem.nas.npb.Stopwatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CgTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 8})
    void classSIsRightAndTheSameInBothAccessModes(int npes) {
        Report putget = KernelRuns.report(npes, Cg::report, "--access", "putget", "--no-progress");
        assertEquals(Report.Verdict.SUCCESSFUL, putget.verdict(), putget.finding());
        Report ptr = KernelRuns.report(npes, Cg::report, "--access", "ptr", "--warmup", "0", "--no-progress");
        assertEquals(putget.finding(), ptr.finding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void harmedDataFailTheVerification(int npes) {
        Judgement judgement = KernelRuns.judged(
                npes,
                CgClass.S.iterations(),
                sh -> new ConjugateGradient(sh, CgClass.S, Access.PTR, new Stopwatch(sh)),
                cg -> cg.matrix.value[7] *= 1.5);
        assertEquals(Report.Verdict.UNSUCCESSFUL, judgement.verdict(), judgement.finding());
    }

    @Test
    void anotherNumberOfIterationsIsNotVerified() {
        Report report = KernelRuns.report(2, Cg::report, "--iterations", "2", "--no-progress");
        assertEquals(Report.Verdict.NOT_PERFORMED, report.verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | --class Q | cg: --class 'Q' is unknown; use one of S, W, A, B, C, D; see cg --help",
                "1 | --class D | cg: class D on npes=1 needs ",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        Throwable thrown = assertThrows(
                Throwable.class, () -> Shmem.runInProcess(npes, (sh, a) -> Cg.report(sh, args.split(" "))));
        Said.by(thrown, text);
    }
}
