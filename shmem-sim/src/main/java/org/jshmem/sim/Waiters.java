// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.kernel.SimKernel;

/// The PEs that are blocked, and the lines that each of them watches. A change of a line wakes the PEs that watch it,
/// at the time at which they can notice the change.
final class Waiters {
    /// The bytes that a PE watches, and the lines that they are in.
    private record Watch(int pe, long first, long end, long from, long to) {}

    private final SimKernel kernel;
    private final CostModel costs;
    private final List<List<Watch>> lists = new ArrayList<>(); // by region

    /// By PE: the earliest time at which it can notice a change of watched lines that it has not noticed; -1 for none.
    private final long[] missed;

    Waiters(SimKernel kernel, CostModel costs, int npes) {
        this.kernel = kernel;
        this.costs = costs;
        missed = new long[npes];
        for (int pe = 0; pe < npes; pe++) lists.add(new ArrayList<>(0));
    }

    /// Wakes the PEs that watch any line of these bytes. They can notice the change from time `seen` on.
    void changed(int region, long from, long to, long seen) {
        List<Watch> list = lists.get(region);
        for (int i = 0; i < list.size(); i++) {
            Watch watch = list.get(i);
            if (watch.from >= to || from >= watch.to) continue;
            int poller = watch.pe;
            if (missed[poller] < 0 || seen < missed[poller]) missed[poller] = seen;
            kernel.wake(poller, seen);
        }
    }

    /// The earliest time at which a PE can notice a change of its lines; -1 for none. A change that it can notice now
    /// is no longer missed.
    long missedChange(int pe, long now) {
        long change = missed[pe];
        if (change <= now) missed[pe] = -1;
        return change;
    }

    /// A PE watches the lines of a range of one region; it can watch one range at a time.
    void watch(int pe, int region, long from, long to) {
        missed[pe] = -1;
        int line = costs.line();
        lists.get(region).add(new Watch(pe, from, to, from & -line, to + line - 1 & -line));
    }

    void unwatch(int pe, int region) {
        List<Watch> list = lists.get(region);
        int i = 0;
        while (list.get(i).pe != pe) i++;
        list.set(i, list.getLast());
        list.removeLast();
    }

    /// Calls `each` with the bytes of each watch of a region, from and to.
    void eachWatch(int region, BiConsumer<Long, Long> each) {
        for (Watch watch : List.copyOf(lists.get(region))) each.accept(watch.first, watch.end);
    }
}
