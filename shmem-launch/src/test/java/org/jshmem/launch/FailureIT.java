// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("the end of a job has a time limit")
class FailureIT {
    /// That so many others have said that they heard of it, for which they have 0.6 s.
    private static Predicate<Ended> heardBy(int others) {
        return run -> run.lines().size() == others;
    }

    static void assertNames(Ended result, String text) {
        List<String> own =
                result.err().lines().filter(l -> l.startsWith("oshrun: ")).toList();
        assertEquals(1, own.size(), () -> "one line of the launcher's own in\n" + result.err());
        String line = own.getFirst().replaceAll("pid \\d+", "pid N");
        assertTrue(line.startsWith("oshrun: " + text), line);
    }

    /// PEs of one JVM, as a PE with a process of its own: this variable of the launcher names no core.
    @Test
    void aPeThatCannotJoinItsJobFailsTheJob() {
        var result = Launch.line("-np 2 --jvms 1 -x JSHMEM_AFFINITY=none hello").run(1);
        assertEquals("", result.out());
        result.assertErr("java.lang.NumberFormatException: For input string: \"none\"\n\tat ");
        result.assertErrMatches("(?s).*\noshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: .*");
    }

    @ParameterizedTest
    @CsvSource({"4, 4", "3, 1", "7, 3"})
    void anUncaughtExceptionIsShownWholeAndEndsTheJobWithOne(int npes, int jvms) {
        var result = Launch.program(npes, Misfortune.class, "throw", 1)
                .with("--jvms", Integer.toString(jvms))
                .runUntil(heardBy(npes - 1));
        result.with(1);
        assertNames(result, "PE 1/" + npes + " (pid N) exited with status 1");
        result.assertErr(
                "PE 1/%d: uncaught java.lang.IllegalArgumentException: the outer reason\n\tat ".formatted(npes));
        result.assertErr("Caused by: java.lang.IllegalStateException: the inner reason\n\tat ");
        List<String> heard = IntStream.range(0, npes)
                .filter(pe -> pe != 1)
                .mapToObj(pe -> "PE " + pe + " heard that PE 1 failed with 1")
                .toList();
        assertEquals(heard, result.sorted());
        assertFalse(result.err().contains("PeerFailedException"), "who only heard of it has nothing to tell");
        Leftovers.assertNoneOf(result);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRefusedInitIsTheReason(int jvms) {
        var result = shared(2, jvms, "refused", 1);
        result.with(1);
        result.assertErrMatches(
                "(?s).*oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1:"
                        + " java.lang.IllegalStateException: PE [01]/2: the program's Config asks for a heap of 1099511627776 bytes.*");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPeThatEndsWhileOthersMeetIsAMismatchThatIsNamed(int jvms) {
        var result = shared(2, jvms, "barrier-or-return", 1);
        result.with(1);
        String line = result.err()
                .lines()
                .filter(l -> l.startsWith("oshrun: "))
                .findFirst()
                .orElse("");
        assertTrue(
                line.matches(
                        "oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: org.jshmem.CollectiveMismatchException: PE [01]/2: .*"),
                result::toString);
        assertFalse(result.err().contains("at org.jshmem.collective"), result.err());
        Leftovers.assertNoneOf(result);
    }

    @Test
    void programsThatNeverUseTheLibraryEndAsTheyLike() {
        var result = Launch.program(3, Talk.class, "sleep", 10).run(0);
        assertEquals("", result.err());
    }

    /// A program for PEs that share JVMs: 4 PEs in 2, 5 in 2, all in one.
    private static Ended shared(int npes, int jvms, Object... arguments) {
        return Launch.program(npes, Misfortune.class, arguments)
                .with("--jvms", Integer.toString(jvms))
                .run();
    }

    /// The others leave the PE a small part of a core, and its JVM has 0.6 s.
    @Test
    void theTraceOfAPeIsPrintedWhileManyOthersOfItsJvmCompute() {
        var result = shared(8, 1, "throw-while-computing", 1);
        result.with(1);
        String reason = "java.lang.IllegalArgumentException: the outer reason";
        assertNames(result, "PE 1/8 (pid N) exited with status 1: " + reason);
        result.assertErr("PE 1/8: uncaught " + reason + "\n\tat ");
    }

    /// The others of its JVM print until that JVM is killed.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | throw-while-printing 1    | 1 | PE 1/4 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            2 | throw-while-printing 1    | 1 | PE 1/4 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            1 | global-while-printing 1 7 | 7 | PE 1/4 (pid N) ended the job by globalExit(7)
            """)
    void theLineAboutAPeComesBetweenItsOwnOutputAndTheEndOfItsJvm(int jvms, String arguments, int status, String line) {
        var result = shared(4, jvms, (Object[]) arguments.split(" "));
        result.with(status);
        assertNames(result, line);
        List<String> after = result.err()
                .lines()
                .dropWhile(l -> !l.startsWith("oshrun: "))
                .skip(1)
                .distinct()
                .toList();
        assertEquals(List.of("tick"), after, result::toString);
    }

    /// A JVM has one status: that of the first caller.
    @Test
    void aSecondSystemExitOfAJvmIsNamed() {
        var result = shared(3, 1, "all-exit", 0, 4);
        result.with(4);
        result.assertErrMatches(
                "(?s).*oshrun: PE [012]/3 called System.exit after PE [012], with which it shares a JVM:"
                        + " the status of PE [012] counts; --jvms 3 gives each PE a status of its own\n.*");
        Leftovers.assertNoneOf(result);
    }

    @Test
    void aProcessThatAPeStartsIsNoPeItself() {
        var result = Launch.program(2, Misfortune.class, "nested", 1).run(0);
        assertTrue(
                result.out()
                        .replaceAll("process \\d+", "process N")
                        .contains(
                                "PE 1/2: process N is this PE already; a child process inherits JSHMEM_JOB: unset it before starting the child"),
                result::toString);
    }

    @Test
    void aChildThatKeepsThePipesOpenDoesNotKeepTheJob() {
        Launch.program(2, Misfortune.class, "orphan", 1).run(0);
    }
}
