// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.layout.SystemLayout;

/// The scan by hosts: each host adds its members' values, in team order, to the sum of the host before it. It gives
/// each member the sum up to there, and sends the sum of all its members to the next host.
///
/// ```
/// members 0 1 on one host, 2 3 on a second, 4 5 on a third; 0 2 4 have the first half of the array, 1 3 5 the other
///   0, 01 > 012, 0123 > 01234, 012345     piece by piece, so that all hosts are at work
/// ```
///
/// n bytes leave a host, for any number of members: for h hosts and pieces of s bytes `(h + lg h) alpha + (1 + h s
/// / n) 3n beta`, with the rendezvous at the end (pipelines of prefixes: Sanders, Träff 2006). The array is divided
/// as in the reduction `chain`. If the members of a host are not adjacent in the team, there is no such order:
/// `linear` runs.
final class HostScan {
    /*
     * Ticks: at 0 the members of a host meet. At c + 1 piece c is in the next host's buffer; the next host signals
     * the number back after reading the piece. After the pieces two partial results lie in turn.
     */
    private static final int PIECES = 4;
    private static final long PIECE = SystemLayout.HALF_BYTES / (2 * PIECES);

    private final Reduction r;
    private final Group g;
    private final Levels levels;
    private final boolean inclusive;

    private HostScan(Reduction r, boolean inclusive) {
        this.r = r;
        this.g = r.g;
        this.levels = g.levels;
        this.inclusive = inclusive;
    }

    static void run(Reduction r, boolean inclusive) {
        if (r.g.levels.isInOrder()) new HostScan(r, inclusive).run();
        else LinearScan.run(r, inclusive);
    }

    private void run() {
        int slices = Math.clamp(r.bytes / ChainReduce.SLICE, 1, levels.fewest());
        long step = PIECE / r.width;
        long most = r.count / slices / step + 2; // pieces of the longest slice, which ends at a line
        g.ticks(most + 2);
        long buffers = g.half(g.epoch());
        levels.meetHere(0);
        int slice = levels.index();
        if (slice < slices) {
            long begin = r.start(slice, slices);
            long end = r.start(slice + 1, slices);
            long pieces = (end - begin + step - 1) / step;
            for (long c = 0; c < pieces; c++) {
                long from = begin + c * step;
                add(c, pieces, buffers, from * r.width, Math.min(end - from, step));
            }
        }
        g.rendezvous(most + 1);
    }

    /// Adds this host's values to the piece of the previous host, and sends the sum to the next host.
    private void add(long c, long pieces, long buffers, long at, long n) {
        int host = levels.host();
        int slice = levels.index();
        long bytes = n * r.width;
        long left = buffers + c % PIECES * PIECE;
        long sum = left;
        if (host == 0) Combine.neutral(r.op, r.type, g.address(g.me, left), n);
        else g.meet(levels.member(host - 1, slice), c + 1);
        for (int i = 0; i < levels.count(); i++) {
            int k = levels.member(host, i);
            long next = buffers + (PIECES + i % 2) * PIECE;
            if (k == 0) r.take(next, k, r.src + at, bytes);
            else r.combine(next, g.me, sum, k, r.src + at, n);
            r.give(k, r.dst + at, inclusive ? next : sum, bytes); // after its source has been read: it may be in place
            sum = next;
        }
        if (host > 0 && c + PIECES < pieces) g.post(levels.member(host - 1, slice), c + 1);
        if (host == levels.hosts() - 1) return;
        int right = levels.member(host + 1, slice);
        if (c >= PIECES) g.meet(right, c - PIECES + 1); // it has read the buffer
        g.post(right, c + 1, left, sum, bytes);
    }
}
