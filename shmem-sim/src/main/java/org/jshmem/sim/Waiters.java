// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.kernel.SimKernel;

/// The PEs that are blocked, and the lines that each of them watches. A change of a line wakes the PEs that watch it,
/// at the time at which they can notice the change.
final class Waiters {
    /// The bytes that a PE watches, and the lines that they are in.
    private static final class Watch {
        private int pe;
        private long first;
        private long end;
        private long from;
        private long to;
    }

    /// A consumer of byte ranges.
    interface Bytes {
        /// Accepts the bytes from offset `from` up to `to`, exclusive.
        void each(long from, long to);
    }

    private final SimKernel kernel;
    private final CostModel costs;
    private final Watch[][] lists; // by region; those after the count of the region are there for use again
    private final int[] counts; // by region

    /// By PE: the earliest time at which it can notice a change of watched lines since its latest call of
    /// [#missedChange]; -1 for none.
    private final long[] missed;

    Waiters(SimKernel kernel, CostModel costs, int npes) {
        this.kernel = kernel;
        this.costs = costs;
        missed = new long[npes];
        lists = new Watch[npes][0];
        counts = new int[npes];
    }

    /// Wakes the PEs that watch any line of these bytes. They can notice the change from time `seen` on.
    void changed(int region, long from, long to, long seen) {
        int count = counts[region];
        if (count == 0) return;
        Watch[] list = lists[region];
        for (int i = 0; i < count; i++) {
            if (list[i].from >= to || from >= list[i].to) continue;
            int poller = list[i].pe;
            if (missed[poller] < 0 || seen < missed[poller]) missed[poller] = seen;
            kernel.wake(poller, seen);
        }
    }

    /// The earliest time at which a PE can notice a change since the previous call; -1 for none.
    long missedChange(int pe) {
        long change = missed[pe];
        missed[pe] = -1;
        return change;
    }

    /// A PE watches the lines of a range of one region; it can watch one range at a time.
    void watch(int pe, int region, long from, long to) {
        missed[pe] = -1;
        int i = counts[region]++;
        if (i == lists[region].length) lists[region] = Arrays.copyOf(lists[region], 2 * i + 2);
        Watch[] list = lists[region];
        if (list[i] == null) list[i] = new Watch();
        int line = costs.line(from);
        list[i].pe = pe;
        list[i].first = from;
        list[i].end = to;
        list[i].from = from & -line;
        list[i].to = to + line - 1 & -line;
    }

    void unwatch(int pe, int region) {
        Watch[] list = lists[region];
        int i = 0;
        while (list[i].pe != pe) i++;
        int last = --counts[region];
        Watch gone = list[i];
        list[i] = list[last];
        list[last] = gone;
    }

    /// Calls `each` with those of these bytes that a PE waits for.
    void eachAwaited(int region, long from, long to, Bytes each) {
        for (int i = 0; i < counts[region]; i++) {
            Watch watch = lists[region][i];
            if (watch.first < to && from < watch.end) each.each(Math.max(from, watch.first), Math.min(to, watch.end));
        }
    }
}
