// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Op;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.Transport;

/// MPICH's collectives (Thakur, Rabenseifner, Gropp 2005) over messages; Intel MPI and MVAPICH2 descend from it.
///
/// ```
/// broadcast   binomial tree, below 12 kB                        lg p (alpha + n beta)
/// reduce      binomial tree, up to 2 kB                         lg p (alpha + n beta + n gamma)
/// allreduce   recursive doubling up to 2 kB, then halving and   lg p (alpha + n beta + n gamma)
///             doubling (Rabenseifner)                           2 lg p alpha + 2 n beta + n gamma
/// barrier     dissemination                                     lg p alpha
/// ```
///
/// A PE receives elements into a buffer before it combines them. MPICH composes longer broadcasts and reductions of
/// scatters and gathers; the papers' comparisons do not need these.
public final class Mpi {
    private static final int SHORT = 2048; // bytes, MPICH's limit

    private final Transport t;
    private final MpichMessages messages;
    private final int me;
    private final int p;

    /// Creates the collectives of this PE.
    public Mpi(Transport transport, MpichMessages messages) {
        t = transport;
        this.messages = messages;
        me = t.pe();
        p = t.npes();
    }

    /// Copies the root's memory to the same offset on all PEs.
    public void broadcast(int root, long at, long bytes) {
        int rank = Math.floorMod(me - root, p);
        int step = 1;
        while (step < p && (rank & step) == 0) step <<= 1;
        if (rank != 0) messages.receive(Math.floorMod(me - step, p), at, bytes);
        for (step >>= 1; step > 0; step >>= 1) {
            if (rank + step < p) messages.send((me + step) % p, at, bytes);
        }
    }

    /// Sums the PEs' elements: the root has the result, the others have a part of it.
    public void reduce(int root, ElementType type, long dst, long src, long buffer, long count) {
        long bytes = count * type.bytes;
        t.channel().copy(me, dst, me, src, bytes);
        int rank = Math.floorMod(me - root, p);
        for (int step = 1; step < p; step <<= 1) {
            if ((rank & step) != 0) {
                messages.send(Math.floorMod(me - step, p), dst, bytes);
                return;
            }
            if (rank + step < p) {
                messages.receive((me + step) % p, buffer, bytes);
                add(t, type, dst, buffer, count);
            }
        }
    }

    /// Sums the PEs' elements on all PEs; `p` is a power of two.
    public void allreduce(ElementType type, long dst, long src, long buffer, long count) {
        if (Integer.bitCount(p) != 1) {
            throw new IllegalArgumentException("allreduce: npes=" + p + "; a power of two is needed");
        }
        long bytes = count * type.bytes;
        t.channel().copy(me, dst, me, src, bytes);
        if (bytes > SHORT) {
            halve(type, dst, buffer, 1, 0, count);
            return;
        }
        for (int step = 1; step < p; step <<= 1) {
            int other = me ^ step;
            messages.exchange(other, dst, bytes, other, buffer, bytes);
            add(t, type, dst, buffer, count);
        }
    }

    /// Sums elements `from` to `end` over the PEs that agree in the bits below `step`. Each pair halves the elements,
    /// and exchanges its halves once these are sums over all PEs.
    private void halve(ElementType type, long dst, long buffer, int step, long from, long end) {
        if (step == p) return;
        int other = me ^ step;
        int width = type.bytes;
        long middle = (from + end) / 2;
        boolean lower = me < other;
        long own = lower ? from : middle;
        long ownEnd = lower ? middle : end;
        long its = lower ? middle : from;
        long itsEnd = lower ? end : middle;
        long ownBytes = (ownEnd - own) * width;
        long itsBytes = (itsEnd - its) * width;
        messages.exchange(other, dst + its * width, itsBytes, other, buffer + own * width, ownBytes);
        add(t, type, dst + own * width, buffer + own * width, ownEnd - own);
        halve(type, dst, buffer, step << 1, own, ownEnd);
        messages.exchange(other, dst + own * width, ownBytes, other, dst + its * width, itsBytes);
    }

    /// Returns after all PEs have called it.
    public void barrier() {
        for (int step = 1; step < p; step <<= 1) {
            messages.exchange((me + step) % p, 0, 0, Math.floorMod(me - step, p), 0, 0);
        }
    }

    /// Adds elements at the cost that this library's reductions have through ptr.
    static void add(Transport t, ElementType type, long to, long from, long count) {
        int me = t.pe();
        long bytes = count * type.bytes;
        DirectAccess direct = t.direct();
        direct.touch(me, from, bytes, false);
        direct.touch(me, to, bytes, false);
        direct.touch(me, to, bytes, true);
        direct.combine(2, count, type.bytes);
        long sum = t.address(me, to);
        Combine.apply(Op.SUM, type, sum, sum, t.address(me, from), count);
    }
}
