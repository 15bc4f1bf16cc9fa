// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Talk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;

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
    @SampledRows("4 | 4\n3 | 1\n7 | 3")
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

    /// PEs, how they are started, the program's arguments, the job's status, and what is found in its words.
    @ParameterizedTest
    @Tag(Samples.TAG)
    @SampledRows("""
            2 | --jvms 1 | refused 1               | 1 | oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: java.lang.IllegalStateException: PE [01]/2: the program's Config asks for a heap of 1099511627776 bytes
            2 | --jvms 2 | refused 1               | 1 | oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: java.lang.IllegalStateException: PE [01]/2: the program's Config asks for a heap of 1099511627776 bytes
            2 | --jvms 1 | barrier-or-return 1     | 1 | oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: org.jshmem.CollectiveMismatchException: PE [01]/2:
            2 | --jvms 2 | barrier-or-return 1     | 1 | oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: org.jshmem.CollectiveMismatchException: PE [01]/2:
            3 | --jvms 1 | all-exit 0 4            | 4 | oshrun: PE [012]/3 called System.exit after PE [012], with which it shares a JVM: the status of PE [012] counts; --jvms 3 gives each PE a status of its own
            2 | --jvms 2 | nested 1                | 0 | PE 1/2: process \\d+ is this PE already; a child process inherits JSHMEM_JOB: unset it before starting the child
            2 | mpirun   | nested 1                | 0 | PE 1: process \\d+ is this PE already; a child process inherits PMIX_RANK: unset it before starting the child
            8 | --jvms 1 | throw-while-computing 1 | 1 | PE 1/8: uncaught java.lang.IllegalArgumentException: the outer reason\\n\\tat (?s:.*)oshrun: PE 1/8 \\(pid \\d+\\) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            """)
    void anEndIsToldInTheWordsOfItsReason(int npes, String start, String arguments, int status, String words) {
        var result = Launch.misfortune(npes, start, arguments).run(status);
        assertTrue(Pattern.compile(words).matcher(result.text()).find(), result::toString);
        assertFalse(result.err().contains("at org.jshmem.collective"), result::toString);
        Leftovers.assertNoneOf(result);
    }

    @Test
    void programsThatNeverUseTheLibraryEndAsTheyLike() {
        var result = Launch.program(3, Talk.class, "sleep", 10).run(0);
        assertEquals("", result.err());
    }

    /// The others of its JVM print until that JVM is killed.
    @ParameterizedTest
    @SampledRows("""
            1 | throw-while-printing 1    | 1 | PE 1/4 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            2 | throw-while-printing 1    | 1 | PE 1/4 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            1 | global-while-printing 1 7 | 7 | PE 1/4 (pid N) ended the job by globalExit(7)
            """)
    void theLineAboutAPeComesBetweenItsOwnOutputAndTheEndOfItsJvm(int jvms, String arguments, int status, String line) {
        var result = Launch.misfortune(4, "--jvms " + jvms, arguments).run(status);
        assertNames(result, line);
        List<String> after = result.err()
                .lines()
                .dropWhile(l -> !l.startsWith("oshrun: "))
                .skip(1)
                .distinct()
                .toList();
        assertEquals(List.of("tick"), after, result::toString);
    }

    @Test
    void aChildThatKeepsThePipesOpenDoesNotKeepTheJob() {
        Launch.program(2, Misfortune.class, "orphan", 1).run(0);
    }
}
