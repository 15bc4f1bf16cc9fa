// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.layout.SystemLayout;

/// The linear scan: each member combines the sources of all members before it.
///
/// ```
/// p = 5    rendezvous;  0: 0   1: 01   2: 012   3: 0123   4: 01234;  rendezvous
/// ```
///
/// `2 lg p alpha + p n beta + p n gamma` for the last member. Short sources, and those in place, are first copied to
/// receive buffers, one piece after the other, with one rendezvous each.
final class LinearScan {
    private LinearScan() {}

    static void run(Reduction r, boolean inclusive) {
        boolean inPlace = r.dst == r.src;
        if (inPlace || r.g.buffers.stages(r.bytes)) staged(r, inclusive);
        else direct(r, inclusive);
    }

    private static void direct(Reduction r, boolean inclusive) {
        Group g = r.g;
        g.calls.ticks(2);
        g.meetAll(0);
        fold(r, inclusive, r.dst, r.src, r.count);
        g.meetAll(1);
    }

    private static void staged(Reduction r, boolean inclusive) {
        Group g = r.g;
        long step = SystemLayout.HALF_BYTES / r.width;
        g.calls.ticks(Math.max(1, (r.count + step - 1) / step));
        if (r.count == 0) g.meetAll(0);
        long tick = 0;
        for (long i = 0; i < r.count; i += step, tick++) {
            long n = Math.min(step, r.count - i);
            long buffer = g.buffers.next();
            r.take(buffer, g.me, r.src + i * r.width, n * r.width);
            g.meetAll(tick);
            fold(r, inclusive, r.dst + i * r.width, buffer, n);
        }
    }

    private static void fold(Reduction r, boolean inclusive, long to, long from, long n) {
        int terms = inclusive ? r.g.me + 1 : r.g.me;
        if (terms == 0) Combine.neutral(r.op, r.type, r.g.memory.address(0, to), n);
        else r.fold(terms, to, from, n);
    }
}
