// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// How bytes get from one member to another: by direct loads and stores, or by put and get.
final class Reach {
    /// From here on it is the backend that knows how bytes are handed out fastest, and its calls no longer show.
    private static final long LONG = 24 << 10;

    private final Group g;
    private final Transport transport;
    final boolean direct;

    Reach(Group g, boolean direct) {
        this.g = g;
        this.transport = g.transport;
        this.direct = direct;
    }

    /// Copies own memory to member `k`.
    void give(int k, long to, long from, long bytes) {
        move(k, to, g.me(), from, bytes);
    }

    /// Copies member `k`'s memory here.
    void take(long to, int k, long from, long bytes) {
        move(g.me(), to, k, from, bytes);
    }

    private void move(int toMember, long to, int fromMember, long from, long bytes) {
        if (bytes <= 0 || toMember == fromMember && to == from) return;
        if (direct && (g.priced || toMember == g.me() || bytes < LONG)) {
            if (g.priced) transport.touchCopy(g.pe(toMember), to, g.pe(fromMember), from, bytes);
            Memory.copy(g.address(fromMember, from), g.address(toMember, to), bytes);
        } else transport.copy(g.pe(toMember), to, g.pe(fromMember), from, bytes);
    }

    /// Copies `n` elements that lie `fromStride` bytes apart at member `k` to places `toStride` apart here.
    void takeStrided(long to, long toStride, int k, long from, long fromStride, int width, long n) {
        if (n == 0) return;
        if (!direct) {
            for (long i = 0; i < n; i++) {
                transport.copy(transport.pe(), to + i * toStride, g.pe(k), from + i * fromStride, width);
            }
            return;
        }
        if (k != g.me()) transport.touch(g.pe(k), from, (n - 1) * fromStride + width, false);
        long t = g.address(g.me(), to);
        long f = g.address(k, from);
        switch (width) {
            case 1 -> {
                for (long i = 0; i < n; i++) Memory.setByte(t + i * toStride, Memory.getByte(f + i * fromStride));
            }
            case 2 -> {
                for (long i = 0; i < n; i++) Memory.setShort(t + i * toStride, Memory.getShort(f + i * fromStride));
            }
            case 4 -> {
                for (long i = 0; i < n; i++) Memory.setInt(t + i * toStride, Memory.getInt(f + i * fromStride));
            }
            default -> {
                for (long i = 0; i < n; i++) Memory.setLong(t + i * toStride, Memory.getLong(f + i * fromStride));
            }
        }
    }
}
