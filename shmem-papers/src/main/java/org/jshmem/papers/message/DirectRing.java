// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.transport.Reach;

/// The ring's reduce-scatter without copies (Kohler 2012, figure 8). A member reads an operand in its left
/// neighbour's MPB, and writes the result into its own.
///
/// ```
/// round r    own MPB, half r mod 2   =   left MPB, half (r - 1) mod 2   op   own block
/// ```
///
/// Halves are used in turn, so that the right neighbour may still read one while the other is written. The content of
/// an MPB is not copied again, so an incomplete last line costs nothing. Blocks have to fit into half an MPB.
final class DirectRing {
    private final Group g;
    private final Messages messages;
    private final int me;
    private final int p;
    private final int left;
    private final int right;
    private final long half;
    private final boolean addressed;
    private final MemorySegment line;

    DirectRing(Group g, Messages messages) {
        this.g = g;
        this.messages = messages;
        me = g.me;
        p = g.size;
        left = (me + p - 1) % p;
        right = (me + 1) % p;
        half = halfBytes(g);
        addressed = g.layout.mpb() == g.buffers.staging
                ? g.memory.allAddressable
                : g.transport.spaces().get(1).reach() == Reach.LOAD_STORE;
        line = addressed ? null : Arena.ofAuto().allocate(half, 64);
    }

    /// Bytes of half an MPB.
    static long halfBytes(Group g) {
        int line = g.layout.line();
        return g.layout.mpbBytes() / 2 / line * line;
    }

    /// Combines as [Ring#reduceScatter].
    void reduceScatter(Ring.Blocks v) {
        leave(v, me, 0);
        messages.raise(right);
        for (int round = 1; round < p; round++) {
            int b = (me - round + p) % p;
            messages.piece();
            messages.awaitSent(left);
            if (round >= 2) messages.awaitReady(right); // it has read the half that is written next
            combine(v, b, round, round == p - 1);
            messages.raise(left);
            if (round < p - 1) messages.raise(right);
        }
        messages.awaitReady(right);
    }

    private long mpb(int round) {
        return g.layout.mpb() + (round & 1) * half;
    }

    /// Copies this PE's block into its MPB, to begin with.
    private void leave(Ring.Blocks v, int b, int round) {
        int own = g.pe(me);
        if (v.bytes(b) > 0) g.channel.copy(own, mpb(round), own, v.src() + v.at(b), v.bytes(b));
    }

    private void combine(Ring.Blocks v, int b, int round, boolean last) {
        long bytes = v.bytes(b);
        if (bytes == 0) return;
        long n = bytes / v.type().bytes;
        long src = v.src() + v.at(b);
        long to = last ? v.dst() + v.at(b) : mpb(round);
        long operand;
        if (addressed) {
            operand = g.transport.address(g.pe(left), mpb(round - 1));
            g.direct.touch(g.pe(left), mpb(round - 1), bytes, false);
        } else {
            g.channel.get(g.pe(left), mpb(round - 1), line, 0, bytes);
            operand = line.address();
        }
        long own = g.memory.loads(me, src, bytes);
        long result = g.memory.stores(to, bytes);
        g.direct.compute(Work.flops(n).bytes(2 * bytes, bytes).footprint(2 * bytes));
        Combine.apply(v.op(), v.type(), result, operand, own, n);
    }
}
