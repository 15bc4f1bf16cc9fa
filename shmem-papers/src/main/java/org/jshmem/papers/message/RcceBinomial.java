// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.collective.Group;

/// The binomial broadcast of RCCE_comm, with blocking messages.
///
/// ```
/// p = 6     0 > 3 | 0 > 2, 3 > 5 | 0 > 1, 3 > 4      halves of the members, the whole message each time
/// ```
///
/// `lg p (alpha + n beta)` (Petrović 2012, section 5).
public final class RcceBinomial {
    private RcceBinomial() {}

    /// Broadcasts by blocking messages.
    public static void run(Group g, long dst, long src, long bytes, int root) {
        Messages messages = new Messages(g, Rcce.BLOCKING);
        int p = g.size;
        g.calls.ticks(messages.ticks(1, bytes));
        int rank = (g.me - root + p) % p;
        int low = 0;
        int high = p;
        boolean has = rank == 0;
        while (high - low > 1) {
            int middle = low + (high - low + 1) / 2;
            if (rank == low && has) messages.send((middle + root) % p, rank == 0 ? src : dst, bytes);
            if (rank == middle) {
                messages.receive((low + root) % p, dst, bytes);
                has = true;
            }
            if (rank < middle) high = middle;
            else low = middle;
        }
        if (rank == 0) g.memory.get(dst, g.me, src, bytes);
    }
}
