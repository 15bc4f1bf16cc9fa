// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;

/// The memory of a team's members, and copies of bytes between members: by direct loads and stores if both ends have
/// an address on this PE, else by put and get. Each call begins with its way of access ([#use]).
public final class TeamMemory {
    /// Whether the memory of all members has addresses here.
    public final boolean allAddressable;

    /// Whether the present call accesses all members' memory directly: equal on every member, so that algorithms may
    /// depend on it.
    public boolean direct;

    /// Whether the present call uses addresses of memory that has them: not with `Access.PUTGET`.
    boolean addresses = true;

    private final Group g;
    private final MemorySpace heap;
    private final long longCopy;

    TeamMemory(Group g) {
        this.g = g;
        this.heap = g.transport.spaces().getFirst();
        this.longCopy = g.direct.longCopy();
        boolean all = true;
        for (int k = 0; k < g.size && all; k++) all = reaches(k);
        this.allAddressable = all;
        this.direct = all;
    }

    /// Begins a call, which uses addresses of memory that has them, or none.
    void use(boolean uses) {
        addresses = uses;
        direct = uses && allAddressable;
        g.direct.byCalls(!uses);
    }

    private boolean reaches(int k) {
        return heap.hasAddress(g.transport.reach(g.pe(k)));
    }

    /// The absolute address of an offset on member `k`, which has addresses here.
    public long address(int k, long offset) {
        return g.transport.address(g.pe(k), offset);
    }

    /// The absolute address of bytes of member `k`, which this PE loads next.
    public long loads(int k, long offset, long bytes) {
        g.direct.touch(g.pe(k), offset, bytes, false);
        return address(k, offset);
    }

    /// The absolute address of own bytes, which this PE stores next.
    public long stores(long offset, long bytes) {
        g.direct.touch(g.pe(g.me), offset, bytes, true);
        return address(g.me, offset);
    }

    /// Whether member `k`'s memory is accessed directly.
    boolean isDirect(int k) {
        return k == g.me || isPlain(k);
    }

    /// As [#isDirect]; without addresses a copy to this PE itself stays a put, although a plain copy would have the
    /// same effect.
    private boolean isPlain(int k) {
        return direct || addresses && reaches(k);
    }

    /// Copies own memory to member `k`.
    public void put(int k, long to, long from, long bytes) {
        move(k, k, to, g.me, from, bytes);
    }

    /// Copies own memory to member `k`, and signals it that this PE has reached tick `at`: one message to another host.
    public void put(int k, long to, long from, long bytes, long at) {
        if (isPlain(k)) {
            put(k, to, from, bytes);
            g.calls.post(k, at);
        } else g.calls.post(k, at, to, from, bytes);
    }

    /// Copies member `k`'s memory here.
    public void get(long to, int k, long from, long bytes) {
        move(k, g.me, to, k, from, bytes);
    }

    /// Copies as [#get], at the latest in [#quiet]: for copies of which none needs another one.
    public void getNbi(long to, int k, long from, long bytes) {
        if (!isDirect(k)) get(to, k, from, bytes);
        else if (bytes > 0 && (k != g.me || to != from)) g.direct.request(to, g.pe(k), from, bytes);
    }

    /// Waits until all requested copies have been made.
    public void quiet() {
        g.direct.complete();
    }

    private void move(int other, int toMember, long to, int fromMember, long from, long bytes) {
        if (bytes <= 0 || toMember == fromMember && to == from) return;
        int dst = g.pe(toMember);
        int src = g.pe(fromMember);
        if (isPlain(other) && (toMember == g.me || bytes < longCopy)) g.direct.copy(dst, to, src, from, bytes);
        else g.channel.copy(dst, to, src, from, bytes);
    }

    /// Copies `n` elements that lie `fromStride` bytes apart at member `k` to places `toStride` apart here.
    public void iget(long to, long toStride, int k, long from, long fromStride, int width, long n) {
        if (n == 0) return;
        if (!isPlain(k)) {
            long own = address(g.me, to);
            boolean all = g.channel.getBlocks(g.pe(k), from, fromStride, Memory.everywhere(), own, toStride, width, n);
            for (long i = 0; !all && i < n; i++) {
                g.channel.copy(g.pe(g.me), to + i * toStride, g.pe(k), from + i * fromStride, width);
            }
            return;
        }
        long t = address(g.me, to);
        long f = k == g.me ? address(k, from) : loads(k, from, (n - 1) * fromStride + width);
        for (long i = 0; i < n; i++) {
            Memory.set(t, width, Memory.getAcquire(f, width));
            t += toStride;
            f += fromStride;
        }
    }
}
