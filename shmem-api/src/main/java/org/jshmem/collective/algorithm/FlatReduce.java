// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;

/// The flat tree: member 0 combines all values and writes the result to all members.
///
/// ```
/// p = 5    1 2 3 4          0 reads 1, 2, 3, 4 in this order ...
///           \\|//
///             0
///           //|\\
///          1 2 3 4          ... and writes the result to 1, 2, 3, 4
/// ```
///
/// 2 rounds, 2(p - 1)n bytes, all of them through member 0: `p alpha + 2n(p - 1) beta + n(p - 1) gamma`
/// (Namashivayam 2014, 5.1.1). Bits: `((s0 op s1) op s2) ...`, as `tiled`.
final class FlatReduce {
    private FlatReduce() {}

    static void run(Reduction r) {
        run(r, () -> {});
    }

    /// Reduces as [#run(Reduction)]. Member 0 runs `between` after it has combined all values, and before it writes the
    /// result.
    static void run(Reduction r, Runnable between) {
        Group g = r.g;
        g.calls.ticks(2);
        if (g.me != 0) {
            g.calls.post(0, 0);
            g.calls.await(0, 1);
            return;
        }
        long sum = r.src;
        if (g.oversubscribed) g.calls.awaitAll(0, true);
        for (int k = 1; k < g.size; k++) {
            if (!g.oversubscribed) g.calls.awaitInCall(k, 0);
            r.combine(r.dst, 0, sum, k, r.src, r.count);
            sum = r.dst;
        }
        between.run();
        for (int k = 1; k < g.size; k++) g.memory.put(k, r.dst, r.dst, r.bytes, 1);
    }
}
