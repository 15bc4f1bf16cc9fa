// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.Work;
import org.jshmem.nas.npb.ArrayCopy;
import org.jshmem.nas.npb.Stopwatch;

/// The all-to-all exchange of keys, in which each PE sends a different number to each PE.
///
/// ```
///   fcollect     counts[from][to]: every PE computes the places of each PE's keys on all PEs
///   deal         this PE's keys by bucket, straight to their places by address, or to `outbox`
///   send         the outbox, one stretch for each other PE
///   barrier      the only one: in the next iteration's reduction all PEs have counted
///
///   received     from PE 0: bucket 4, bucket 5 .. | from PE 1: bucket 4, bucket 5 ..
/// ```
///
/// The published version puts and gets counts and places one by one. Its PEs all take targets 0, 1, 2 .. in this
/// order (`--order paper`). Here a PE starts with the next PE, so that its puts do not all meet at one target. A PE's
/// own keys stay in the outbox.
final class IsExchange {
    private static final int LINE = 64;
    private static final int INTS_OF_A_LINE = LINE / Integer.BYTES;

    /// Spare keys of the outbox: iterations differ by the two keys that change, so a PE keeps more or fewer keys than
    /// in the first.
    private static final int SLACK = 1024;

    private final Shmem sh;
    private final IsSplit split;
    private final boolean direct;
    private final boolean shifted;
    private final Stopwatch watch;
    private final int me;
    private final int npes;

    private final SymInts mine;
    private final SymInts all;
    private final int[] counts;

    /// The index of this PE's first key in each PE's `received`, and the end of all keys there.
    private final long[] place;

    private final long[] end;

    private final SymInts received;

    /// This PE's own keys, and the keys to put; `start` is the index of the first key for each PE.
    /// It is memory at an address, or `box`.
    private MemorySegment outbox = MemorySegment.NULL;

    private int[] box = {};

    private final int[] start;

    /// Where the next key of each bucket goes.
    private final long[] next;

    /// Collective: allocates room for `capacity` keys of other PEs.
    IsExchange(Shmem sh, IsSplit split, int buckets, int capacity, Access access, boolean shifted, Stopwatch watch) {
        this.sh = sh;
        this.split = split;
        direct = access == Access.PTR;
        this.shifted = shifted;
        this.watch = watch;
        me = sh.myPe();
        npes = sh.nPes();
        mine = sh.ints(npes);
        all = sh.ints((long) npes * npes);
        counts = new int[npes * npes];
        place = new long[npes];
        end = new long[npes];
        start = new int[npes];
        next = new long[buckets];
        received = sh.ints(capacity + skew(npes));
    }

    void free() {
        mine.free();
        all.free();
        received.free();
    }

    /// Sends this PE's number of keys for each PE to all PEs, and computes all places. Collective.
    void plan() {
        mine.stored(0, npes, me);
        ArrayCopy.in(split.count, 0, mine.local(), 0, npes);
        watch.enter(Stopwatch.Phase.TRANSFER);
        sh.world().fcollect(all, mine, npes);
        watch.enter(Stopwatch.Phase.COMPUTE);
        all.loaded(0, counts.length, me);
        ArrayCopy.out(all.local(), 0, counts, 0, counts.length);
        for (int pe = 0; pe < npes; pe++) {
            end[pe] = skew(pe);
            counts[pe * npes + pe] = 0;
        }
        for (int from = 0; from < npes; from++) {
            if (from == me) System.arraycopy(end, 0, place, 0, npes);
            for (int to = 0; to < npes; to++) end[to] += counts[from * npes + to];
        }
        int kept = 0;
        for (int to = 0; to < npes; to++) {
            checkRoom(end[to], to);
            start[to] = kept;
            if (!straight(to)) kept += split.count[to];
        }
        if (outbox.byteSize() < bytes(kept)) makeRoom(kept + SLACK);
        sh.compute(Work.scalars(4L * npes * npes));
    }

    private void makeRoom(int keys) {
        if (direct) {
            outbox = Arena.ofAuto().allocate(bytes(keys), LINE);
        } else {
            box = new int[keys];
            outbox = MemorySegment.ofArray(box);
        }
    }

    private void checkRoom(long end, int pe) {
        if (end <= received.length()) return;
        throw new IllegalStateException(
                "PE %d/%d: is: %d keys go to PE %d, its room is for %d; the keys are not those of the class"
                        .formatted(me, npes, end - skew(pe), pe, received.length() - skew(pe)));
    }

    /// Returns the index of the first key in a PE's `received`: 17 cache lines, an odd number, more for each PE.
    /// Heaps are a power of two apart, and without the skew the lines to which a PE distributes keys would share a
    /// few sets of the cache. With 64 PEs that doubled the time of `deal`.
    private static int skew(int pe) {
        return pe * 17 * INTS_OF_A_LINE;
    }

    /// Copies each key to its PE or to the outbox; `counts` are the numbers of keys by bucket.
    void deal(int[] keys, int n, int shift, int[] counts) {
        places(counts);
        for (int at = 0; at < n; at += IsLoops.STRETCH) {
            int end = Math.min(at + IsLoops.STRETCH, n);
            if (direct) IsLoops.deal(keys, at, end, shift, next);
            else IsLoops.deal(keys, at, end, shift, next, box);
        }
    }

    /// Sets `next` to the address of this PE's first key of each bucket, or to its index in `box`.
    private void places(int[] counts) {
        for (int pe = 0; pe < npes; pe++) {
            long at = direct ? address(pe) : start[pe];
            for (int b = split.bucket[pe]; b < split.bucket[pe + 1]; b++) {
                next[b] = at;
                at += direct ? bytes(counts[b]) : counts[b];
            }
        }
    }

    private long address(int pe) {
        return straight(pe) ? received.ptr(pe).address() + bytes(place[pe]) : outbox.address() + bytes(start[pe]);
    }

    private boolean straight(int pe) {
        return direct && pe != me;
    }

    /// Declares the keys that `deal` has stored, puts the others, and waits for all PEs. Collective.
    void send() {
        for (int i = 0; i < npes; i++) {
            int pe = shifted ? (me + 1 + i) % npes : i;
            if (straight(pe)) received.stored(place[pe], split.count[pe], pe);
            else if (pe != me) put(pe);
        }
        watch.enter(Stopwatch.Phase.WAITING);
        sh.barrierAll();
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    private void put(int pe) {
        watch.enter(Stopwatch.Phase.TRANSFER);
        received.putNbi(place[pe], kept(pe), pe);
    }

    /// Returns this PE's own keys, in the order of their buckets.
    MemorySegment own() {
        return kept(me);
    }

    private MemorySegment kept(int pe) {
        return outbox.asSlice(bytes(start[pe]), bytes(split.count[pe]));
    }

    /// Returns the received keys, those of each PE in the order of their buckets.
    MemorySegment come() {
        int from = skew(me);
        long n = end[me] - from;
        received.loaded(from, n, me);
        return received.local().asSlice(bytes(from), bytes(n));
    }

    private static long bytes(long keys) {
        return keys * Integer.BYTES;
    }
}
