// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Report;
import org.jshmem.nas.npb.Said;
import org.jshmem.nas.npb.Stopwatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EpTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void classSIsRightAndTheSameInBothAccessModes(int npes) {
        Report putget = KernelRuns.report(npes, Ep::report, "--access", "putget", "--no-progress");
        assertEquals(Report.Verdict.SUCCESSFUL, putget.verdict(), putget.finding());
        Report ptr = KernelRuns.report(npes, Ep::report, "--access", "ptr", "--warmup", "0", "--no-progress");
        assertEquals(putget.finding(), ptr.finding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void harmedDataFailTheVerification(int npes) {
        Judgement judgement = KernelRuns.judged(
                npes,
                EpClass.S.iterations(),
                sh -> new Ep.Share(sh, EpClass.S, new Stopwatch(sh), EpClass.S.batches() - 1),
                share -> {});
        assertEquals(Report.Verdict.UNSUCCESSFUL, judgement.verdict(), judgement.finding());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | --class Q | ep: --class 'Q' is unknown; use one of S, W, A, B, C, D; see ep --help",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        Throwable thrown = assertThrows(
                Throwable.class, () -> Shmem.runInProcess(npes, (sh, a) -> Ep.report(sh, args.split(" "))));
        Said.by(thrown, text);
    }
}
