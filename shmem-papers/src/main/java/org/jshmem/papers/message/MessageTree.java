// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Op;
import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;

/// The reduction of short vectors in a binomial tree of messages: combined on the way up, and down again.
///
/// ```
/// p = 6     1 > 0, 3 > 2, 5 > 4     2 > 0     4 > 0     and back
/// ```
///
/// `2 lg p (alpha + n beta)`. The bits are those of this tree, and differ from a ring's.
final class MessageTree {
    private MessageTree() {}

    static void allreduce(Group g, Op op, ElementType type, long dst, long src, long count, Style style) {
        Messages messages = new Messages(g, style);
        int p = g.size;
        int me = g.me;
        long bytes = count * type.bytes;
        g.calls.ticks(messages.ticks(2, bytes));
        int own = g.pe(me);
        if (dst != src) g.channel.copy(own, dst, own, src, bytes);
        MemorySegment part = Arena.ofAuto().allocate(Math.max(bytes, 1), 64);
        int step = 1;
        for (; step < p && (me & step) == 0; step <<= 1) {
            int child = me + step;
            if (child >= p) continue;
            messages.receive(child, bytes, (at, n) -> g.channel.get(g.pe(child), g.layout.mpb(), part, at, n));
            long to = g.memory.stores(dst, bytes);
            g.direct.compute(Work.flops(count).bytes(2 * bytes, bytes).footprint(2 * bytes));
            Combine.apply(op, type, to, to, part.address(), count);
        }
        if (me != 0) {
            int parent = me - step;
            messages.send(parent, dst, bytes);
            messages.receive(parent, dst, bytes);
        }
        for (step >>= 1; step > 0; step >>= 1) {
            if (me + step < p) messages.send(me + step, dst, bytes);
        }
    }
}
