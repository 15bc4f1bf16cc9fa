// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The central reduction: all members arrive at a counter. The last one combines for all, in team order, and rings
/// the bell.
///
/// ```
/// p = 5    0: letter, 2: letter, 4: letter, 1: letter, 3: letter, and it is the last one:
///          3 combines 0 1 2 3 4, stores the result next to the bell, rings; 0 1 2 4 wake and copy it
/// ```
///
/// One round of the scheduler, which decides if PEs outnumber cores; p n bytes read by one PE, p n by all. Up to 56
/// bytes travel as letters to member 0 and return in the line of the bell. Longer operands are read from the sources,
/// and their result is stored in a receive buffer of the last member, in pieces of its size.
///
/// Bits: `((s0 op s1) op s2) ...`, as `flat`.
final class CentralReduce {
    private CentralReduce() {}

    static void run(Reduction r) {
        if (r.bytes <= SystemLayout.LETTER_BYTES) letters(r);
        else pieces(r);
    }

    private static void letters(Reduction r) {
        Group g = r.g;
        int last = g.size - 1;
        int half = g.epoch();
        long result = g.bellLetter();
        r.give(0, g.letter(half, g.me) + 8, r.src, r.bytes);
        if (g.arrive(0)) {
            // every reader of the line of the bell has arrived since
            long here = g.stage();
            r.take(here, 0, g.letter(half, 0) + 8, r.bytes);
            for (int k = 1; k <= last; k++) r.combine(here, g.me, here, 0, g.letter(half, k) + 8, r.count);
            r.give(last, result, here, r.bytes);
            g.ring(0);
            r.take(r.dst, g.me, here, r.bytes);
        } else {
            g.awaitBell(0);
            r.take(r.dst, last, result, r.bytes);
        }
    }

    private static void pieces(Reduction r) {
        Group g = r.g;
        int last = g.size - 1;
        long step = SystemLayout.HALF_BYTES / r.width;
        g.ticks((r.count + step - 1) / step);
        long tick = 0;
        for (long i = 0; i < r.count; i += step, tick++) {
            long n = Math.min(step, r.count - i);
            long at = i * r.width;
            long half = g.half(g.epoch());
            if (g.arrive(tick)) {
                for (long j = 0; j < n; j += r.tile()) {
                    long m = Math.min(r.tile(), n - j);
                    r.fold(g.size, half + j * r.width, r.src + at + j * r.width, m);
                    if (g.me != last) r.give(last, half + j * r.width, half + j * r.width, m * r.width);
                }
                g.ring(tick);
                r.take(r.dst + at, g.me, half, n * r.width);
            } else {
                g.awaitBell(tick);
                r.take(r.dst + at, last, half, n * r.width);
            }
        }
    }
}
