// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.exchange;

import org.jshmem.collective.Group;
import org.jshmem.collective.Levels;
import org.jshmem.collective.exchange.Exchanges.Blocks;
import org.jshmem.collective.layout.SystemLayout;

/// The exchange by hosts: one message carries all blocks of the members of a host for those of another one.
///
/// ```
/// members 0 1 2 on one host, 3 4 on another
///          members of a host meet
///   1 packs 03 04 13 14 23 24, and puts them to 3            3 packs 30 31 32 40 41 42, and puts them to 1
///   2 takes 02 12 22                                         4 takes 34 44
///          members of a host meet
///   2 takes 32 42 of 1                                       4 takes 04 14 24 of 3
/// ```
///
/// With h hosts of m members m^2 (h - 1) messages would reach each host. Here h - 1 do, shared among its members, in
/// pieces that fit a receive buffer: `2 lg m alpha + (h - 1)(alpha + m^2 n beta)` (Träff, Rougier 2014). Only these
/// messages synchronise hosts: a host sends its message after all of its members have arrived.
final class HostExchange {
    private final Blocks b;
    private final Levels levels;
    private final int hosts;

    /// Bytes of a receive buffer for the blocks to or from one member of a host.
    private final long row;

    /// The offset of the receive buffers, and the elements of each block in the present piece.
    private long half;

    private long n;

    private HostExchange(Blocks b, long step) {
        this.b = b;
        this.levels = b.g().levels;
        this.hosts = levels.hosts();
        this.row = levels.most() * step * b.width();
    }

    static void run(Blocks b) {
        Levels levels = b.g().levels;
        // rows in a half: ceil(h / m) messages of m rows come in, at most h + m; at most `most` rows go out
        long rows = levels.hosts() + 2L * levels.most();
        long step = SystemLayout.HALF_BYTES / (rows * levels.most() * b.width());
        if (step == 0) Exchanges.linear(b);
        else new HostExchange(b, step).pieces(step);
    }

    private void pieces(long step) {
        long pieces = Math.max(1, (b.count() + step - 1) / step);
        b.g().ticks(2 * pieces);
        for (long c = 0; c < pieces; c++) {
            n = Math.min(step, b.count() - c * step);
            half = b.g().half(b.g().epoch());
            levels.meetHere(2 * c);
            for (int d = 1; d < hosts; d++) send((levels.host() + d) % hosts, c * step, 2 * c);
            neighbours(c * step);
            for (int d = 1; d < hosts; d++) receive((levels.host() + hosts - d) % hosts, 2 * c);
            levels.meetHere(2 * c + 1);
            for (int d = 1; d < hosts; d++) take((levels.host() + hosts - d) % hosts, c * step);
        }
    }

    /// Returns the member of a host that packs the message for `other`, and receives the message from there.
    private int speaker(int host, int other) {
        return levels.member(host, other % levels.members(host));
    }

    /// Returns the offset of the message from a host at its receiver on host `to`.
    private long place(int to, int from) {
        long members = levels.members(to);
        return half + from / members * members * row;
    }

    private void send(int to, long first, long at) {
        Group g = b.g();
        if (speaker(levels.host(), to) != g.me) return;
        long packed = half + SystemLayout.HALF_BYTES - levels.members(to) * row;
        long next = packed;
        for (int i = 0; i < levels.count(); i++) {
            for (int j = 0; j < levels.members(to); j++) {
                b.move(next, 1, levels.member(levels.host(), i), b.from(levels.member(to, j), first), b.srcStride(), n);
                next += n * b.width();
            }
        }
        int other = speaker(to, levels.host());
        g.post(other, at, place(to, levels.host()), packed, next - packed);
    }

    private void neighbours(long first) {
        for (int i = 0; i < levels.count(); i++) {
            int k = levels.member(levels.host(), (levels.index() + i) % levels.count());
            b.move(b.to(k, first), b.dstStride(), k, b.from(b.g().me, first), b.srcStride(), n);
        }
    }

    private void receive(int from, long at) {
        if (speaker(levels.host(), from) == b.g().me) b.g().await(speaker(from, levels.host()), at);
    }

    private void take(int from, long first) {
        long block = place(levels.host(), from) + levels.index() * n * b.width();
        for (int i = 0; i < levels.members(from); i++) {
            int k = levels.member(from, i);
            b.move(b.to(k, first), b.dstStride(), speaker(levels.host(), from), block, 1, n);
            block += levels.count() * n * b.width();
        }
    }
}
