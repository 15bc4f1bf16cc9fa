// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Op;
import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;

/// The exchange of blocks on a ring of members, by messages: the bucket algorithm of RCCE_comm (Kohler 2012, figures
/// 2, 4 and 5).
///
/// ```
/// p = 4, reduce-scatter        0          1          2          3
///   round 1   sends to right   0          1          2          3
///             combines         3          0          1          2
///   round 3   has complete     1          2          3          0
/// allgather: sends that, then what came last
/// ```
///
/// p - 1 rounds each. With blocking sends, even members send first and odd ones receive first, so that a round takes
/// the time of two messages; with other sends it takes the time of one.
public final class Ring {
    private final Group g;
    private final Messages messages;
    private final int me;
    private final int p;
    private final int left;
    private final int right;

    /// Creates the ring over one call's messages.
    public Ring(Group g, Messages messages) {
        this.g = g;
        this.messages = messages;
        me = g.me;
        p = g.size;
        left = (me + p - 1) % p;
        right = (me + 1) % p;
    }

    /// A vector in blocks.
    ///
    /// @param dst the offset of the results
    /// @param src this PE's operand; may be `dst`
    /// @param start the first element of each block, and the end
    public record Blocks(Op op, ElementType type, long dst, long src, long[] start) {
        /// Divides `count` elements.
        public static Blocks of(Op op, ElementType type, long dst, long src, long count, Split split, int line, int p) {
            long[] start = new long[p + 1];
            for (int b = 0; b <= p; b++) start[b] = split.start(count, line / type.bytes, b, p);
            return new Blocks(op, type, dst, src, start);
        }

        long at(int b) {
            return start[b] * type.bytes;
        }

        long bytes(int b) {
            return (start[b + 1] - start[b]) * type.bytes;
        }

        /// Returns the bytes of the longest block.
        public long longest() {
            long most = 0;
            for (int b = 0; b + 1 < start.length; b++) most = Math.max(most, bytes(b));
            return most;
        }
    }

    /// Returns the block that a member has complete after [#reduceScatter].
    public static int complete(int member, int p) {
        return (member + 1) % p;
    }

    /// Combines all blocks once around: afterwards block `complete(me, p)` at `dst` is the result.
    public void reduceScatter(Blocks v) {
        Scratch scratch = new Scratch(g, v.longest());
        for (int round = 1; round < p; round++) {
            int out = (me - round + 1 + p) % p;
            int in = (me - round + p) % p;
            long from = (round == 1 ? v.src : v.dst) + v.at(out);
            messages.exchange(right, from, v.bytes(out), left, v.bytes(in), scratch.from(left), me % 2 == 0);
            scratch.combine(v, in);
        }
    }

    /// Passes blocks around until all members have all. Each begins with block `first`; the member before begins with
    /// the block before.
    public void allgather(long[] at, long[] bytes, int first) {
        for (int round = 0; round < p - 1; round++) {
            int out = (first - round + 2 * p) % p;
            int in = (out - 1 + p) % p;
            long to = at[in];
            messages.exchange(
                    right,
                    at[out],
                    bytes[out],
                    left,
                    bytes[in],
                    (done, n) -> g.channel.copy(g.pe(me), to + done, g.pe(left), g.layout.mpb(), n),
                    me % 2 == 0);
        }
    }

    /// Gathers as above for a vector's blocks.
    public void allgather(Blocks v, int first) {
        long[] at = new long[p];
        long[] bytes = new long[p];
        for (int b = 0; b < p; b++) {
            at[b] = v.dst + v.at(b);
            bytes[b] = v.bytes(b);
        }
        allgather(at, bytes, first);
    }

    /// Private memory for a received block before it is combined.
    private static final class Scratch {
        private final Group g;
        private final MemorySegment block;

        Scratch(Group g, long bytes) {
            this.g = g;
            block = Arena.ofAuto().allocate(Math.max(bytes, 1), 64);
        }

        Messages.Sink from(int k) {
            return (at, n) -> g.channel.get(g.pe(k), g.layout.mpb(), block, at, n);
        }

        /// `dst = what has come op src` for a block.
        void combine(Blocks v, int b) {
            long bytes = v.bytes(b);
            if (bytes == 0) return;
            long n = bytes / v.type.bytes;
            long own = g.memory.loads(g.me, v.src + v.at(b), bytes);
            long to = g.memory.stores(v.dst + v.at(b), bytes);
            g.direct.compute(Work.flops(n).bytes(2 * bytes, bytes).footprint(2 * bytes));
            Combine.apply(v.op, v.type, to, block.address(), own, n);
        }
    }
}
