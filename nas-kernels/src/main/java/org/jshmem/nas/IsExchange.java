// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymInts;

/// The all-to-all exchange of keys, each PE sending a different number to each.
///
/// ```
///   fcollect     counts[from][part]: every PE knows where the keys of each PE go in everybody's memory
///   deal, send   each PE's keys to their places in `received`, straight or stretch by stretch
///   barrier      the only one: the next iteration's reduction tells that everybody has counted
///
///   received     from PE 0: part 0, part 1 .. | from PE 1: ..
/// ```
///
/// The published version puts and gets counts and places one by one, and takes targets 0, 1, 2 .. on every PE alike
/// (`--order paper`); here a PE starts with the next one, so that no target is hot. A PE does not send to itself,
/// except where keys are dealt straight to their targets.
final class IsExchange {
    private final Shmem sh;
    private final IsSplit split;
    private final Access access;
    private final boolean shifted;
    private final boolean straight;
    private final Stopwatch watch;
    private final int capacity;
    private final int me;
    private final int npes;

    private final SymInts mine;
    private final SymInts all;
    private final int[] counts;

    /// For each PE, where its keys begin in `received`; one more for the end.
    private final int[] begin;

    /// Where this PE's keys begin in each PE's `received`.
    private final int[] place;

    private final SymInts received;
    private final MemorySegment own;

    /// Collective: allocates room for `capacity` received keys.
    ///
    /// @param straight whether keys are dealt straight to their targets, own ones among them
    IsExchange(
            Shmem sh, IsSplit split, int capacity, Access access, boolean shifted, boolean straight, Stopwatch watch) {
        this.sh = sh;
        this.split = split;
        this.capacity = capacity;
        this.access = access;
        this.shifted = shifted;
        this.straight = straight;
        this.watch = watch;
        me = sh.myPe();
        npes = sh.nPes();
        mine = sh.ints(split.parts);
        all = sh.ints((long) split.parts * npes);
        counts = new int[split.parts * npes];
        begin = new int[npes + 1];
        place = new int[npes];
        received = sh.ints(capacity);
        own = received.local();
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        mine.free();
        all.free();
        received.free();
    }

    /// Tells all PEs how many keys this one has for each part, and computes all places. Collective.
    void plan() {
        mine.stored(0, split.parts, me);
        MemorySegment.copy(split.count, 0, mine.local(), ValueLayout.JAVA_INT, 0, split.parts);
        watch.enter(Stopwatch.Phase.TRANSFER);
        sh.world().fcollect(all, mine, split.parts);
        watch.enter(Stopwatch.Phase.COMPUTE);
        all.loaded(0, counts.length, me);
        MemorySegment.copy(all.local(), ValueLayout.JAVA_INT, 0, counts, 0, counts.length);
        for (int to = 0; to < npes; to++) {
            long at = 0;
            for (int from = 0; from < npes; from++) {
                if (from == me) place[to] = (int) at;
                if (to == me) begin[from] = Math.toIntExact(at);
                if (from != to || straight) at += keys(from, to);
            }
            if (to == me) begin[npes] = fits(at);
        }
        sh.compute(IsSort.scalars((long) npes * split.parts, 4));
    }

    private int fits(long total) {
        if (total <= capacity) return (int) total;
        throw new IllegalStateException(
                "PE %d/%d: is: %d keys come to this PE, its room is for %d; the keys are not those of the class"
                        .formatted(me, npes, total, capacity));
    }

    private int keys(int from, int to) {
        int sum = 0;
        for (int c = 0; c < split.cuts; c++) sum += counts[from * split.parts + to * split.cuts + c];
        return sum;
    }

    /// How many keys come to this PE.
    int total() {
        return begin[npes];
    }

    /// Where keys of a PE for a part of this one begin in `received`, and how many they are.
    int at(int from, int cut) {
        int at = begin[from];
        for (int c = 0; c < cut; c++) at += count(from, c);
        return at;
    }

    int count(int from, int cut) {
        return from == me && !straight ? 0 : counts[from * split.parts + me * split.cuts + cut];
    }

    /// The address of this PE's first key for each part, in the memory of the part's PE.
    void addresses(long[] next) {
        for (int pe = 0; pe < npes; pe++) {
            long at = received.ptr(pe).address() + (long) place[pe] * Integer.BYTES;
            for (int c = 0; c < split.cuts; c++) {
                next[pe * split.cuts + c] = at;
                at += (long) split.count[pe * split.cuts + c] * Integer.BYTES;
            }
        }
    }

    /// Says that all keys have been dealt to those addresses. Collective.
    void dealt() {
        for (int pe = 0; pe < npes; pe++) received.stored(place[pe], split.countOf(pe), pe);
        meet();
    }

    /// Sends this PE's keys for the parts of each other PE, which begin at `start`. Collective.
    void send(int[] keys, int[] start) {
        watch.enter(Stopwatch.Phase.TRANSFER);
        for (int i = 0; i < npes; i++) {
            int pe = shifted ? (me + 1 + i) % npes : i;
            if (pe == me) continue;
            int to = place[pe];
            for (int part = pe * split.cuts; part < (pe + 1) * split.cuts; part++) {
                send(keys, start[part], split.count[part], to, pe);
                to += split.count[part];
            }
        }
        meet();
    }

    private void send(int[] keys, int from, int n, int to, int pe) {
        if (n == 0) return;
        if (access == Access.PTR) {
            received.stored(to, n, pe);
            MemorySegment.copy(keys, from, received.ptr(pe), ValueLayout.JAVA_INT, (long) to * Integer.BYTES, n);
        } else {
            received.putNbi(to, keys, from, n, pe);
        }
    }

    private void meet() {
        watch.enter(Stopwatch.Phase.WAITING);
        sh.barrierAll();
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// Copies `n` received keys from number `at` on.
    void read(int at, int[] to, int n) {
        MemorySegment.copy(own, ValueLayout.JAVA_INT, (long) at * Integer.BYTES, to, 0, n);
    }

    /// Declares that `n` received keys from number `at` on are read.
    void reading(int at, int n) {
        received.loaded(at, n, me);
    }
}
