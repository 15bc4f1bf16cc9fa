// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.Locale;
import org.jshmem.report.Result;

/// Decides on PE 0 whether a row is at rest or has to be measured again.
///
/// A row is at rest when no JVM of the job compiled while it was measured, when its samples have no trend, and when it
/// was no faster than the attempt before. It is repeated until then: for as long as compilers work up to
/// [Plan#restNanos()], for a trend alone up to a tenth of that, since a disturbed machine has trends of its own.
final class Rest {
    private static final double FALLEN = 0.9;
    private static final int TREND_SHARE = 10;

    private final Plan plan;
    private final boolean first;
    private double before = Double.NaN;
    private double seconds;
    private String reason = "";

    /// For one row. `first` is whether it is the first row of its code, which is measured twice in any case.
    Rest(Plan plan, boolean first) {
        this.plan = plan;
        this.first = first;
    }

    /// Whether to measure again: after an attempt whose samples began `warmNanos` after the row.
    boolean again(Gathered attempt, boolean wasCold, long warmNanos) {
        if (plan.restNanos() == 0) return false;
        seconds = warmNanos / 1e9;
        double median = attempt.nanosEach();
        String compiling = attempt.compiling();
        String trend = plan.takesTurns() || plan.slow(median) ? "" : attempt.trend();
        String falling = "";
        if (wasCold || Double.isNaN(before) && first) falling = "its first calls";
        else if (median < FALLEN * before) {
            falling = String.format(Locale.ROOT, "%.0f %% faster than before", 100 * (1 - median / before));
        }
        if (plan.slow(median) || plan.takesTurns() && !Double.isNaN(before)) falling = "";
        before = median;
        reason = !compiling.isEmpty() ? compiling : !trend.isEmpty() ? trend : falling;
        long most = compiling.isEmpty() ? plan.restNanos() / TREND_SHARE : plan.restNanos();
        return !reason.isEmpty() && warmNanos < most;
    }

    /// How long the row was warmed up.
    double seconds() {
        return seconds;
    }

    /// The mark of a row whose time was over first; empty where it came to rest.
    String mark() {
        return reason.isEmpty()
                ? ""
                : Result.NOT_AT_REST + String.format(Locale.ROOT, " after %.1f s: ", seconds) + reason;
    }
}
