// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Talk;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;

@Isolated("tells a slow writer from one that has stopped, by time")
class OutputIT {
    private static String line(int pe, int i) {
        var line = new StringBuilder();
        for (int k = 0; k < 10; k++) line.append("<%d:%d:%d>".formatted(pe, i, k));
        return line.toString();
    }

    @ParameterizedTest
    @SampledRows("12 | false\n5 | true")
    void linesWrittenInPiecesByManyPesArriveWholeAndInOrder(int jvms, boolean tagged) {
        int npes = 12;
        int lines = 200;
        var launch = Launch.program(npes, Talk.class, "pieces", lines).with("--jvms", Integer.toString(jvms));
        if (tagged) launch.with("--tag-output");
        var result = launch.run(0);
        assertEquals(npes * lines, result.lines().size());
        Map<Integer, Integer> next = new HashMap<>();
        for (String line : result.lines()) {
            String text = tagged ? line.substring(line.indexOf("] ") + 2) : line;
            int pe = Integer.parseInt(text.substring(1, text.indexOf(':')));
            int i = next.merge(pe, 1, Integer::sum) - 1;
            assertEquals((tagged ? "[PE " + pe + "] " : "") + line(pe, i), line);
        }
    }

    @ParameterizedTest
    @SampledRows("--jvms 3\n--threads --tag-output")
    void aLastLineWithoutNewlineIsNotLostAndGetsOne(String options) {
        var result =
                Launch.program(3, Talk.class, "tail").with(options.split(" ")).run(0);
        String tag = options.contains("tag") ? "[PE %1$d] " : "";
        assertEquals(
                IntStream.range(0, 3)
                        .mapToObj(pe -> (tag + "no newline from %1$d").formatted(pe))
                        .toList(),
                result.sorted());
    }

    @ParameterizedTest
    @SampledRows("6\n2")
    void stackTracesStayWhole(String jvms) {
        var result =
                Launch.program(6, Talk.class, "traces", 10).with("--jvms", jvms).run(0);
        String open = null;
        int traces = 0;
        for (String line : result.err().lines().toList()) {
            if (line.startsWith("java.lang.IllegalStateException: trace ")) {
                traces++;
                assertEquals(null, open, "a trace begins inside another one:\n" + result.err());
                open = line.substring(line.indexOf(" of ") + 4);
            } else if (line.startsWith("Caused by: ")) {
                assertEquals("Caused by: java.lang.RuntimeException: cause of " + open, line);
                open = null;
            }
        }
        assertEquals(60, traces, result::toString);
        assertEquals(null, open, "the last trace has no end");
    }

    @Test
    void aPromptIsSeenBeforeItIsAnswered() throws IOException {
        Process process = Launch.program(2, Talk.class, "prompt").builder().start();
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(10), () -> {
            byte[] prompt = process.getInputStream().readNBytes("name? ".length());
            assertEquals("name? ", new String(prompt, StandardCharsets.UTF_8));
            process.getOutputStream().write("world\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            assertEquals("hello world\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, process.waitFor());
        });
    }

    @Test
    void anOutputThatIsFullEndsTheJobWithAWord() {
        var file = Launch.line("-np 1 --output-filename /dev/full hello").run(141);
        assertEquals(
                "oshrun: the file of a PE (--output-filename) cannot be written, No space left on device; the job is ended\n",
                file.err());
        var run = Launch.shell("bin/oshrun -np 2 --jvms 2 hello > /dev/full").run(141);
        assertEquals(
                "oshrun: standard output cannot be written, No space left on device; the job is ended\n", run.err());
    }

    /// The first file that a JVM opens would take the number of the closed stream.
    @ParameterizedTest
    @SampledRows("-np 2 --jvms 2\n-np 2 --jvms 1")
    void closedStreamsAreNoFilesOfTheJvm(String job, @TempDir Path folder) throws IOException {
        Path program = folder.resolve("Read.java");
        Files.writeString(
                program,
                "public class Read { public static void main(String[] a) throws Exception {"
                        + " System.err.println(System.in.readAllBytes().length); } }");
        var input = Launch.shell("bin/oshrun %s %s <&-".formatted(job, program)).run(0);
        assertEquals("0\n0\n", input.err());
        var output = Launch.shell("bin/oshrun %s hello >&-".formatted(job)).run(141);
        assertEquals(
                "oshrun: standard output cannot be written, Bad file descriptor; the job is ended\n", output.err());
    }

    @Test
    void aClosedOutputEndsTheJob() throws IOException, InterruptedException {
        Process process = Launch.program(2, Talk.class, "pieces", 1_000_000)
                .builder()
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(10), () -> {
            process.getInputStream().readNBytes(100);
            process.getInputStream().close();
            assertEquals(141, process.waitFor());
        });
        assertTrue(Leftovers.pes(process.pid()).isEmpty());
    }
}
