// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers.message;

import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.reduce.Reductions;

/// The reductions on a ring of messages: reduce-scatter, then allgather (Kohler 2012). Each step of its ladder is a
/// style of messages and a partition of the vector.
///
/// `2(p - 1) alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`. The bits are those of `ring`, if the blocks are equal.
public final class MessageReduce {
    /// The cost of a ring that blocks travel around twice.
    public static final String AROUND = "2(p-1) a + 2n(p-1)/p b + n(p-1)/p c";

    private MessageReduce() {}

    /// Returns the row of a style and a split.
    public static Selection.Row<Reductions.Algorithm> row(String name, Style style, Split split, String sentence) {
        return Selection.row(
                name,
                r -> MessageRing.allreduce(r.g, r.op, r.type, r.dst, r.src, r.count, style, split),
                AROUND,
                sentence);
    }

    /// Returns the row of the algorithm that combines in the mailboxes.
    public static Selection.Row<Reductions.Algorithm> direct(String name, Style style, String sentence) {
        return Selection.row(
                name, r -> MessageRing.direct(r.g, r.op, r.type, r.dst, r.src, r.count, style), AROUND, sentence);
    }
}
