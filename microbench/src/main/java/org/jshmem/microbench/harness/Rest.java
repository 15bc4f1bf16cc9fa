// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.Locale;
import org.jshmem.report.Result;

/// Decision of PE 0 whether a row is at rest or is measured again.
///
/// A row is at rest if the compilers of the job had at most a tenth of a core meanwhile, if its samples have no trend,
/// and if it is at most 10 % faster than the attempt before. It is repeated until then, up to [Plan#restNanos()] while
/// compilers work. A trend alone repeats it up to a tenth of that, since a disturbed machine has trends of its own.
/// Slow operations, and PEs that take turns on the cores, are exempt from trends.
final class Rest {
    private static final double FALLEN = 0.9;
    private static final int TREND_SHARE = 10;

    private final Plan plan;
    private final boolean first;
    private double before = Double.NaN;
    private double seconds;
    private String reason = "";

    /// `first` marks the first row of its code, which is measured twice unless one operation is slow.
    Rest(Plan plan, boolean first) {
        this.plan = plan;
        this.first = first;
    }

    /// Whether to measure again after an attempt whose samples began `warmNanos` after the row.
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

    /// Seconds from the beginning of the row to the samples of its last attempt.
    double seconds() {
        return seconds;
    }

    /// The mark of a row whose time ended before it was at rest; empty for a row at rest.
    String mark() {
        return reason.isEmpty()
                ? ""
                : Result.NOT_AT_REST + String.format(Locale.ROOT, " after %.1f s: ", seconds) + reason;
    }
}
