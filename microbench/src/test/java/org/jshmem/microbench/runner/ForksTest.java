// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForksTest {
    @Test
    void aForkHasTheSameCommandWithoutOutputAndForks() {
        String line = "oshrun -np 2 pgas put --forks 3 --report=out --sizes 8 --jsonl x --format osu";
        List<String> alone = Forks.alone(List.of(line.split(" ")));
        assertEquals("oshrun -np 2 pgas put --sizes 8 --forks 1", String.join(" ", alone));
    }

    @Test
    void aJobThatFailsIsNamedWithItsStatusAndUnstableRowsAreNoFailure() throws Exception {
        String message = assertThrows(
                        IllegalStateException.class, () -> Forks.job(List.of("/bin/sh", "-c", "exit 3"), Map.of()))
                .getMessage();
        assertTrue(message.startsWith("'/bin/sh -c exit 3 --jsonl "), message);
        assertTrue(message.endsWith(" ended with status 3; run it by hand to see why"), message);
        assertEquals(List.of(), Forks.job(List.of("/bin/sh", "-c", "exit 4"), Map.of()));
    }

    /// m: a fork whose PEs moved; s: one whose PEs stayed.
    @ParameterizedTest
    @CsvSource({"sss, 3, 3", "smss, 3, 4", "smmmss, 3, 6", "smmmms, 2, 6"})
    void aForkWhosePesMoveIsRepeatedThreeTimes(String jobs, int forks, int started) throws Exception {
        var next = new AtomicInteger();
        List<Result> results = Forks.steady(3, () -> {
            char job = jobs.charAt(next.getAndIncrement());
            return List.of(Rows.result(2, "put", "a", "putget", 1, 8, 5)
                    .extra(Map.of(Result.PING_PONG, job == 'm' ? "78 and 229" : "78 and 80")));
        });
        assertEquals(List.of(forks, started), List.of(results.size(), next.get()));
    }
}
