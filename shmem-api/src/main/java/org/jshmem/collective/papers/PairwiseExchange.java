// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.exchange.Exchanges.Blocks;

/// The exchange by pairs: each member waits for one source after the other, instead of for all in a rendezvous.
///
/// ```
/// p = 5, member 2      signals to 3, 4, 0, 1 "my source is there";
///                      for 1, 0, 4, 3: waits for it, copies, signals "I have it"; waits for that from all
/// ```
///
/// `2(p - 1) alpha + (p - 1)n beta`; no member waits for members whose blocks it does not need yet.
final class PairwiseExchange {
    private PairwiseExchange() {}

    static void run(Blocks b) {
        Group g = b.g();
        int p = g.size;
        int me = g.me;
        g.ticks(2);
        for (int d = 1; d < p; d++) g.post((me + d) % p, 0);
        b.take(me);
        for (int d = 1; d < p; d++) {
            int k = (me - d + p) % p;
            g.meet(k, 0);
            b.take(k);
            g.post(k, 1);
        }
        for (int d = 1; d < p; d++) g.await((me + d) % p, 1);
    }
}
