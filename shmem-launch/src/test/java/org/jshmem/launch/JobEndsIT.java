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
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.jshmem.contract.Threads;
import org.jshmem.launch.programs.BrokenLauncher;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.TimeOver;
import org.jshmem.launch.programs.UntilFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// How jobs end. [FailureIT] has the ends that have a time limit; other classes run next to these.
class JobEndsIT {
    /// PEs, how they are started, the program's arguments, the job's status and the launcher's line, or words of
    /// `mpirun`; none after a global exit with 0, and after a session that lasts until a shutdown hook.
    @ParameterizedTest
    @Tag(Samples.TAG)
    @SampledRows("""
            4 | ''                         | exit 2 3                    | 3   | PE 2/4 (pid N) exited with status 3
            4 | ''                         | exit-while-computing 2 5    | 5   | PE 2/4 (pid N) exited with status 5
            3 | --jvms 1                   | exit 0 5                    | 5   | PE 0/3 (pid N) exited with status 5
            5 | --jvms 2                   | halt 1 7                    | 7   | the JVM of PEs 0 to 2 of 5 (pid N) exited with status 7
            3 | ''                         | kill-while-computing 1      | 137 | PE 1/3 (pid N) was killed by SIGKILL (status 137) while computing
            12 | --jvms 12                 | kill 11                     | 137 | PE 11/12 (pid N) was killed by SIGKILL (status 137)
            5 | --jvms 2                   | kill-while-computing 1      | 137 | the JVM of PEs 0 to 2 of 5 (pid N) was killed by SIGKILL (status 137)
            2 | -J -XX:ErrorFile=/dev/null | segv 1                      | 134 | PE 1/2 (pid N) was killed by SIGABRT (status 134)
            3 | ''                         | unborn 1 9                  | 9   | PE 1/3 (pid N) exited with status 9
            3 | ''                         | unborn 1 0                  | 1   | PE 1/3 (pid N) exited with status 0 before Shmem.init, and other PEs wait for it; begin every PE by Shmem.run or init()
            1 | --jvms 1                   | leave 0                     | 1   | PE 0/1 (pid N) exited with status 0 without finalize; end every PE through Shmem.run, close() or MPI.Finalize
            3 | --jvms 2                   | leave 2                     | 1   | PE 2/3 (pid N) exited with status 0 without finalize; end every PE through Shmem.run, close() or MPI.Finalize
            4 | --jvms 2                   | exit-while-computing 0 9    | 9   | PE 0/4 (pid N) exited with status 9
            4 | ''                         | exit 3 0                    | 1   | PE 3/4 (pid N) exited with status 0 without finalize; end every PE through Shmem.run, close() or MPI.Finalize
            3 | --jvms 1                   | by-hand 1                   | 1   | PE 1/3 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            3 | ''                         | by-hand 1                   | 1   | PE 1/3 (pid N) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            3 | --jvms 1 -J -Xmx32m        | hoard 1                     | 1   | PE 1/3 (pid N) exited with status 1: java.lang.OutOfMemoryError
            3 | ''                         | start-pes 1 3               | 3   | PE 1/3 (pid N) ended the job by globalExit(3)
            3 | --jvms 1                   | exit 1 0                    | 1   | PE 1/3 (pid N) exited with status 0 without finalize; end every PE through Shmem.run, close() or MPI.Finalize
            4 | ''                         | global 2 99                 | 99  | PE 2/4 (pid N) ended the job by globalExit(99)
            4 | ''                         | global-while-computing 2 0  | 0   | ''
            2 | ''                         | global 1 256                | 1   | PE 1/2 (pid N) ended the job by globalExit(1)
            3 | --jvms 1                   | global 2 7                  | 7   | PE 2/3 (pid N) ended the job by globalExit(7)
            4 | --jvms 1                   | global-while-computing 2 7  | 7   | PE 2/4 (pid N) ended the job by globalExit(7)
            5 | --jvms 2                   | global-while-computing 2 0  | 0   | ''
            3 | ''                         | global-of-a-thread 1 4      | 4   | PE 1/3 (pid N) ended the job by globalExit(4)
            3 | --jvms 1                   | global-of-a-thread 1 4      | 4   | PE 1/3 (pid N) ended the job by globalExit(4)
            5 | --jvms 1 --hosts a:3,b:2   | kill-while-computing 4      | 137 | the JVM of PEs 3 to 4 of 5 (pid N on b) was killed by SIGKILL
            3 | --jvms 2 --hosts a:1,b:2   | unborn 1 0                  | 1   | PE 1/3 (pid N on b) exited with status 0 before Shmem.init, and other PEs wait for it;
            4 | --jvms 2 --hosts a:3,b:1   | throw 3                     | 1   | PE 3/4 (pid N on b) exited with status 1: java.lang.IllegalArgumentException: the outer reason
            3 | mpirun                     | by-hand 1                   | 1   | PE 1/3: uncaught java.lang.IllegalArgumentException: the outer reason
            3 | mpirun                     | throw-while-computing 1     | 1   | PE 1/3: uncaught java.lang.IllegalArgumentException: the outer reason
            3 | mpirun                     | global 1 5                  | 5   | ''
            3 | mpirun                     | global-while-computing 1 0  | 0   | ''
            3 | mpirun                     | start-pes -1                | 0   | ''
            3 | mpirun                     | start-pes 1 8               | 8   | ''
            3 | mpirun                     | exit 1 7                    | 7   | Exit code:    7
            3 | mpirun                     | all-exit 1 4                | 4   | Exit code:    4
            3 | mpirun                     | kill 1                      | 137 | rank 1 with PID
            3 | mpirun                     | leave 1                     | 1   | rank 1 with PID
            """)
    void aPeThatEndsTheJobIsNamedAndItsStatusIsTheJobs(
            int npes, String start, String arguments, int status, String line) {
        String mark = "mark-" + System.nanoTime();
        var result = Launch.misfortune(npes, start, arguments + " " + mark).run(status);
        if (line.isEmpty()) assertEquals("", result.err());
        else if (start.equals("mpirun")) result.assertErr(line);
        else FailureIT.assertNames(result, line);
        if (arguments.startsWith("halt")) result.assertOut("flushed by 1");
        if (arguments.startsWith("global")) assertFalse(result.err().contains("\tat "), result::toString);
        Leftovers.awaitNoneWith(mark);
        assertEquals(Set.of(), Leftovers.files(result.pid()));
    }

