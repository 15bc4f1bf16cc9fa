// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.ArrayList;
import java.util.List;

/// Ranges of bytes or lines on their way to one memory, and their times of arrival.
public final class ArrivingRanges {
    private record Range(long from, long to, long at) {}

    private final List<Range> ranges = new ArrayList<>(0);

    /// No ranges yet.
    public ArrivingRanges() {}

    /// Adds a range from `first` up to `end`, which arrives at `time`. Forgets ranges that have arrived by `now`.
    public void add(long first, long end, long time, long now) {
        ranges.removeIf(range -> range.at <= now);
        ranges.add(new Range(first, end, time));
    }

    /// The time at which all of `first` up to `end` has arrived; `now` if none of it is on its way.
    public long until(long first, long end, long now) {
        long latest = now;
        for (Range range : ranges) {
            if (range.from < end && first < range.to) latest = Math.max(latest, range.at);
        }
        return latest;
    }
}
