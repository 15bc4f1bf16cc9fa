// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Where;

/// The batches of a row from its first call on, for `--warm-up`: how long a program waits for compiled code.
///
/// The final time a call is the median of the last tenth. The time to speed ends with the first batch that takes at
/// most twice that. Rows before it have compiled what they share with this one, so the first row of a job is the one
/// that a program resembles.
final class FirstCalls {
    static final int CALLS = 1_000; // in a batch
    static final long NANOS = 3_000_000_000L; // of all batches

    private final List<Double> batches = new ArrayList<>(); // nanoseconds

    void add(long nanos) {
        batches.add((double) nanos);
    }

    private String millis(long count) {
        return Result.number(
                1e-6 * batches.stream().limit(count).mapToDouble(x -> x).sum());
    }

    Result result(Row row, Where where) {
        int last = Math.ceilDiv(batches.size(), 10);
        Score score = Score.of(batches.stream()
                .skip(batches.size() - last)
                .mapToDouble(x -> x / CALLS / row.per())
                .toArray());
        double enough = 2 * score.median() * CALLS * row.per();
        long slow = batches.stream().takeWhile(x -> x > enough).count();
        var extra = new TreeMap<String, String>();
        extra.put("ms to speed", millis(slow + 1));
        for (int n : new int[] {1, 10}) if (n <= batches.size()) extra.put("ms of the first " + n * CALLS, millis(n));
        return new Result(row.variant(row.variant() + ", from the first call"), score, where, Result.OWN, extra);
    }
}
