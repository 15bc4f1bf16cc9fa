// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jshmem.contract.Threads;
import org.jshmem.launch.programs.BrokenLauncher;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Talk;
import org.jshmem.launch.programs.TimeOver;
import org.jshmem.launch.programs.UntilFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("the end of a job has a time limit")
class FailureIT {
    private static final String END_EVERY_PE = "end every PE through Shmem.run or close()";

    private static Launched run(int npes, Object... arguments) {
        return Launch.program(npes, Misfortune.class, arguments).run();
    }

    /// That so many others have said that they heard of it, for which they have 0.6 s.
    private static Predicate<Launched> heardBy(int others) {
        return run -> run.lines().size() == others;
    }

    private static void assertNames(Launched result, String text) {
        List<String> own =
                result.err().lines().filter(l -> l.startsWith("oshrun: ")).toList();
        assertEquals(1, own.size(), () -> "one line of the launcher's own in\n" + result.err());
        String line = own.getFirst().replaceAll("pid \\d+", "pid N");
        assertTrue(line.startsWith("oshrun: " + text), line);
    }

    /// Without the thread, such as the one that sees processes end, a job might wait for ever.
    @Test
    @Execution(ExecutionMode.CONCURRENT) // it waits
    void aBugOfTheLauncherEndsTheJob(@TempDir Path folder) throws Exception {
        Path bug = folder.resolve("bug");
        String program = "-np 2 --jvms 2 -cp %s %s %s"
                .formatted(Launch.testClasses(), UntilFile.class.getName(), folder.resolve("never"));
        Process launcher = Launch.java(BrokenLauncher.class)
                .with((bug + " " + program).split(" "))
                .builder()
                .start();
        try {
            assertEquals("up", launcher.inputReader().readLine());
            Set<Long> pes = Leftovers.pes(launcher.pid());
            assertEquals(2, pes.size());
            Files.createFile(bug);
            assertTrue(launcher.waitFor(60, TimeUnit.SECONDS), "it waits on");
            String said = String.join("\n", launcher.errorReader().lines().toList());
            assertTrue(said.contains("java.lang.IllegalStateException: a bug\n\tat "), said);
            assertTrue(
                    said.endsWith("oshrun: a bug in the launcher has ended the job (status 1);"
                            + " open an issue with the stack trace above"),
                    said);
            assertEquals(1, launcher.exitValue());
            for (long pe : pes) Terminal.awaitEnd(pe);
        } finally {
            launcher.destroyForcibly();
        }
    }

