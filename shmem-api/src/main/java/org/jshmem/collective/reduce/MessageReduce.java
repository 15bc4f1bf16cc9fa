// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.message.MessageRing;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;

/// The ring by messages: reduce-scatter, then allgather (Kohler 2012): each step of its ladder is a style of
/// messages and a way to cut the vector.
///
/// `2(p - 1) alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`. Bits: those of `ring`, if the blocks are the same.
final class MessageReduce {
    private MessageReduce() {}

    static void run(Reduction r, Style style, Split split) {
        Group g = r.g;
        MessageRing.allreduce(g, r.op, r.type, r.dst, r.src, r.count, style, split, true);
    }

    static void direct(Reduction r) {
        Group g = r.g;
        MessageRing.direct(g, r.op, r.type, r.dst, r.src, r.count);
    }
}
