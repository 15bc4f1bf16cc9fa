// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.report.Inspector;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;
import org.jshmem.shm.jobfile.JobLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReportIT {
    private static final String WAIT = "for element 3 of \"box\" of 8 longs to be >= 42; it is 0";

    private static Process hang() throws IOException, InterruptedException {
        Process process = Launch.program(4, Acts.class, "hang").builder().start();
        var out = process.inputReader();
        for (int k = 0; k < 4; k++) assertEquals("up", out.readLine());
        awaitHang(process);
        return process;
    }

    /// Reads the job file until each PE has come to where it stays, and has said so.
    static Control awaitHang(Process launcher) throws InterruptedException {
        String table = "";
        for (int look = 0; look < 3000; look++) {
            for (Path file : Inspector.all().keySet()) {
                try {
                    Control job = ControlCopy.of(file);
                    if (job.get(JobLayout.LAUNCHER) != launcher.pid()) continue;
                    table = WaitReport.table(job);
                    assertTable(table);
                    return job;
                } catch (IOException | AssertionError e) {
                    continue; // not there yet, or another job, that has ended
                }
            }
            Thread.sleep(20);
        }
        assertTable(table);
        throw new AssertionError("never: the table is as it should be now, and was not before");
    }

    /// One job, in the order of a user who looks for the reason: list, inspector, quit key; then a PE is killed.
    @Test
    void aJobThatHangsIsListedInspectedReportedAndNamesAKilledPe() throws Exception {
        Process process = hang();
        try {
            inspected(process);
            aStoppedPeIsNotSaidToCompute(process);
            reportedOnRequest(process);
            long pe1 = awaitHang(process).get(1, JobLayout.PID);
            ProcessHandle.of(pe1).orElseThrow().destroyForcibly();
            String said = String.join("\n", process.errorReader().lines().toList());
            assertHas(
                    "oshrun: PE 1/4 \\(pid " + pe1 + "\\) was killed by SIGKILL \\(status 137\\) while waiting " + WAIT
                            + ", at Acts.java:\\d+",
                    said);
            assertEquals("", String.join("\n", process.inputReader().lines().toList()), "a report is not an output");
            assertEquals(137, process.waitFor());
        } finally {
            process.destroy();
        }
        var gone = Launch.oshrun("--inspect", process.pid()).run(2);
        assertEquals(
                "oshrun: --inspect '%d' matches no running job of this user; 'oshrun --ps' lists the running ones\n"
                        .formatted(process.pid()),
                gone.err());
    }

    private static void inspected(Process process) {
        var list = Launch.oshrun("--ps").run(0);
        String row = list.lines().stream()
                .filter(l -> l.contains(" " + process.pid() + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(list.out()));
        String user = System.getProperty("user.name");
        assertHas(
                "^[0-9a-f]{16} +\\d+ +4 " + user + " +\\w+ \\d+ \\d\\d:\\d\\d +\\d+%  [\\w.]+[.]Acts +.*-np 4 -cp /",
                row);
        var shown = Launch.oshrun("--inspect", row.substring(0, 16)).run(0);
        List<String> lines = shown.lines();
        assertHas(", 32 KiB put and 0 bytes got by 4 KiB and more$", lines.getFirst());
        assertTable(String.join("\n", lines.subList(1, lines.size())));
    }

    private static void aStoppedPeIsNotSaidToCompute(Process process) throws Exception {
        long pe2 = awaitHang(process).get(2, JobLayout.PID);
        Launch.signal("STOP", pe2);
        var shown = Launch.oshrun("--inspect", process.pid()).run();
        Launch.signal("CONT", pe2);
        assertHas(
                "(?m)^2 +" + pe2 + "  stopped .*\n +as by SIGSTOP; kill -CONT " + pe2 + " continues it$", shown.out());
        awaitHang(process);
    }

    private static void reportedOnRequest(Process process) throws Exception {
        BufferedReader err = process.errorReader();
        Pattern computes = Pattern.compile("(?m)^2 .*  Acts.java:\\d+$"); // it is asked for its line, for a time
        String table = tableOnRequest(process, err);
        for (int again = 0; again < 10 && !computes.matcher(table).find(); again++) {
            table = tableOnRequest(process, err);
        }
        assertHas(computes.pattern(), table);
        assertTrue(process.isAlive());
    }

    @Test
    void aPeIsReportedInTheCallThatItWaitsInNotInTheLastOneOfAnotherTeam() {
        var result = Launch.program(2, Acts.class, "after-a-team")
                .with("--timeout", "2s")
                .run();
        String text = result.err().replaceAll("\n +(?=\\S)", " ");
        assertHas(
                "(?m)^0 +\\d+  waiting .* in barrier\\(\\), call \\d+ of the world team, which PE 1 has not entered$",
                text);
        assertHas("(?m)^1 +\\d+  running ", text);
    }

    @ParameterizedTest
    @SampledRows("""
            1 | Thread.startVirtualThread(java.util.concurrent.locks.LockSupport::park).join() | Thread.join
            2 | new java.util.concurrent.CompletableFuture<>().get() | CompletableFuture.get
            """)
    void aPeThatAwaitsItsOwnThreadIsNamedSo(String jvms, String call, String named, @TempDir Path folder)
            throws IOException {
        Path source = Files.writeString(folder.resolve("Awaits.java"), """
                void main(String[] args) {
                    org.jshmem.Shmem.run(args, (sh, a) -> {
                        if (sh.myPe() == 1) %s;
                        sh.barrierAll();
                    });
                }
                """.formatted(call));
        var result = Launch.oshrun("-np", 2, "--jvms", jvms, "--timeout", "2s", source)
                .run();
        String text = result.err().replaceAll("\n +(?=\\S)", " ");
        assertHas("(?m)^1 +\\d+  waiting .* Awaits.java:3 +in " + named + ", for a thread of its own$", text);
    }

    @Test
    void aPeThatComputesHasItsLineAlsoWherePesTakeTurns() {
        int npes = Runtime.getRuntime().availableProcessors() + 2;
        Pattern computes = Pattern.compile("(?m)^2 +\\d+  running .* Acts.java:\\d+$"); // it is asked for a time
        var result = Launch.program(npes, Acts.class, "hang")
                .with("--jvms", "2", "--timeout", "2s")
                .runUntil(run -> computes.matcher(run.err()).find());
        assertHas(computes.pattern(), result.err());
    }

    @Test
    @Tag("long")
    void aJobThatStandsStillIsReportedOnceAndGoesOn() {
        var result = Launch.program(2, Acts.class, "circle")
                .with("--time-limit", "24s", "-q")
                .run(124);
        assertHas("oshrun: job \\w+ no PE has gone on for 10 s:\nPE +pid", result.err());
        String text = result.err().replaceAll("\n +(?=\\S)", " ");
        String wait = "in barrier\\(\\), call 1 of the team of PEs 0 to 1 by 1, which PE ";
        assertHas("(?m)^0 +\\d+  waiting .* Acts.java:\\d+ +" + wait + "1 has not entered$", text);
        assertHas("(?m)^1 +\\d+  waiting .* Acts.java:\\d+ +" + wait + "0 has not entered$", text);
        assertEquals(2, result.err().split("no PE has gone on", -1).length, result.err());
    }

    /// Of each PE a line, and what it waits for below that.
    private static void assertTable(String table) {
        table.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        String text = table.replaceAll("\n +(?=\\S)", " ");
        String wait = ".* waiting +[\\d.]+ s +\\d+%  Acts.java:\\d+ +";
        assertHas("(?m)^PE +pid +state +since +waits +at$", text);
        assertHas(
                "(?m)^0" + wait
                        + "in barrier\\(\\), call \\d+ of the world team, which PEs 1, 2 have not"
                        + " entered$",
                text);
        assertHas("(?m)^1" + wait + WAIT + "$", text);
        assertHas("(?m)^2 +\\d+  running +\\d+%", text);
        assertHas("(?m)^3" + wait + "in barrier\\(\\)", text);
    }

    private static void assertHas(String regex, String text) {
        assertTrue(Pattern.compile(regex).matcher(text).find(), regex + " is not in\n" + text);
    }

    private static String tableOnRequest(Process process, BufferedReader err) throws IOException, InterruptedException {
        Launch.signal("QUIT", process.pid());
        assertTrue(err.readLine().matches("oshrun: job [0-9a-f]{16} on request:"));
        StringBuilder table = new StringBuilder();
        String line = err.readLine();
        boolean isLast = false;
        while (true) {
            table.append(line).append('\n');
            isLast |= line.startsWith("3 ");
            if (isLast && line.endsWith("entered")) break;
            line = err.readLine();
        }
        assertTable(table.toString());
        return table.toString();
    }

    @Test
    void aWaitLongerThanTheTimeoutEndsTheJobWithTheReport() {
        // the others have 0.6 s to say what they waited for
        String awaited = "waited \\d+ ms for element 3 of \"box\" of 8 longs to be >= 42; it is 0;"
                + " the job allows 2000 ms \\(--timeout\\)";
        var result = Launch.program(4, Acts.class, "hang")
                .with("--timeout", "2s")
                .runUntil(run -> run.err().lines().anyMatch(l -> l.matches(".*PE 1/4: " + awaited)));
        result.with(1);
        List<String> lines = result.err().lines().toList();
        int title = 0;
        while (!lines.get(title).matches("oshrun: job [0-9a-f]{16} after --timeout:")) title++;
        int end = title + 1;
        while (lines.get(end).matches("PE +pid.*|\\d .*| {5}.*")) end++;
        assertTable(String.join("\n", lines.subList(title + 1, end)));
        result.assertErr("org.jshmem.ShmemTimeoutException: PE ");
        String named = "oshrun: PE \\d/4 \\(pid \\d+\\) exited with status 1: .*PE \\d/4: waited \\d+ ms.*";
        assertTrue(lines.stream().anyMatch(l -> l.matches(named)), result.err());
        assertTrue(lines.stream().anyMatch(l -> l.matches(".*PE 1/4: " + awaited)), result.err());
        Leftovers.assertNoneOf(result);
    }

    /// The program's limit holds where the command line has none.
    @ParameterizedTest
    @SampledRows("'' | 1000\n--timeout 1500ms | 1500\n--threads | 1000")
    void theTimeoutOfTheConfigCountsUnlessAnOptionSaysOtherwise(String option, int millis) {
        Launch job = Launch.program(2, Acts.class, "limited").variable("SHMEM_INFO", "1");
        if (!option.isEmpty()) job.with(option.split(" "));
        var result = job.run(1);
        result.assertErr("the job allows " + millis + " ms (--timeout)");
        result.assertErrMatches("(?s).*oshrun: job [0-9a-f]{16} after --timeout:.*");
        String won = millis == 1000 ? "  Config.timeout=1000ms" : "  --timeout=1500ms";
        assertTrue(result.lines().contains(won), result::toString);
    }
}
