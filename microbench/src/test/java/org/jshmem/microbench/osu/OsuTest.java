// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Each test of OSU calls what OSU's program calls, and prints as it prints.
///
/// The files next to this class are the output of OSU 7.4, compiled and run with Open MPI 4.1.4; 7.5 has the same
/// formats. Its program of atomics ended after two rows.
class OsuTest {
    private static final Config HEAP = new Config(64L << 20, ThreadLevel.SINGLE, Duration.ZERO);

    private static List<String> fixture(String name) throws Exception {
        try (InputStream in = OsuTest.class.getResourceAsStream(name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "put, Put, false",
        "get, Get, false",
        "put_nb, Put_nbi, false",
        "get_nb, Get, false",
        "put_mr, Put Message Rate, false",
        "put_mr_nb, Put_nb Message Rate, false",
        "get_mr_nb, Get_nb Message Rate, false",
        "put_overlap, Put_nbi, false",
        "atomics, Atomic Operation Rate, false",
        "barrier, Barrier Latency, true",
        "barrier-short, Barrier Latency, false",
        "broadcast, Broadcast Latency, true",
        "collect, Collect Latency, true",
        "fcollect, FCollect Latency, true",
        "reduce, Reduce Latency, true",
        "reduce-short, Reduce Latency, false"
    })
    void everyLineOfOsusOutputIsPrintedFromItsNumbers(String name, String title, boolean full) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var out = new OsuOutput(new PrintStream(bytes, true), full);
        out.title(title);
        List<String> lines = fixture(name);
        if (name.equals("put_overlap")) out.overlapColumns();
        else if (name.equals("atomics")) out.atomicsColumns();
        else if (lines.get(1).contains("Avg")) out.collectiveColumns(!name.startsWith("barrier"));
        else out.columns(name.contains("_mr") ? "Messages/s" : "Latency (us)");
        for (String line : lines) {
            if (line.startsWith("#") || line.isEmpty()) continue;
            String[] words = line.strip().split(" +");
            double[] n = Arrays.stream(words)
                    .mapToDouble(word -> word.startsWith("shmem") ? 0 : Double.parseDouble(word))
                    .toArray();
            boolean sized = !name.startsWith("barrier");
            if (name.equals("put_overlap")) out.overlap((long) n[0], n[1], n[2], n[3], n[4], n[5]);
            else if (name.equals("atomics")) out.atomic(words[0], n[1], n[2]);
            else if (full && sized) out.collective((long) n[0], n[1], n[2], n[3], (int) n[4]);
            else if (full) out.collective(0, n[0], n[1], n[2], (int) n[3]);
            else if (name.equals("barrier-short")) out.collective(0, n[0], 0, 0, 0);
            else if (name.equals("reduce-short")) out.collective((long) n[0], n[1], 0, 0, 0);
            else out.row((long) n[0], n[1]);
        }
        assertEquals(
                String.join("\n", lines).replace(" v7.4", " v7.5"),
                bytes.toString(StandardCharsets.UTF_8).stripTrailing());
    }

    /// Calls of PE 0 in `iterations` timed and `skip` other operations of one size.
    @ParameterizedTest
    @CsvSource({
        "put, put, 13, 13",
        "get, get, 13, 0",
        "put_nb, putNbi, 13, 13",
        "get_nb, getNbi, 13, 13",
        "put_bw, put, 13, 0",
        "get_bw, get, 13, 0",
        "put_nb_bw, putNbi, 13, 13",
        "get_nb_bw, getNbi, 13, 13",
        "put_mr, put, 13, 1", // the other three are its warm-up
        "put_mr_nb, putNbi, 10, 1",
        "get_mr_nb, getNbi, 10, 1",
        "put_overlap, putNbi, 13, 26",
        "get_overlap, getNbi, 13, 26",
        "broadcast, broadcast, 13, 0",
        "collect, collect, 13, 0",
        "fcollect, fcollect, 13, 0",
        "barrier, barrierAll, 14, 0" // the last one is not timed
    })
    void callsAreThoseOfOsusLoop(String test, String method, int calls, int quiets) {
        Shmem.runInProcess(2, HEAP, (sh, any) -> {
            var counted = new CountedCalls();
            run(CountedCalls.of(sh, counted), Osu.PREFIX + test, "-i", "10", "-x", "3", "-m", "8:8");
            if (sh.myPe() != 0) return;
            assertEquals(calls, counted.of(method), test + " calls " + method);
            assertEquals(quiets, counted.of("quiet"), test + " calls quiet");
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 500", "300, 800", "700, 1000"})
    void everyAtomicIsCalledOnceOnEachElementAndBeforeItOnTheElementsOfTheWarmUp(String warmUp, int calls) {
        Shmem.runInProcess(2, HEAP, (sh, any) -> {
            var counted = new CountedCalls();
            run(CountedCalls.of(sh, counted), "osu_oshm_atomics", "-x", warmUp);
            if (sh.myPe() != 0) return;
            for (String method : "fetchAdd fetchInc add inc compareSwap atomicSwap atomicSet atomicFetch".split(" ")) {
                assertEquals(2 * calls, counted.of(method), method);
            }
        });
    }

    private static void run(Shmem sh, String... args) {
        Osu.run(sh, new PrintStream(OutputStream.nullOutputStream()), args);
    }

    static List<String> names() {
        return Osu.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyTestPrintsARowOfEachSize(String name) {
        var bytes = new ByteArrayOutputStream();
        Shmem.runInProcess(
                2,
                HEAP,
                (sh, any) -> Osu.run(
                        sh, new PrintStream(bytes, true), name, "global", "-i", "2", "-x", "1", "-m", "4:64", "-f"));
        long rows = bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isEmpty())
                .count();
        assertEquals(name.endsWith("barrier") ? 1 : name.endsWith("atomics") ? 16 : 5, rows, name);
    }

    @Test
    void thereAreNineteenTests() {
        assertEquals(19, Osu.names().size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            osu_oshm_puut | TEST 'osu_oshm_puut' is unknown; use one of osu_oshm_put,
            osu_oshm_put barrier | TEST 'barrier' is unknown
            osu_oshm_put --sizes 8 | unknown option --sizes; OSU's tests take -i N
            osu_oshm_put -i 0 | -i '0' is not a number of 1 or more
            osu_oshm_put -m 8:4 | -m '4' is not a number of 8 or more
            osu_oshm_put_mr -m 1048576 | buffers of 524
            """)
    void wrongArgumentsAreRefused(String args, String message) {
        Shmem.runInProcess(2, new Config(16L << 20, ThreadLevel.SINGLE, Duration.ZERO), (sh, any) -> {
            String refusal = assertThrows(IllegalArgumentException.class, () -> run(sh, args.split(" ")))
                    .getMessage();
            assertTrue(refusal.startsWith(message), refusal);
        });
    }
}
