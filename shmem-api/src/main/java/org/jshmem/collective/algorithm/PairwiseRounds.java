// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Buffers;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hypercube;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.layout.SystemLayout;

/// The reduction by rounds of pairs: in round r corners that differ in bit r combine their values (`rd`), or each
/// corner combines its own value with that of the corner 2^r after it (`bruck` of integers, [BruckReduce]).
///
/// ```
/// p = 6       0 > 1   2 > 3   4   5       fold to 4 corners: (01) (23) 4 5
/// round 0       (01)-(23)     4---5
/// round 1       (01)---4   (23)---5
///             0 < 1   2 < 3               unfold
/// ```
///
/// lg p rounds of n bytes each way: `lg p alpha + n lg p beta + n lg p gamma` (Namashivayam 2014, 5.1.2). A round has
/// one of two forms:
/// - *exchange*: both members combine their values with the other's. Long arrays are reduced in pieces.
/// - *messages*: up to 56 bytes travel with the flag.
///
/// Bits: lower corner op higher corner in each round, `((01)(23))(45)`, equal for both forms and on every PE.
final class PairwiseRounds {
    /// Bytes up to which a copy costs less than the flag that a source has been read.
    private static final long SHORT = 1 << 10;

    private PairwiseRounds() {}

    /// Lets corners that differ in a bit combine.
    static void doubling(Reduction r) {
        if (r.bytes <= SystemLayout.MESSAGE_BYTES) messages(r);
        else exchange(r, false);
    }

    /// Reduces up to 56 bytes, in the lines of the flags.
    private static void messages(Reduction r) {
        Group g = r.g;
        Hypercube cube = r.cube;
        int rounds = cube.dimensions;
        g.calls.ticks(rounds + 2);
        Buffers.Epoch epoch = g.buffers.meeting();
        int me = g.me;
        if (cube.folds()) {
            epoch.send(me + 1, r.src, r.bytes, 0);
            g.memory.get(r.dst, me, epoch.take(me + 1, rounds + 1), r.bytes);
            return;
        }
        long mine = r.src;
        if (cube.hasFold()) {
            r.combine(r.dst, me, epoch.take(me - 1, 0), me, mine, r.count);
            mine = r.dst;
        }
        for (int round = 0; round < rounds; round++) {
            int k = cube.partner(round);
            epoch.send(k, mine, r.bytes, 1 + round);
            r.combine(cube.isLower(round), r.dst, mine, me, epoch.take(k, 1 + round), r.count);
            mine = r.dst;
        }
        if (cube.hasFold()) epoch.send(me - 1, r.dst, r.bytes, rounds + 1);
    }

    /// Lets both members of each pair combine. By put, values are sent to the other's receive buffer; by ptr they
    /// stay in the sender's own, and the other loads them there. By ptr a source that is not the destination is
    /// loaded in place unless it is short; no member returns before its own source has been read.
    /// `rotated`: each corner combines with the one 2^r after it.
    static void exchange(Reduction r, boolean rotated) {
        Group g = r.g;
        Hypercube cube = r.cube;
        int rounds = cube.dimensions;
        boolean inPlace =
                g.memory.direct && r.src != r.dst && r.bytes > SHORT && !rotated; // the other loads the source itself
        long room = (SystemLayout.RECEIVE_BYTES / (rounds + 1)) & -SystemLayout.LINE;
        long step = inPlace && g.size == 2 ? r.count : room / r.width;
        long ticks = rounds + 3L;
        g.calls.ticks((r.count + step - 1) / step * ticks);
        int me = g.me;
        long at = 0;
        for (long i = 0; i < r.count; i += step, at += ticks) {
            long buffers = g.buffers.meeting().receive;
            long n = Math.min(step, r.count - i);
            long src = r.src + i * r.width;
            long dst = r.dst + i * r.width;
            if (cube.folds()) {
                g.memory.put(me + 1, buffers + rounds * room, src, n * r.width, at);
                g.calls.await(me + 1, at + rounds + 1);
                continue;
            }
            long mine = src;
            if (cube.hasFold()) {
                g.calls.awaitInCall(me - 1, at);
                mine = g.memory.direct ? buffers : dst;
                r.combine(mine, me, buffers + rounds * room, me, src, n);
            } else if (g.memory.direct && !inPlace) {
                g.memory.get(buffers, me, src, n * r.width);
                mine = buffers;
            }
            piece(r, rotated, at, buffers, room, mine, inPlace ? src : buffers, dst, n);
            if (cube.hasFold()) g.memory.put(me - 1, dst, dst, n * r.width, at + rounds + 1);
        }
        if (inPlace && !cube.folds()) g.calls.await(cube.partner(0), at - 1);
    }

    /// Runs the rounds of a piece. In the first one, the operand of a member without a fold is at `begin`.
    private static void piece(
            Reduction r, boolean rotated, long at, long buffers, long room, long first, long begin, long dst, long n) {
        Group g = r.g;
        Hypercube cube = r.cube;
        int me = g.me;
        int corner = cube.corner();
        long mine = first;
        for (int round = 0; round < cube.dimensions; round++) {
            int other = rotated ? corner + (1 << round) & cube.corners - 1 : corner ^ 1 << round;
            int k = cube.member(other);
            int to = rotated ? cube.member(corner - (1 << round) & cube.corners - 1) : k;
            long theirs = buffers + round * room;
            if (g.memory.direct) g.calls.post(to, at + 1 + round);
            else g.memory.put(to, theirs, mine, n * r.width, at + 1 + round);
            g.calls.await(k, at + 1 + round);
            long into = !g.memory.direct || round == cube.dimensions - 1 ? dst : theirs + room;
            int home = g.memory.direct ? k : me;
            long operand = g.memory.direct && round == 0 && !cube.folded(other) ? begin : theirs;
            r.combine(rotated || corner < other, into, mine, home, operand, n);
            mine = into;
            if (round == 0 && begin != buffers)
                g.calls.post(k, at + cube.dimensions + 2); // this PE has read the source
        }
    }
}
