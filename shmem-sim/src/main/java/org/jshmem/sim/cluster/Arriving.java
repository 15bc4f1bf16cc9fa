// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;

/// The bytes on their way to one region: ranges, and their times of arrival.
final class Arriving {
    private int count;
    private long[] from = new long[4];
    private long[] to = new long[4];
    private long[] at = new long[4];

    /// Adds bytes `first` up to `end`, which arrive at `time`. Forgets ranges that have arrived by `now`.
    void add(long first, long end, long time, long now) {
        forget(now);
        if (count == at.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            at = Arrays.copyOf(at, 2 * count);
        }
        from[count] = first;
        to[count] = end;
        at[count++] = time;
    }

    /// The time at which all bytes `first` up to `end` have arrived; `now` if none of them are on their way.
    long until(long first, long end, long now) {
        forget(now);
        long latest = now;
        for (int i = 0; i < count; i++) {
            if (from[i] < end && first < to[i]) latest = Math.max(latest, at[i]);
        }
        return latest;
    }

    private void forget(long now) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (at[i] <= now) continue;
            from[kept] = from[i];
            to[kept] = to[i];
            at[kept++] = at[i];
        }
        count = kept;
    }
}
