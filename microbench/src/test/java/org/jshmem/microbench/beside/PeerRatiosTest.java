// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

/// Other libraries beside ours.
class PeerRatiosTest {
    private static Result peer(String benchmark, String variant, long bytes, double ns) {
        Result r = Rows.result(2, benchmark, variant, "", benchmark.equals("reduce") ? 0 : 1, bytes, ns);
        return Result.of(r.where(), "Open MPI (OpenSHMEM)", Result.Role.PEER, benchmark, variant, r.time())
                .size(r.pairs(), bytes)
                .made();
    }

    @Test
    void aPeersOperationIsComparedWithTheSameOfOursByDefaultAndNotWithTheBest() {
        var rows = List.of(
                peer("atomics", "fetchAdd-own", 8, 16),
                Rows.result(2, "atomics", "fetch-own", "putget", 1, 8, 1),
                Rows.result(2, "atomics", "fetchAdd-own", "ptr", 1, 8, 2),
                Rows.result(2, "atomics", "fetchAdd-own", "putget", 1, 8, 4),
                peer("reduce", "sum", 8, 600),
                peer("reduce", "sum", 64, 100),
                Rows.result(2, "reduce", "flat", "ptr", 0, 8, 10),
                Rows.result(2, "reduce", "auto", "auto", 0, 8, 200),
                Rows.result(2, "reduce", "auto", "auto", 0, 64, 200));
        assertEquals(
                List.of(
                        "Open MPI (OpenSHMEM)'s atomics takes 4.00 times as long as ours.",
                        "Open MPI (OpenSHMEM)'s reduce takes 1.75 times as long as ours in the middle of 2 sizes, 0.50 to"
                                + " 3.00 times."),
                PeerRatios.of(rows).stream().map(PeerRatios::text).toList());
    }
}
