// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.Shmem;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnerTest {
    private static Runner runner(Shmem sh, String option) {
        var options = SuiteOptions.parse(new String[] {option}, new StringBuilder());
        var out = new OutputOptions(new PrintStream(OutputStream.nullOutputStream()));
        return new Runner(sh, options, Rows.where("real", 2, 1), out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--check", "--forks=1"})
    void anOperationThatTakesLongIsMeasuredByFewCalls(String option) {
        Shmem.runInProcess(1, (sh, any) -> {
            try (var runner = runner(sh, option)) {
                int[] calls = new int[1];
                Result row = runner.measure(Row.of("slow", "auto", "auto"), n -> {
                    calls[0] += n;
                    assertTrue(n == 1 && calls[0] < 100, () -> n + " operations of 60 ms");
                    sh.sleep(Duration.ofMillis(60));
                });
                assertTrue(row.score().median() >= 60e6, row::toString);
                Result each = runner.measureEach(Row.of("each", "auto", "auto"), () -> 7);
                assertEquals(7, each.score().median());
            }
        });
    }

    /// The numbers of operations and of samples are those of PE 0, and its own operations take next to no time.
    @Test
    void theSlowestPeDecidesHowOftenARowIsMeasured() {
        var calls = new AtomicInteger();
        Shmem.runInProcess(2, (sh, any) -> {
            try (var runner = runner(sh, "--forks=1")) {
                runner.measure(Row.of("slow elsewhere", "auto", "auto"), n -> {
                    if (sh.myPe() == 0) return;
                    assertTrue(calls.addAndGet(n) < 5_000, () -> n + " operations of 1 ms, " + calls + " in all");
                    sh.sleep(Duration.ofMillis(n));
                });
            }
        });
    }

    /// One call of 200 stalls: half of a percent, so that the 99th percentile shows only the calls that it made wait.
    @Test
    void withARateTheCallsThatASlowOneDelaysAreSlowToo() {
        Shmem.runInProcess(1, (sh, any) -> {
            var options = SuiteOptions.parse(
                    new String[] {"--forks=1", "--latency", "--rate=1000", "--iterations=200"}, new StringBuilder());
            var single = new SingleCalls(sh, Rows.where("real", 2, 1), options.rate());
            int[] calls = new int[1];
            single.run(
                    n -> {
                        if (++calls[0] == 20) sh.sleep(Duration.ofMillis(50));
                        return 0;
                    },
                    options.iterations);
            Result row = single.gather(single.named(Row.of("stall", "auto", "auto")), true);
            assertEquals("stall,auto, each of 1000/s,auto,0,0", row.row().key());
            assertEquals("200", row.extra().get("calls"));
            assertTrue(row.score().p99() >= 20e6, row::toString);
            assertTrue(Double.parseDouble(row.extra().get(Result.GREATEST)) >= 50e6 * 0.999, row::toString);
            single.close();
        });
    }

    @Test
    void dataThatDidNotArriveEndTheRow() {
        Shmem.runInProcess(1, (sh, any) -> {
            try (var buffers = new PairBuffers(sh, 64)) {
                buffers.write(64, 3);
                String text = assertThrows(IllegalStateException.class, () -> buffers.check(0, 64, 3))
                        .getMessage();
                assertEquals("PE 0 found 0.0 at index 0 instead of 3.0; the data did not arrive", text);
                buffers.destination().put(0, buffers.source(), 0, 64, 0);
                buffers.check(0, 64, 3);
            }
        });
    }
}
