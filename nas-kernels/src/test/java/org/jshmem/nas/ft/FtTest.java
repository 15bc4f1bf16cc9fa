// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

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
class FtTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void classSIsRightAndTheSameInBothAccessModes(int npes) {
        Report putget = KernelRuns.report(npes, Ft::report, "--access", "putget", "--no-progress");
        assertEquals(Report.Verdict.SUCCESSFUL, putget.verdict(), putget.finding());
        Report ptr = KernelRuns.report(npes, Ft::report, "--access", "ptr", "--warmup", "0", "--no-progress");
        assertEquals(putget.finding(), ptr.finding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void harmedDataFailTheVerification(int npes) {
        Judgement judgement = KernelRuns.judged(
                npes,
                FtClass.S.iterations(),
                sh -> new Spectrum(sh, FtClass.S, Access.PUTGET, new Stopwatch(sh)),
                ft -> ft.uRe[0] += 1);
        assertEquals(Report.Verdict.UNSUCCESSFUL, judgement.verdict(), judgement.finding());
    }

    @Test
    void anotherNumberOfIterationsIsNotVerified() {
        Report report = KernelRuns.report(2, Ft::report, "--iterations", "2", "--no-progress");
        assertEquals(Report.Verdict.NOT_PERFORMED, report.verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | --class D | ft: --class 'D' is unknown; use one of S, W, A, B, C; see ft --help",
                "3 | --class S | ft: npes=3 does not divide the 64 planes and 64 rows of class S; use 2 PEs, or another power of two up to 64",
                "1 | --class C | ft: class C on npes=1 needs a symmetric heap of 4098 MiB, largest free block=",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        Throwable thrown = assertThrows(
                Throwable.class, () -> Shmem.runInProcess(npes, (sh, a) -> Ft.report(sh, args.split(" "))));
        Said.by(thrown, text);
    }
}
