// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Reduction;
import org.jshmem.papers.ramos.MinMaxModel;

/// The reduction up a k-nomial tree, the smallest subtree first, with the result handed down the same tree.
///
/// ```
/// p = 6, k = 2     1 > 0   3 > 2   5 > 4         then 2 > 0, then 4 > 0        bits: ((01)(23))(45)
/// p = 6, k = 3     1 > 0   2 > 0   4 > 3   5 > 3      then 3 > 0               bits: ((01)2)((34)5)
/// ```
///
/// The costs of the simulated machine's cache lines determine k (Ramos, Hoefler 2013, eq. 17); without costs k is 2. A
/// member combines its children's values where they lie, and writes the result to them.
final class NomialReduce {
    private NomialReduce() {}

    static void run(Reduction r) {
        Group g = r.g;
        int p = g.size;
        int me = g.me;
        MinMaxModel lines = MinMaxModel.of(g.direct);
        int k = lines == null ? 2 : lines.radixUp(p, r.bytes);
        g.calls.ticks(2);
        long mine = r.src;
        long subtree = 1; // members of the subtree whose values are combined
        for (; subtree < p && me / subtree % k == 0; subtree *= k) {
            for (long child = me + subtree; child < Math.min(p, me + k * subtree); child += subtree) {
                boolean leaf = subtree == 1 || child + 1 >= p;
                g.calls.awaitInCall((int) child, 0);
                r.combine(r.dst, me, mine, (int) child, leaf ? r.src : r.dst, r.count);
                mine = r.dst;
            }
        }
        if (me > 0) {
            int parent = (int) (me - me / subtree % k * subtree);
            g.calls.post(parent, 0);
            g.calls.await(parent, 1);
        }
        for (long step = subtree / k; step > 0; step /= k) {
            for (long child = me + step; child < Math.min(p, me + k * step); child += step) {
                g.memory.put((int) child, r.dst, r.dst, r.bytes, 1);
            }
        }
    }
}
