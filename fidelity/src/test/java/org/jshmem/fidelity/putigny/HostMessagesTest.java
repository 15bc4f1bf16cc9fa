// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.report.Result;
import org.jshmem.report.Where;
import org.junit.jupiter.api.Test;

class HostMessagesTest {
    private static final long KIB = 1 << 10;

    /// Rates in GB/s at 4 KiB and 1 MiB, the same at both except for stores that hit modified lines.
    private static List<Result> states() {
        List<Result> all = new ArrayList<>();
        for (long bytes : new long[] {4 * KIB, 1024 * KIB}) {
            all.add(result("cache-load", "hit-modified", bytes, 8));
            all.add(result("cache-load", "hit-shared", bytes, 6));
            all.add(result("cache-load", "miss-modified", bytes, 3));
            all.add(result("cache-store", "hit-shared", bytes, 2));
            all.add(result("cache-store", "hit-modified", bytes, bytes == 4 * KIB ? 4 : 1));
            all.add(result("cache-store", "miss-invalid", bytes, bytes == 4 * KIB ? 5 : 2));
        }
        return all;
    }

    @Test
    void missesSpreadByStateAndSize() {
        assertArrayEquals(new double[] {1, 2.5}, Putigny.spreads(states()), 1e-9);
    }

    private static Result result(String benchmark, String variant, long bytes, double gbPerSecond) {
        double ns = bytes / gbPerSecond;
        var where = new Where("real", "cpu", 2, 2, 2, 1, "25", "abc", "now", "");
        var row = new Result.Row(benchmark, variant, "putget", 1, bytes, bytes, 1);
        return new Result(row, Result.Score.single("ns", ns).rate(1000 * gbPerSecond), where, Result.OWN, null);
    }

    @Test
    void oneCopyIsTheSlowerOfItsLoadsAndStores() {
        var messages = new HostMessages(states());
        messages.add(result("get", "contiguous", 4 * KIB, 4)); // stores bind
        assertEquals(0, messages.error(false), 1e-9);
        messages.add(result("get", "contiguous", 64 * KIB, 2)); // half way, by logarithms, from 4 to 1 GB/s
        messages.add(result("get", "contiguous", 1024 * KIB, 2)); // predicted 1
        assertEquals(0, messages.error(false), 1e-9);
        assertNull(messages.error(true));
    }

    @Test
    void twoCopiesAreThePipelineOfSenderAndReceiver() {
        var messages = new HostMessages(states());
        double one = 1 / (1 / 2.0 + 1 / 3.0); // a single chunk: into the buffer at 2, out of it at 3
        messages.add(result("two-copies", "chunks of 16K", 4 * KIB, one));
        assertEquals(0, messages.error(true), 1e-9);
        var late = new HostMessages(states());
        late.add(result("two-copies", "chunks of 16K", 4 * KIB, one / 2)); // predicted twice as fast
        assertEquals(100, late.error(true), 1e-9);
    }
}
