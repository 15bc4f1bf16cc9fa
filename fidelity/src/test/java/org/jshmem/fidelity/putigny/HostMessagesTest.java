// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.report.Result;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;

class HostMessagesTest {
    private static final long KIB = 1 << 10;

    /// Rates in GB/s at 4 KiB and 1 MiB, the same at both but for one.
    private static Calibration host() {
        List<Calibration.Parameter> all = new ArrayList<>();
        Map.of("LHM", 8.0, "LHS", 6.0, "LMM", 3.0, "SHS", 2.0).forEach((access, rate) -> {
            all.add(parameter(access + ":4096", rate));
            all.add(parameter(access + ":1048576", rate));
        });
        all.add(parameter("SHM:4096", 4));
        all.add(parameter("SHM:1048576", 1));
        return new Calibration("cpu", 2, "25", "now", all, List.of());
    }

    private static Calibration.Parameter parameter(String symbol, double value) {
        return new Calibration.Parameter(symbol, value, value, value, "GB/s", 0, true, "made up");
    }

    private static Result result(String benchmark, String variant, long bytes, double gbPerSecond) {
        double ns = bytes / gbPerSecond;
        var where = new Where("real", "cpu", 2, 2, 2, 1, "25", "abc", "now", "");
        var row = new Result.Row(benchmark, variant, "putget", 1, bytes, bytes, 1);
        return new Result(row, Result.Score.single("ns", ns).rate(1000 * gbPerSecond), where, Result.OWN, null);
    }

    @Test
    void oneCopyIsTheSlowerOfItsLoadsAndStores() {
        var messages = new HostMessages(host());
        messages.add(result("get", "contiguous", 4 * KIB, 4)); // stores bind
        assertEquals(0, messages.error(false), 1e-9);
        messages.add(result("get", "contiguous", 64 * KIB, 2)); // half way, by logarithms, from 4 to 1 GB/s
        messages.add(result("get", "contiguous", 1024 * KIB, 2)); // predicted 1
        assertEquals(0, messages.error(false), 1e-9);
        assertNull(messages.error(true));
    }

    @Test
    void twoCopiesAreThePipelineOfSenderAndReceiver() {
        var messages = new HostMessages(host());
        double one = 1 / (1 / 2.0 + 1 / 3.0); // a single chunk: into the buffer at 2, out of it at 3
        messages.add(result("two-copies", "chunks of 16K", 4 * KIB, one));
        assertEquals(0, messages.error(true), 1e-9);
        var late = new HostMessages(host());
        late.add(result("two-copies", "chunks of 16K", 4 * KIB, one / 2)); // predicted twice as fast
        assertEquals(100, late.error(true), 1e-9);
    }
}
