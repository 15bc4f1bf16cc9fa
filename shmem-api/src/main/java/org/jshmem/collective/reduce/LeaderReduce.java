// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The reduction by leaders: the members of a host give their values to its first member, and leaders exchange their
/// hosts' values. Each leader combines all values, in team order, for its own host.
///
/// ```
/// members 0 1 2 on one host, 3 4 5 on another
///   1 > 0, 2 > 0         4 > 3, 5 > 3          values into the leader's receive buffer
///            0 1 2 > 3   3 4 5 > 0             one message from each host to each other one
///   0 combines 0 .. 5    3 combines 0 .. 5     the others copy it
/// ```
///
/// h - 1 messages of n p / h bytes leave each host. Partial sums would need n bytes each: the difference is the cost
/// of the same bits as on one host. The algorithm is for short operands, whose cost is that of a message. It runs in
/// pieces of which p + 1 fit a receive buffer.
///
/// Bits: `((s0 op s1) op s2) ...`, as `flat`.
final class LeaderReduce {
    private LeaderReduce() {}

    static void run(Reduction r) {
        Group g = r.g;
        Levels levels = g.levels;
        int me = g.me;
        int leader = levels.leader();
        long step = SystemLayout.HALF_BYTES / (g.size + 1) / r.width;
        g.ticks((r.count + step - 1) / step);
        long tick = 0;
        for (long i = 0; i < r.count; i += step, tick++) {
            long n = Math.min(step, r.count - i);
            long bytes = n * r.width;
            long at = i * r.width;
            long half = g.half(g.epoch());
            long result = half + g.size * bytes;
            r.give(leader, half + levels.place(me) * bytes, r.src + at, bytes);
            if (levels.gathered(tick)) {
                levels.exchange(half + levels.place(me) * bytes, levels.count() * bytes, tick);
                r.take(result, me, half + levels.place(0) * bytes, bytes);
                for (int k = 1; k < g.size; k++) r.combine(result, me, result, me, half + levels.place(k) * bytes, n);
                levels.release(tick);
            } else levels.awaitRelease(tick);
            r.take(r.dst + at, leader, result, bytes);
        }
    }
}
