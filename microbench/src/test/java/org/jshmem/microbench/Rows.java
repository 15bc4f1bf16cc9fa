// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// Rows that a test made up.
public final class Rows {
    private Rows() {}

    public static Where where(String machine, int cores, int npes) {
        boolean host = machine.equals("host");
        return new Where(
                machine,
                !host,
                host ? "a <cpu>" : machine,
                cores,
                npes,
                npes,
                1,
                host ? "shm" : "sim",
                "25",
                "abc",
                "now");
    }

    public static Result result(
            int npes, String benchmark, String variant, String access, int pairs, long bytes, double ns) {
        return result(where("host", 2, npes), benchmark, variant, access, pairs, bytes, ns);
    }

    public static Result result(
            Where where, String benchmark, String variant, String access, int pairs, long bytes, double ns) {
        boolean floor = access.equals("floor");
        var time = new Result.Time("ns", 3, 100, ns / 2, ns, 0.9 * ns, 1.1 * ns, 2 * ns, 0.1, List.of(ns, ns, ns), "");
        Result.Role role = floor ? Result.Role.FLOOR : Result.Role.OWN;
        return Result.of(where, floor ? "C" : "jshmem", role, benchmark, variant, time)
                .access(floor ? "" : access)
                .size(pairs, bytes)
                .rate(bytes * 1e3 / ns)
                .made();
    }
}
