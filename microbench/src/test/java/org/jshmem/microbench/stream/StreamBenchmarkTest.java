// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class StreamBenchmarkTest {
    private static Floors.Floor round(String kernel, double ns) {
        return new Floors.Floor(kernel, 8, Result.Time.summary(9, ns, ns, ns, ns, ns));
    }

    @Test
    void aKernelInCIsItsRoundWithTheMiddleMedianAsOneLaunch() {
        var rounds = List.of(
                round("stream-copy", 30), round("stream-add", 1), round("stream-copy", 10), round("stream-copy", 20));
        var copy = StreamBenchmark.middle(rounds, "stream-copy").time();
        assertEquals(20, copy.median());
        assertEquals(1, copy.launches());
        assertEquals(1, StreamBenchmark.middle(rounds, "stream-add").time().median());
    }
}
