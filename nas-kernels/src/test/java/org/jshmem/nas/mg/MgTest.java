// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
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
class MgTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 32})
    void classSIsRightAndTheSameInBothAccessModes(int npes) {
        Report putget = KernelRuns.report(npes, Mg::report, "--access", "putget", "--no-progress");
        assertEquals(Report.Verdict.SUCCESSFUL, putget.verdict(), putget.finding());
        Report ptr = KernelRuns.report(npes, Mg::report, "--access", "ptr", "--warmup", "0", "--no-progress");
        assertEquals(putget.finding(), ptr.finding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void harmedDataFailTheVerification(int npes) {
        Judgement judgement = KernelRuns.judged(
                npes,
                MgClass.S.iterations(),
                sh -> new Multigrid(sh, MgClass.S, new Stopwatch(sh)),
                mg -> mg.v[1234] += 1e-3);
        assertEquals(Report.Verdict.UNSUCCESSFUL, judgement.verdict(), judgement.finding());
    }

    @Test
    void anotherNumberOfIterationsIsNotVerified() {
        Report report = KernelRuns.report(2, Mg::report, "--iterations", "2", "--no-progress");
        assertEquals(Report.Verdict.NOT_PERFORMED, report.verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | --class Q | mg: --class 'Q' is unknown; use one of S, W, A, B, C, D; see mg --help",
                "3 | --class S | mg: npes=3 does not divide the 32 planes of class S; use 2 PEs, or another power of two up to 32",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        Throwable thrown = assertThrows(
                Throwable.class, () -> Shmem.runInProcess(npes, (sh, a) -> Mg.report(sh, args.split(" "))));
        Said.by(thrown, text);
    }
}