    /// Without the thread, such as the one that sees processes end, a job might wait for ever.
    @Test
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

    /// Runs jobs at once that spend their time waiting, each by the cells of a row.
    private static void atOnce(String rows, Consumer<String[]> job) throws Exception {
        List<String> each = rows.lines().toList();
        Threads.run(
                each.size(),
                new AtomicReference<>(),
                k -> job.accept(each.get(k).split(" *[|] *")));
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
            var result = Launch.program(Integer.parseInt(cells[0]), Misfortune.class, (Object[]) cells[2].split(" "))
                    .with("--jvms", cells[1])
                    .run(Integer.parseInt(cells[3]));
            List<String> lines = result.err()
                    .lines()
                    .filter(l -> l.startsWith("oshrun: "))
                    .map(l -> l.replaceAll("pid \\d+", "pid N").replaceAll("ended \\d+[.]\\d", "ended {s}"))
                    .toList();
            assertEquals(List.of("oshrun: " + cells[4], "oshrun: " + cells[5]), lines, result::toString);
            Leftovers.assertNoneOf(result);
        });
    }

    /// Longer than the process of a PE that fails has.
    @Test
    void theHooksOfAJobThatIsWellHaveTheirTime() throws Exception {
        atOnce("late-hook 0 4000\nlate-start-pes 1", cells -> {
            var result = Launch.program(2, Misfortune.class, (Object[]) cells[0].split(" "))
                    .run(0);
            assertEquals("", result.err());
            assertTrue(result.millis() > 4000, result.millis() + " ms");
        });
    }
}
