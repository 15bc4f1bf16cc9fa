// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The kernels as users start them: as processes, as threads and in the simulator.
@Timeout(1200)
class KernelsIT {
    private static final Pattern JUDGED = Pattern.compile("Judged by +=(.*)");

    @TempDir
    Path folder;

    private String judged(String... args) throws IOException, InterruptedException {
        Oshrun outcome = Oshrun.of(args);
        assertEquals(0, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("SUCCESSFUL"), outcome.text());
        Matcher matcher = JUDGED.matcher(outcome.text());
        assertTrue(matcher.find(), outcome.text());
        return matcher.group(1).strip();
    }

    @ParameterizedTest
    @CsvSource({"is,4", "sp,7", "cg,6", "ep,3", "ft,4", "mg,4"})
    void processesAndSimulatorFindTheSame(String kernel, String npes) throws Exception {
        String processes = judged("-np", npes, kernel, "--warmup", "0");
        assertEquals(processes, judged("-np", npes, "--machine", "knc", kernel, "--warmup", "0", "--access", "putget"));
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"is,1", "is,4", "sp,1", "sp,7", "cg,6", "ep,3", "ft,4", "mg,4"})
    void processesThreadsAndSimulatorFindTheSame(String kernel, String npes) throws Exception {
        String processes = judged("-np", npes, kernel, "--warmup", "1");
        assertEquals(processes, judged("-np", npes, "--threads", kernel, "--warmup", "1"));
        assertEquals(processes, judged("-np", npes, "--machine", "knc", kernel, "--warmup", "1"));
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"is,2,putget", "is,8,ptr", "sp,4,ptr", "sp,7,putget", "cg,2,ptr", "ep,2,ptr", "mg,2,ptr"})
    void classWIsRightOnProcesses(String kernel, String npes, String access) throws Exception {
        judged("-np", npes, kernel, "--class", "W", "--access", access, "--rehearsal", "2");
    }

    @Test
    void rehearsalIsSaidAndThereIsNoneOnASimulatedMachine() throws Exception {
        String said = "Rehearsal before   = ";
        String real = Oshrun.of("-np", "2", "is", "--rehearsal", "10").text();
        assertTrue(real.contains(said) && real.contains(" s, compiler "), real);
        String none = said + " ".repeat(20) + "none";
        String bare = Oshrun.of("-np", "2", "is").text();
        assertTrue(bare.contains(none), bare);
        String simulated = Oshrun.of("-np", "2", "--machine", "knc", "is", "--rehearsal", "10")
                .text();
        assertTrue(simulated.contains(none), simulated);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 --jvms 3 sp --decomposition multipartition | sp: npes=3 is not a square number; use 1 or 4 PEs; see sp --help",
                "2 is --class Q | is: --class 'Q' is unknown; use one of S, W, A, B, C, D; see is --help",
            })
    void wrongArgumentIsSaidOnceInOneLine(String args, String said) throws Exception {
        Oshrun outcome = Oshrun.of(("-np " + args).split(" "));
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().startsWith(said + "\n"), outcome.text());
        assertEquals(outcome.text().indexOf(said), outcome.text().lastIndexOf(said), "by one PE");
        assertTrue(!outcome.text().contains("\tat "), outcome.text());
    }

    @Test
    @Tag("long")
    void reportHasAColumnForEachVariantAndARowForEachNumberOfPes() throws Exception {
        Path csv = folder.resolve("nas.csv");
        Oshrun outcome = Oshrun.of(
                "-np",
                "1",
                "nas-report",
                "--figures",
                "11,14,15",
                "--class",
                "S",
                "--pes",
                "1,2,4",
                "--machine",
                "knc",
                "--csv",
                csv.toString(),
                "--report",
                folder.resolve("page").toString());
        assertEquals(0, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("figure 15: SP class S, execution time in seconds, simulated knc"));
        List<Result> results = Results.read(csv);
        assertEquals(3 * 2 + 3 * 3 + 3 * 2 + 2 * 2, results.size(), outcome.text());
        String page = Files.readString(folder.resolve("page").resolve("index.html"));
        for (int figure : new int[] {11, 14, 15}) {
            assertTrue(page.contains("\"title\":\"figure " + figure + ": "), "figure " + figure);
            String svg = Files.readString(folder.resolve("page").resolve("figure-" + figure + ".svg"));
            assertTrue(svg.contains(">PEs</text>") && !svg.contains("NaN"), svg);
        }
        for (Result result : results)
            assertEquals("successful", result.parameters().get("verification"), result.key());
    }

    @Test
    void theReportRefusesWhatItCannotRunAndRunsOnceWhateverTheNumberOfPes() throws Exception {
        Oshrun outcome = Oshrun.of("-np", "2", "nas-report", "--figures", "99");
        assertEquals(2, outcome.status(), outcome.text());
        String said = "--figures '99' is unknown; use one of 11, 12, 13, 14, 15, 16, 17";
        assertTrue(outcome.text().contains(said), outcome.text());
        assertEquals(outcome.text().indexOf(said), outcome.text().lastIndexOf(said), "by one PE");
        outcome = Oshrun.of("nas-report", "--class", "Q");
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("--class 'Q' is unknown; use one of S, W, A, B, C"), outcome.text());
        assertRefused(
                "--machine 'nix' is unknown; use one of calibrated, cluster, knc, knc-se10p, scc", "--machine", "nix");
        assertRefused("--compare target is not a readable file", "--compare", "target");
        assertRefused("--report pom.xml/x cannot be made a directory; name one that", "--report", "pom.xml/x");
        assertRefused("--csv nowhere/x cannot be written; name a file that can", "--csv", "nowhere/x");
        assertRefused("--compare pom.xml holds no results: pom.xml:1 is not a result, ", "--compare", "pom.xml");
    }

    @Test
    void isVerifiesBetweenTwoHosts() throws Exception {
        verifiesBetweenTwoHosts("is");
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(strings = {"sp", "cg", "ft", "mg"})
    void verifiesBetweenTwoHosts(String kernel) throws Exception {
        Oshrun outcome = Oshrun.of(
                "-np", "4", "--hosts", "a:2,b:2", "--launch-agent", "env JSHMEM_HOST={host}", kernel, "-c", "S");
        assumeFalse(outcome.text().contains("libucx0"), "there is no UCX");
        assertEquals(0, outcome.status(), outcome.text());
        assertTrue(outcome.text().contains("SUCCESSFUL"), outcome.text());
    }

    @Test
    void aJvmOptionThatIsNoneIsNamedInOneLineForTheSimulatorToo() throws Exception {
        Oshrun outcome = Oshrun.of("-np", "4", "--machine", "knc", "-J", "-Xmx1q", "is");
        assertEquals(2, outcome.status(), outcome.text());
        assertEquals(
                "oshrun: cannot start the simulator, Invalid maximum heap size: -Xmx1q; correct -J or JAVA_TOOL_OPTIONS\n",
                outcome.text());
    }

    private void assertRefused(String why, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("nas-report"));
        command.addAll(List.of(arguments));
        Oshrun outcome = Oshrun.of(command.toArray(String[]::new));
        assertEquals(2, outcome.status(), outcome.text());
        assertTrue(outcome.text().startsWith("nas-report: " + why), outcome.text());
        assertTrue(outcome.text().endsWith("; --help shows the options\n"), outcome.text());
        assertEquals(1, outcome.text().lines().count(), outcome.text());
    }
}
