// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.contract.Pages;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.program.ModuleServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// refusals.txt has command lines that are refused, each with the message, which `-Ddocs.update` writes.
class OptionsTest {
    private static final Path REFUSALS = Path.of("src/test/resources/refusals.txt");

    private static String refusal(String... args) {
        return assertThrows(Refused.class, () -> Oshrun.run(args), () -> String.join(" ", args))
                .getMessage();
    }

    @Test
    void whatIsWrongIsRefusedByNameWithTheRemedy() throws IOException {
        String builtIn = String.join(", ", ModuleServices.names());
        var now = new StringBuilder();
        for (String row : Files.readAllLines(REFUSALS)) {
            String line = row.split("[|]")[0].strip();
            String message = refusal(line.split(" +")).replace(builtIn, "{built-in}");
            now.append("%-35s | %s\n".formatted(line, message.replace(System.getProperty("user.dir"), "{here}")));
        }
        Pages.assertShows(REFUSALS, now.toString());
    }

    /// Refusals of a job that would begin next, by a part of their text.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -np 2 --heap 4194304t hello                       | 2 PEs with a heap of 4096 PiB each need 8192.0 PiB
            --threads -np 2 --heap 100t hello                 | 2 PEs with a heap of 100 TiB each
            -np 2 -x SHMEM_SYMMETRIC_SIZE=9999999999t hello   | SHMEM_SYMMETRIC_SIZE 9999999999t is beyond any memory
            -np 2 -x SMA_BARRIER_ALGORITHM=tree hello         | algorithm 'tree' of BARRIER is unknown; use one of auto, dissemination, linear
            -np 2 --threads -x SHMEM_REDUCE_ACCESS=push hello | SHMEM_REDUCE_ACCESS 'push' is unknown; use one of auto, putget, ptr
            """)
    void aJobThatCannotBeIsRefused(String line, String fact) {
        String said = refusal(line.strip().split(" +"));
        assertTrue(said.contains(fact), said);
    }

    private static Options parsed(String... args) {
        return new Options(OptionWords.of(args));
    }

    @Test
    void anOptionAndItsValueMayBeOneWordAndSeveralLettersToo() {
        assertEquals("2", parsed("-n2", "hello").value("-np"));
        assertEquals("2", parsed("-np=2").value("-np"));
        assertEquals("3", parsed("-np", "2", "-n", "3").value("-np"));
        OptionWords several = OptionWords.of("-qn", "2", "-J-Da=b", "-J", "-Dc", "--", "-x", "--heap");
        assertTrue(several.has("-q"));
        assertEquals("2", several.value("-np"));
        assertEquals(List.of("-Da=b", "-Dc"), several.values("-J"));
        assertEquals("-x", several.program);
        assertEquals(List.of("--heap"), several.arguments);
        assertEquals("-", parsed("-q", "-", "x").program);
        OptionWords given = OptionWords.of("-J=-n2", "-J", "-b", "-J=", "-J=c");
        assertEquals(List.of("-n2", "-b", "", "c"), given.values("-J"));
    }

    @Test
    void theHeapSizeComesFromTheOptionThenTheVariablesThenTheDefault() {
        Options options = parsed();
        long least = 64L << 20;
        assertEquals(least, parsed("--machine", "knc").heapBytes(Map.of(), 2, 2));
        long auto = options.heapBytes(Map.of(), 2, 2);
        assertTrue(auto >= least && auto <= 4L << 30 && auto % (1 << 20) == 0, () -> "a heap of " + auto);
        assertEquals(least, options.heapBytes(Map.of(), 1_000_000, 1_000_000));
        double share = (double) options.heapBytes(Map.of(), 1_000_000, 2) / auto; // two on each of many hosts
        assertTrue(share > 0.5, "other jobs take memory meanwhile, not " + share);
        assertEquals(1L << 20, options.heapBytes(Map.of("SMA_SYMMETRIC_SIZE", "1m"), 2, 2));
        assertEquals(
                2L << 20, options.heapBytes(Map.of("SMA_SYMMETRIC_SIZE", "1m", "SHMEM_SYMMETRIC_SIZE", "2m"), 2, 2));
        // as the specification allows: a program may allocate nothing
        assertEquals(0, parsed("--heap", "0").heapBytes(Map.of(), 2, 2));
        assertEquals(3L << 20, parsed("--heap", "3m").heapBytes(Map.of("SHMEM_SYMMETRIC_SIZE", "2m"), 2, 2));
    }
}