    /// The time limit is that of the simulated PEs: it does not cut short what they have written. That is
    /// more here than the launcher's own pipe takes.
    @Test
    @Execution(ExecutionMode.CONCURRENT) // it waits
    void theTimeOfASimulatedJobThatHasEndedIsThatOfItsReader(@TempDir Path folder) throws Exception {
        Path over = folder.resolve("over");
        Process launcher = Launch.java(TimeOver.class)
                .with(folder.resolve("ended").toString(), over.toString())
                .builder()
                .start();
        Terminal.await(() -> Files.exists(over), "the job has not ended");
        TimeUnit.SECONDS.sleep(2); // longer than between two looks of the launcher
        String said = new String(launcher.getErrorStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertEquals(
                0, launcher.waitFor(), () -> said.lines().distinct().toList().toString());
        assertEquals("line\n".repeat(30_000).length(), said.length());
    }

    /// PEs of one JVM, as a PE with a process of its own: other hosts cannot be found in this variable of the launcher.
    @Test
    void aPeThatCannotJoinItsJobFailsTheJob() {
        var result = Launch.line("-np 2 --jvms 1 -x JSHMEM_HOSTS=none hello").run();
        result.assertStatus(1);
        assertEquals("", result.out());
        assertTrue(result.err().contains("cannot join the other hosts, none/0.part\n\tat "), result::toString);
        assertTrue(
                result.err().matches("(?s).*\noshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1: .*"),
                result::toString);
    }

    /// PEs, options, the program's arguments, the job's status and the launcher's line; none after a global exit with
    /// 0.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4 | ''                         | exit 2 3                    | 3   | PE 2/4 (pid N) exited with status 3
            4 | ''                         | halt 2 77                   | 77  | PE 2/4 (pid N) exited with status 77
            4 | ''                         | exit-while-computing 2 5    | 5   | PE 2/4 (pid N) exited with status 5
            3 | --jvms 1                   | exit 0 5                    | 5   | PE 0/3 (pid N) exited with status 5
            4 | --jvms 2                   | exit-while-computing 0 9    | 9   | PE 0/4 (pid N) exited with status 9
            5 | --jvms 2                   | halt 1 7                    | 7   | the JVM of PEs 0 to 2 of 5 (pid N) exited with status 7
            3 | ''                         | kill-while-computing 1      | 137 | PE 1/3 (pid N) was killed by SIGKILL (status 137) while computing
            5 | --jvms 2                   | kill-while-computing 1      | 137 | the JVM of PEs 0 to 2 of 5 (pid N) was killed by SIGKILL (status 137)
            2 | -J -XX:ErrorFile=/dev/null | segv 1                      | 134 | PE 1/2 (pid N) was killed by SIGABRT (status 134)
            3 | ''                         | unborn 1 9                  | 9   | PE 1/3 (pid N) exited with status 9
            3 | ''                         | unborn 1 0                  | 1   | PE 1/3 (pid N) exited with status 0 before Shmem.init, and other PEs wait for it; begin every PE by Shmem.run or init()
            1 | --jvms 1                   | leave 0                     | 1   | PE 0/1 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            2 | --jvms 2                   | leave 1                     | 1   | PE 1/2 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            1 | --threads                  | leave 0                     | 1   | PE 0/1 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            3 | --jvms 2                   | leave 2                     | 1   | PE 2/3 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            3 | --jvms 1                   | exit 1 0                    | 1   | PE 1/3 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            4 | --jvms 2                   | exit 1 0                    | 1   | PE 1/4 (pid N) exited with status 0 without finalize; end every PE through Shmem.run or close()
            4 | ''                         | global 2 99                 | 99  | PE 2/4 (pid N) ended the job by globalExit(99)
            4 | ''                         | global-while-computing 2 0  | 0   | ''
            3 | --jvms 1                   | global 2 7                  | 7   | PE 2/3 (pid N) ended the job by globalExit(7)
            4 | --jvms 2                   | global 2 0                  | 0   | ''
            5 | --jvms 2                   | global-while-computing 2 0  | 0   | ''
            4 | --jvms 1                   | global-while-computing 2 7  | 7   | PE 2/4 (pid N) ended the job by globalExit(7)
            """)
    void aPeThatEndsTheJobIsNamedAndItsStatusIsTheJobs(
            int npes, String options, String arguments, int status, String line) {
        var launch = Launch.program(npes, Misfortune.class, (Object[]) arguments.split(" "));
        var result = (options.isEmpty() ? launch : launch.with(options.split(" "))).run();
        result.assertStatus(status);
        if (line.isEmpty()) assertEquals("", result.err());
        else assertNames(result, line);
        result.assertNothingIsLeft();
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "global 2 0, 0, ''",
        "global-while-computing 2 7, 7, PE 2/4 (pid N) ended the job by globalExit(7)",
    })
    void eachStatusOfGlobalExitIsThatOfTheJob(String arguments, int status, String line) {
        aPeThatEndsTheJobIsNamedAndItsStatusIsTheJobs(4, "", arguments, status, line);
    }

    @Test
    void anUncaughtExceptionIsShownWholeAndEndsTheJobWithOne() {
        var result = Launch.program(4, Misfortune.class, "throw", 1).runUntil(heardBy(3));
        result.assertStatus(1);
        assertNames(result, "PE 1/4 (pid N) exited with status 1");
        assertTrue(result.err().contains("java.lang.IllegalArgumentException: the outer reason\n\tat "), result.err());
        assertTrue(result.err().contains("Caused by: java.lang.IllegalStateException: the inner reason\n\tat "));
        assertEquals(
                List.of(
                        "PE 0 heard that PE 1 failed with 1",
                        "PE 2 heard that PE 1 failed with 1",
                        "PE 3 heard that PE 1 failed with 1"),
                result.sorted());
        assertFalse(result.err().contains("PeerFailedException"), "who only heard of it has nothing to tell");
        result.assertNothingIsLeft();
    }

    /// A thread of the PE's own would keep its process alive.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anUncaughtExceptionOutsideOfRunEndsTheJobToo(int jvms) {
        var result = shared(3, jvms, "by-hand", 1);
        result.assertStatus(1);
        String reason = "java.lang.IllegalArgumentException: the outer reason";
        assertNames(result, "PE 1/3 (pid N) exited with status 1: " + reason);
        assertTrue(result.err().contains("PE 1/3: uncaught " + reason), result.err());
        assertFalse(result.err().contains("PeerFailedException"), result.err());
        result.assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRefusedInitIsTheReason(int jvms) {
        var result = shared(2, jvms, "by-hand", 1, "more than there is");
        result.assertStatus(1);
        assertTrue(
                result.err()
                        .matches(
                                "(?s).*oshrun: PE [01]/2 \\(pid \\d+\\) exited with status 1:"
                                        + " java.lang.IllegalStateException: PE [01]/2: the program's Config asks for a heap of 1099511627776 bytes.*"),
                result::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPeThatEndsWhileOthersMeetIsAMismatchThatIsNamed(int jvms) {
        var result = shared(2, jvms, "barrier-or-return", 1);
        result.assertStatus(1);
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
        result.assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = 12)
    void aKilledPeEndsTheJobOfMoreProcessesThanCores(int npes) {
        int last = npes - 1;
        var result = Launch.program(npes, Misfortune.class, "kill", last)
                .with("--jvms", Integer.toString(npes)) // asked for: no hint
                .runUntil(run -> !run.lines().isEmpty());
        result.assertStatus(137);
        assertNames(result, "PE %d/%d (pid N) was killed by SIGKILL (status 137)".formatted(last, npes));
        String heard = " heard that PE " + last + " failed with 137";
        assertTrue(result.lines().stream().allMatch(l -> l.endsWith(heard)), result.out());
        assertFalse(result.lines().isEmpty(), "none of the others heard of it before it was stopped");
        result.assertNothingIsLeft();
    }

    @Test
    @Tag("long")
    void aKilledPeEndsTheJobOf64() {
        aKilledPeEndsTheJobOfMoreProcessesThanCores(64);
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
        var result = Launch.program(4, Misfortune.class, "exit", 3, 0).runUntil(heardBy(3));
        result.assertStatus(1);
        assertNames(result, "PE 3/4 (pid N) exited with status 0 without finalize; " + END_EVERY_PE);
        assertEquals(3, result.lines().size(), "every other PE heard of it");
    }

    /// The status of a process is one byte.
    @Test
    void aStatusWhoseLowestByteIsZeroIsNotASuccess() {
        run(2, "global", 1, 256).assertStatus(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aGlobalExitOfAThreadOfThePeIsNoException(int jvms) {
        var result = shared(3, jvms, "global-of-a-thread", 1, 4);
        result.assertStatus(4);
        assertEquals(
                "oshrun: PE 1/3 (pid N) ended the job by globalExit(4)\n",
                result.err().replaceAll("pid \\d+", "pid N"));
    }

    @Test
    void programsThatNeverUseTheLibraryEndAsTheyLike() {
        var result = Launch.program(3, Talk.class, "sleep", 10).run();
        result.assertStatus(0);
        assertEquals("", result.err());
    }

    /// A program for PEs that share JVMs: 4 PEs in 2, 5 in 2, all in one.
    private static Launched shared(int npes, int jvms, Object... arguments) {
        return Launch.program(npes, Misfortune.class, arguments)
                .with("--jvms", Integer.toString(jvms))
                .run();
    }

    /// The others leave the PE a small part of a core, and its JVM has 0.6 s.
    @Test
    void theTraceOfAPeIsPrintedWhileManyOthersOfItsJvmCompute() {
        var result = shared(8, 1, "throw-while-computing", 1);
        result.assertStatus(1);
        String reason = "java.lang.IllegalArgumentException: the outer reason";
        assertNames(result, "PE 1/8 (pid N) exited with status 1: " + reason);
        assertTrue(result.err().contains("PE 1/8: uncaught " + reason + "\n\tat "), result.err());
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
        result.assertStatus(status);
        assertNames(result, line);
        List<String> after = result.err()
                .lines()
                .dropWhile(l -> !l.startsWith("oshrun: "))
                .skip(1)
                .distinct()
                .toList();
        assertEquals(List.of("tick"), after, result::toString);
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "7, 3"})
    void aPeThatSharesItsJvmIsNamedWhenItThrows(int npes, int jvms) {
        var result = Launch.program(npes, Misfortune.class, "throw", 1)
                .with("--jvms", Integer.toString(jvms))
                .runUntil(heardBy(npes - 1));
        result.assertStatus(1);
        assertNames(
                result,
                "PE 1/%d (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason"
                        .formatted(npes));
        assertTrue(
                result.err().contains("PE 1/%d: uncaught java.lang.IllegalArgumentException".formatted(npes)),
                result.err());
        assertEquals(npes - 1, result.lines().size(), "every other PE heard of it");
        result.assertNothingIsLeft();
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"4, 2", "5, 2"})
    void aPeThatSharesItsJvmIsNamedHoweverJvmsAreFilled(int npes, int jvms) {
        aPeThatSharesItsJvmIsNamedWhenItThrows(npes, jvms);
    }

    /// A JVM has one status: that of the first caller.
    @Test
    void aSecondSystemExitOfAJvmIsNamed() {
        var result = shared(3, 1, "all-exit", 0, 4);
        result.assertStatus(4);
        assertTrue(
                result.err()
                        .matches(
                                "(?s).*oshrun: PE [012]/3 called System.exit after PE [012], with which it shares a JVM:"
                                        + " the status of PE [012] counts; --jvms 3 gives each PE a status of its own\n.*"),
                result::toString);
        result.assertNothingIsLeft();
    }

    @Test
    void aPeWithoutMemoryEndsTheOthersOfItsJvm() {
        var result = Launch.program(3, Misfortune.class, "hoard", 1)
                .with("--jvms", "1", "-J", "-Xmx32m")
                .run();
        result.assertStatus(1);
        assertTrue(result.err().contains("java.lang.OutOfMemoryError"), result.err());
        assertNames(result, "PE 1/3 (pid N) exited with status 1: java.lang.OutOfMemoryError");
    }

    /// `start_pes` finalizes in a shutdown hook, in which nobody may call `System.exit`.
    @ParameterizedTest
    @ValueSource(strings = {"3", "2"})
    void aGlobalExitReachesThoseThatFinalizeAtTheEndOfTheirProcess(String status) {
        var result = Launch.program(3, Misfortune.class, "start-pes", 1, status).run();
        result.assertStatus(Integer.parseInt(status));
        assertNames(result, "PE 1/3 (pid N) ended the job by globalExit(" + status + ")");
        assertEquals(List.of(), result.lines(), "nobody had to be killed");
    }

    /// Runs jobs at once that spend their time waiting, each by the cells of a row.
    private static void atOnce(String rows, Consumer<String[]> job) throws Exception {
        List<String> each = rows.lines().toList();
        Threads.run(each.size(), k -> job.accept(each.get(k).split(" *[|] *")), new AtomicReference<>());
    }

    /// PEs, JVMs, the program's arguments, the job's status and the launcher's lines. The others wait or compute.
    @Test
    void aHookThatHangsKeepsNoJob() throws Exception {
        atOnce("""
            2 | 2 | hook-exit 1 5                  | 137 | PE 1/2 (pid N) has not ended {s} s after its exit without finalize, and is killed; look for a shutdown hook that does not return | PE 1/2 (pid N) was killed by SIGKILL (status 137) while computing
            2 | 1 | hook-exit-while-computing 1 5  | 137 | the JVM of PEs 0 to 1 of 2 (pid N) has not ended {s} s after its exit without finalize, and is killed; look for a shutdown hook that does not return | the JVM of PEs 0 to 1 of 2 (pid N) was killed by SIGKILL (status 137) while computing
            2 | 2 | hook-throw-while-computing 1   | 1   | PE 1/2 (pid N) has not ended {s} s after it ended the job, and is killed; look for a shutdown hook that does not return | PE 1/2 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            1 | 1 | hook-throw 0                   | 1   | PE 0/1 (pid N) has not ended {s} s after it ended the job, and is killed; look for a shutdown hook that does not return | PE 0/1 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            2 | 2 | hook-global 1 7                | 7   | PE 1/2 (pid N) has not ended {s} s after it ended the job, and is killed; look for a shutdown hook that does not return | PE 1/2 (pid N) ended the job by globalExit(7)
            """, cells -> {
            var result = shared(Integer.parseInt(cells[0]), Integer.parseInt(cells[1]), (Object[]) cells[2].split(" "));
            result.assertStatus(Integer.parseInt(cells[3]));
            List<String> lines = result.err()
                    .lines()
                    .filter(l -> l.startsWith("oshrun: "))
                    .map(l -> l.replaceAll("pid \\d+", "pid N").replaceAll("ended \\d+[.]\\d", "ended {s}"))
                    .toList();
            assertEquals(List.of("oshrun: " + cells[4], "oshrun: " + cells[5]), lines, result::toString);
            assertTrue(result.millis() < 20_000, result.millis() + " ms");
            result.assertNothingIsLeft();
        });
    }

    /// Longer than the process of a PE that fails has.
    @Test
    @Execution(ExecutionMode.CONCURRENT) // it waits
    void theHooksOfAJobThatIsWellHaveTheirTime() throws Exception {
        atOnce("late-hook 0 4000\nlate-start-pes 1", cells -> {
            var result = run(2, (Object[]) cells[0].split(" "));
            result.assertStatus(0);
            assertEquals("", result.err());
            assertTrue(result.millis() > 4000, result.millis() + " ms");
        });
    }

    @Test
    void aProcessThatAPeStartsIsNoPeItself() {
        var result = Launch.program(2, Misfortune.class, "nested", 1).run();
        result.assertStatus(0);
        assertTrue(
                result.out()
                        .replaceAll("process \\d+", "process N")
                        .contains(
                                "PE 1/2: process N is this PE already; a child process inherits JSHMEM_JOB: unset it before starting the child"),
                result::toString);
    }

    @Test
    void aChildThatKeepsThePipesOpenDoesNotKeepTheJob() {
        var result = Launch.program(2, Misfortune.class, "orphan", 1).run();
        result.assertStatus(0);
    }
}
