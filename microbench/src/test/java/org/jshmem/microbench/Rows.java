// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Where;

/// Rows that a test made up.
public final class Rows {
    private Rows() {}

    public static Where where(String machine, int cores, int npes) {
        return new Where(machine, "a <cpu>", cores, npes, npes, 1, "25", "abc", "now", "");
    }

    /// A row of two cores with six forks.
    public static Result result(
            int npes,
            String source,
            String benchmark,
            String variant,
            String access,
            int pairs,
            long bytes,
            double ns) {
        var row = new Row(benchmark, variant, access, pairs, bytes, bytes, 1);
        double rate = bytes * 1e3 / ns;
        var score = new Score("ns", ns / 2, ns, 0.95 * ns, 1.05 * ns, 2 * ns, rate, 0, List.of(ns, ns, ns, ns, ns, ns));
        return new Result(row, score, where("real", 2, npes), source, null);
    }

    public static Result result(
            int npes, String benchmark, String variant, String access, int pairs, long bytes, double ns) {
        return result(npes, Result.OWN, benchmark, variant, access, pairs, bytes, ns);
    }
}
