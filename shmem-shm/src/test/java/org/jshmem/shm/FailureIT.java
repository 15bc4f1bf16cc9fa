// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.shm.programs.Misfortune;
import org.jshmem.shm.programs.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureIT {
    private static Launched run(int npes, Object... arguments) {
        return Launch.program(npes, Misfortune.class, arguments).run();
    }

    private static void assertNames(Launched result, String text) {
        List<String> own =
                result.err().lines().filter(l -> l.startsWith("oshrun: ")).toList();
        assertEquals(1, own.size(), () -> "one line of the launcher's own in\n" + result.err());
        String line = own.getFirst().replaceAll("pid \\d+", "pid N");
        assertTrue(line.startsWith("oshrun: " + text), line);
    }

    @ParameterizedTest
    @CsvSource({"exit, 3", "halt, 77", "exit-while-computing, 5"})
    void theStatusOfThePeThatFailedIsTheJobs(String what, int status) {
        var result = run(4, what, 2, status);
        result.assertStatus(status);
        assertNames(result, "PE 2/4 (pid N) exited with status " + status);
        result.assertNothingIsLeft();
    }

    @Test
    void anUncaughtExceptionIsShownWholeAndEndsTheJobWithOne() {
        var result = run(4, "throw", 1);
        result.assertStatus(1);
        assertNames(result, "PE 1/4 (pid N) exited with status 1");
        assertTrue(result.err().contains("java.lang.IllegalArgumentException: the outer reason\n\tat "), result.err());
        assertTrue(result.err().contains("Caused by: java.lang.IllegalStateException: the inner reason\n\tat "));
        assertEquals(
                List.of(
                        "PE 0 heard that PE 1 failed with 1",
                        "PE 2 heard that PE 1 failed with 1",
                        "PE 3 heard that PE 1 failed with 1"),
                result.lines().stream().sorted().toList());
        assertFalse(result.err().contains("PeerFailedException"), "who only heard of it has nothing to tell");
        result.assertNothingIsLeft();
    }

    @Test
    void aKilledPeEndsTheJobOf64WithinSeconds() {
        var result = run(64, "kill", 63);
        result.assertStatus(137);
        assertNames(result, "PE 63/64 (pid N) was killed by SIGKILL (status 137)");
        assertTrue(
                result.lines().stream().allMatch(l -> l.endsWith(" heard that PE 63 failed with 137")), result.out());
        assertFalse(result.lines().isEmpty(), "none of the 63 others heard of it before it was stopped");
        result.assertNothingIsLeft();
    }

    @Test
    void aPeThatComputesIsStoppedToo() {
        var result = run(3, "kill-while-computing", 1);
        result.assertStatus(137);
        assertNames(result, "PE 1/3 (pid N) was killed by SIGKILL (status 137) while computing");
        result.assertNothingIsLeft();
    }

    @Test
    void aCrashedJvmIsNamedByItsSignal() {
        var result = Launch.program(2, Misfortune.class, "segv", 1)
                .with("-J", "-XX:ErrorFile=/dev/null")
                .run();
        result.assertStatus(134);
        assertNames(result, "PE 1/2 (pid N) was killed by SIGABRT (status 134)");
    }

    @Test
    void aPeWithoutMemoryForItsObjectsFails() {
        var result = Launch.program(2, Misfortune.class, "hoard", 1)
                .with("-J", "-Xmx32m")
                .run();
        result.assertStatus(1);
        assertTrue(result.err().contains("java.lang.OutOfMemoryError"), result.err());
        assertNames(result, "PE 1/2 (pid N) exited with status 1");
    }

    @Test
    void leavingEarlyWithoutFinalizeIsAFailureThatIsNamed() {
        var result = run(4, "exit", 3, 0);
        result.assertStatus(1);
        assertNames(result, "PE 3/4 (pid N) exited with status 0 without finalize while other PEs wait for it");
        assertEquals(3, result.lines().size(), "every other PE heard of it");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9})
    void leavingBeforeInitIsNoticed(int status) {
        var result = run(3, "unborn", 1, status);
        result.assertStatus(status == 0 ? 1 : status);
        assertNames(result, "PE 1/3 (pid N) exited with status " + status);
    }

    @ParameterizedTest
    @CsvSource({"global, 0", "global, 99", "global-while-computing, 0", "global-while-computing, 7"})
    void globalExitEndsEveryPeWithItsStatus(String what, int status) {
        var result = run(4, what, 2, status);
        result.assertStatus(status);
        if (status != 0) assertNames(result, "PE 2/4 (pid N) ended the job by globalExit(" + status + ")");
        else assertEquals("", result.err());
        result.assertNothingIsLeft();
    }

    @Test
    void programsThatNeverUseTheLibraryEndAsTheyLike() {
        var result = Launch.program(3, Talk.class, "sleep", 10).run();
        result.assertStatus(0);
        assertEquals("", result.err());
    }

    @Test
    void aThreadThatFailsIsNamedToo() {
        var result = Launch.program(3, Misfortune.class, "throw", 1)
                .with("--threads")
                .run();
        result.assertStatus(1);
        assertNames(result, "PE 1/3 ended with status 1: java.lang.IllegalArgumentException: the outer reason");
        assertTrue(result.err().contains("PE 1/3: uncaught java.lang.IllegalArgumentException"), result.err());
    }

    @Test
    void aGlobalExitOfAThreadGivesItsStatus() {
        var result = Launch.program(3, Misfortune.class, "global", 2, 7)
                .with("--threads")
                .run();
        result.assertStatus(7);
        assertNames(result, "PE 2/3 ended the job by globalExit(7)");
    }

    @Test
    void aSystemExitOfAThreadIsSaidToEndAll() {
        var result = Launch.program(3, Misfortune.class, "exit", 0, 5)
                .with("--threads")
                .run();
        result.assertStatus(5);
        assertNames(result, "the program called System.exit while PEs were running, which ends all of them");
    }
}
