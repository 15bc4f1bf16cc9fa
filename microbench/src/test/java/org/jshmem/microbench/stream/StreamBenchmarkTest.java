// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class StreamBenchmarkTest {
    private static Result round(String kernel, double ns) {
        return Rows.result(2, "C", kernel, "vector", "", 0, 8, ns);
    }

    @Test
    void aKernelInCIsItsRoundWithTheMiddleMedian() {
        var rounds = List.of(
                round("stream-copy", 30), round("stream-add", 1), round("stream-copy", 10), round("stream-copy", 20));
        List<Double> medians = StreamBenchmark.middle(rounds).stream()
                .map(r -> r.score().median())
                .toList();
        assertEquals(List.of(20.0, 1.0), medians);
    }
}
