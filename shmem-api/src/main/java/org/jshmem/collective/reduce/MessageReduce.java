// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.message.MessageRing;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;

/// The reductions on a ring of messages: reduce-scatter, then allgather (Kohler 2012). Each step of its ladder is a
/// style of messages and a partition of the vector.
///
/// `2(p - 1) alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`. The bits are those of `ring`, if the blocks are equal.
public final class MessageReduce {
    private MessageReduce() {}

    /// The algorithm of a style and a split.
    public static Reductions.Algorithm of(Style style, Split split) {
        return r -> MessageRing.allreduce(r.g, r.op, r.type, r.dst, r.src, r.count, style, split);
    }

    /// The algorithm that combines in the mailboxes.
    public static Reductions.Algorithm direct(Style style) {
        return r -> MessageRing.direct(r.g, r.op, r.type, r.dst, r.src, r.count, style);
    }
}
