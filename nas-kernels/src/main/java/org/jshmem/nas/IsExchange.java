// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymInts;

/// The all-to-all exchange of keys, each PE sending a different number to each.
///
/// As the published OpenSHMEM version does it: every PE puts one count to every PE, all compute where the keys of
/// each source go, then for one target after the other a PE gets that place and puts its keys there. The
/// published order of targets is 0, 1, 2 ..., on every PE alike; `shifted` starts with the next PE, so that no
/// target is hot. Unlike there, a PE does not send to itself.
final class IsExchange {
    private final Shmem sh;
    private final Access access;
    private final boolean shifted;
    private final Stopwatch watch;
    private final int capacity;

    /// From each PE, how many keys come.
    private final SymInts counts;
    /// For each PE, where its keys go in `received`.
    private final SymInts places;

    private final SymInts received;
    private final MemorySegment own;
    private final int[] scratch;

    /// Collective: allocates room for `capacity` received keys.
    IsExchange(Shmem sh, int capacity, Access access, boolean shifted, Stopwatch watch) {
        this.sh = sh;
        this.capacity = capacity;
        this.access = access;
        this.shifted = shifted;
        this.watch = watch;
        counts = sh.ints(sh.nPes());
        places = sh.ints(sh.nPes());
        received = sh.ints(capacity);
        own = received.local();
        scratch = new int[sh.nPes()];
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        counts.free();
        places.free();
        received.free();
    }

    /// Sends `count[j]` keys from `start[j]` on to each other PE `j`; how many have come here from others. Those
    /// for this PE stay where they are.
    int run(int[] keys, int[] start, int[] count) {
        int me = sh.myPe();
        int npes = sh.nPes();
        watch.enter(Stopwatch.Phase.TRANSFER);
        for (int i = 0; i < npes; i++) sendCount(target(i) == me ? 0 : count[target(i)], target(i));
        meet();
        int total = place(npes);
        meet();
        watch.enter(Stopwatch.Phase.TRANSFER);
        for (int i = 0; i < npes; i++) {
            int j = target(i);
            if (j == me) continue;
            int to = placeAt(j, me);
            sendKeys(keys, start[j], count[j], to, j);
        }
        meet();
        return total;
    }

    private int target(int i) {
        return shifted ? (sh.myPe() + 1 + i) % sh.nPes() : i;
    }

    private void sendCount(int n, int pe) {
        int me = sh.myPe();
        if (access == Access.PTR) {
            counts.stored(me, 1, pe);
            counts.ptr(pe).setAtIndex(ValueLayout.JAVA_INT, me, n);
        } else {
            counts.p(me, n, pe);
        }
    }

    /// Computes where the keys of each PE go, and how many will come.
    private int place(int npes) {
        watch.enter(Stopwatch.Phase.COMPUTE);
        counts.loaded(0, npes, sh.myPe());
        MemorySegment.copy(counts.local(), ValueLayout.JAVA_INT, 0, scratch, 0, npes);
        long total = 0;
        for (int j = 0; j < npes; j++) {
            int n = scratch[j];
            scratch[j] = (int) total;
            total += n;
        }
        if (total > capacity) {
            throw new IllegalStateException(
                    "PE %d/%d: is: %d keys come to this PE, its room is for %d; the keys are not those of the class"
                            .formatted(sh.myPe(), npes, total, capacity));
        }
        places.stored(0, npes, sh.myPe());
        MemorySegment.copy(scratch, 0, places.local(), ValueLayout.JAVA_INT, 0, npes);
        return (int) total;
    }

    private int placeAt(int pe, int me) {
        if (access != Access.PTR) return places.g(me, pe);
        places.loaded(me, 1, pe);
        return places.ptr(pe).getAtIndex(ValueLayout.JAVA_INT, me);
    }

    private void sendKeys(int[] keys, int from, int n, int to, int pe) {
        if (n == 0) return;
        if (access == Access.PTR) {
            received.stored(to, n, pe);
            MemorySegment.copy(keys, from, received.ptr(pe), ValueLayout.JAVA_INT, (long) to * Integer.BYTES, n);
        } else {
            received.put(to, keys, from, n, pe);
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
}
