// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.array.Array;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// Teams for the active sets of 1.0 programs. The members of a set make its team at its first use, without other PEs.
/*
 * A team needs a slot of the system area that is free on all its members. An active set has no parent team in which its
 * members could find one. Its members have pSync: symmetric words that the program has preset to SYNC_VALUE, which is
 * -1, and that they alone use during the call. The first member is the root.
 *
 *   pSync of the root    [0] the free slots of all members, ANDed into -1     [1], [3] arrivals, counted from -1
 *                        [4] failures, counted from -1
 *   pSync of a member    [2] the slot that the root has chosen, then the result: -1 again if all can use the slot
 *
 *   each        and(root[0], own free slots), inc(root[1])          an atomic orders the two
 *   root        root[1] == size - 1: chooses the slot, sends it to [2] of each member
 *   each        takes and zeroes its own slot; if it cannot, adds to root[4]; inc(root[3])
 *   root        root[3] == size - 1: resets its words, sends the result to [2] of each member
 *
 * A PE whose wait takes too long takes its arrival back, by a compare-and-swap that fails once all have arrived.
 *
 * When a member leaves, the words that it and the root used have their old values. From then on the set is a team like
 * any other, and no call writes pSync. The specification forbids two sets to use one pSync at once: the root detects a
 * PE too many.
 */
public final class ActiveSetTeams {
    /// Words of pSync. The first five are used. The last one shows whether the program has preset pSync.
    static final int WORDS = 8;

    private static final int FREE = 0;
    private static final int ARRIVED = 8;
    private static final int CHOSEN = 16;
    private static final int PREPARED = 24;
    private static final int FAILED = 32;
    private static final int NONE = SystemLayout.SLOTS;

    /// Results that the root sends if a member cannot use the slot: the members try another slot, or throw. A member
    /// that has no memory adds `OUT_OF_MEMORY` to `FAILED`.
    private static final long AGAIN = -2;

    private static final long UNBACKED = -3;
    private static final long OUT_OF_MEMORY = 1L << 32;

    private final Session session;
    private final OpenTeams teams;
    private final Map<Long, Members> known = new ConcurrentHashMap<>();
    private Named latest = new Named(-1, null);

    /// A team and its key in `known`.
    private record Named(long key, Members team) {}

    ActiveSetTeams(OpenTeams teams) {
        this.session = teams.session;
        this.teams = teams;
    }

    /// Returns the team of PEs `start + k * 2^logStride` for `k < size`. This PE is one of them.
    public Members of(int start, int logStride, int size, SymLongs pSync) {
        int npes = session.transport.npes();
        checkSet(start, logStride, size, npes);
        Array<?, ?> words = checkWords(pSync);
        if (start == 0 && logStride == 0 && size == npes) return teams.world;
        long key = ((long) start << 5 | logStride) << 26 | size;
        Named now = latest;
        if (key == now.key) return now.team;
        Members team = known.get(key);
        while (team == null) {
            team = meet(start, 1 << logStride, size, words.offset);
            if (team != null) known.put(key, team);
        }
        latest = new Named(key, team);
        return team;
    }

    private void checkSet(int start, int logStride, int size, int npes) {
        boolean valid = start >= 0 && logStride >= 0 && logStride < 31 && size >= 1;
        if (!valid || start + (size - 1L << logStride) >= npes) {
            throw new IllegalArgumentException(
                    "%s: PE_start=%d, logPE_stride=%d, PE_size=%d exceeds a job of %d PEs; every PE_start + k * 2^logPE_stride, k < PE_size, must be a PE"
                            .formatted(session.who(), start, logStride, size, npes));
        }
        int distance = session.transport.pe() - start;
        if (distance < 0 || distance >> logStride >= size || distance != distance >> logStride << logStride) {
            throw new IllegalArgumentException(
                    "%s: this PE is not in the active set PE_start=%d, logPE_stride=%d, PE_size=%d; only its members make the call"
                            .formatted(session.who(), start, logStride, size));
        }
    }

    private Array<?, ?> checkWords(SymLongs pSync) {
        if (pSync == null) {
            throw new NullPointerException(
                    "%s: pSync is null; give a symmetric array of %d longs".formatted(session.who(), WORDS));
        }
        Array<?, ?> words = (Array<?, ?>) pSync;
        words.check("pSync", 0, 0);
        if (pSync.length() < WORDS) {
            throw new IllegalArgumentException(
                    "%s: pSync has %d longs and needs %d; size it by SHMEM_BCAST_SYNC_SIZE and the like"
                            .formatted(session.who(), pSync.length(), WORDS));
        }
        long last = pSync.get(WORDS - 1);
        if (last != Shmem.SYNC_VALUE) {
            throw new IllegalArgumentException(
                    "%s: pSync[%d]=%d; set all of pSync to SHMEM_SYNC_VALUE on every PE, then barrier, before its first use"
                            .formatted(session.who(), WORDS - 1, last));
        }
        return words;
    }

    /// Makes the team of the set. Null if the members have to try another slot.
    private Members meet(int start, int stride, int size, long at) {
        Transport t = session.transport;
        Channel c = t.channel();
        int me = t.pe();
        var wait = new Arrivals(start, stride, size, at + ARRIVED);
        c.atomic(Atomic.AND, start, at + FREE, 8, teams.free(), 0);
        c.atomic(Atomic.ADD, start, at + ARRIVED, 8, 1, 0);
        try {
            if (me == start) gather(at + ARRIVED, size, wait);
            else t.await(me, at + CHOSEN, 8, Cmp.NE, Shmem.SYNC_VALUE, wait);
        } catch (ShmemTimeoutException e) {
            wait.withdraw();
            throw e;
        }
        int slot;
        if (me == start) {
            slot = Math.min(NONE, Long.numberOfTrailingZeros(c.load(me, at + FREE, 8)));
            for (int k = 1; k < size; k++) c.signal(start + k * stride, at + CHOSEN, slot); // pairs with the wait above
        } else slot = (int) c.load(me, at + CHOSEN, 8);
        boolean mine = slot < NONE && teams.take(slot);
        long failed = slot < NONE ? prepare(slot, mine) : 0;
        if (failed != 0) c.atomic(Atomic.ADD, start, at + FAILED, 8, failed, 0);
        c.quiet();
        c.atomic(Atomic.ADD, start, at + PREPARED, 8, 1, 0);
        long outcome;
        if (me == start) {
            gather(at + PREPARED, size, wait);
            outcome = outcome(Memory.getLongAcquire(t.address(me, at + FAILED)));
            for (long word : new long[] {FREE, ARRIVED, PREPARED}) c.store(me, at + word, 8, Shmem.SYNC_VALUE);
            if (outcome != Shmem.SYNC_VALUE) c.store(me, at + FAILED, 8, Shmem.SYNC_VALUE);
            for (int k = 1; k < size; k++) c.signal(start + k * stride, at + CHOSEN, outcome);
        } else {
            t.await(me, at + CHOSEN, 8, Cmp.LT, 0, wait); // the root has the results of all members
            outcome = Memory.getLongAcquire(t.address(me, at + CHOSEN));
            if (outcome != Shmem.SYNC_VALUE) c.store(me, at + CHOSEN, 8, Shmem.SYNC_VALUE);
        }
        if (outcome != Shmem.SYNC_VALUE) {
            if (mine) teams.give(slot);
            if (outcome == AGAIN) return null;
            throw new SymmetricHeapException(
                    "%s: out of memory behind the heaps: a PE could not get %d bytes for a new active set; close teams, free space in /dev/shm, or give oshrun another --heap-dir"
                            .formatted(session.who(), SystemLayout.slotBytes(t.npes())));
        }
        if (slot < NONE) {
            Roster roster = Roster.strided(slot, start, stride, size);
            return teams.add(Group.of(t, teams.world.group.channel, roster), true);
        }
        throw new IllegalStateException(
                "%s: no room for another active set, a PE can be in 64 sets and teams; close teams, or use fewer sets"
                        .formatted(session.who()));
    }

    /// The wait for the other members of a set.
    private final class Arrivals implements Wait {
        private final int root;
        private final int stride;
        private final int size;
        private final long word;

        Arrivals(int root, int stride, int size, long word) {
            this.root = root;
            this.stride = stride;
            this.size = size;
            this.word = word;
        }

        @Override
        public String what(int pe, long offset, long bytes, String goal) {
            return "for the other members of an active set of %d PEs from PE %d by %d".formatted(size, root, stride);
        }

        /// Takes back this PE's arrival, so that the call can be repeated, unless all members have arrived.
        private void withdraw() {
            Channel c = session.transport.channel();
            long arrived = c.load(root, word, 8);
            while (arrived < size - 1) {
                long before = c.atomic(Atomic.COMPARE_SWAP, root, word, 8, arrived - 1, arrived);
                if (before == arrived) return;
                arrived = before;
            }
        }
    }

    /// Returns the addend of this PE for `FAILED`: 0, or 1 if another of its threads has taken the slot, or
    /// `OUT_OF_MEMORY`.
    private long prepare(int slot, boolean mine) {
        if (!mine) return 1;
        try {
            Group.prepare(session.transport, slot);
            return 0;
        } catch (SymmetricHeapException e) {
            System.err.println(e.getMessage());
            return OUT_OF_MEMORY;
        }
    }

    private static long outcome(long failed) {
        if (failed == Shmem.SYNC_VALUE) return Shmem.SYNC_VALUE;
        return failed - Shmem.SYNC_VALUE >= OUT_OF_MEMORY ? UNBACKED : AGAIN;
    }

    /// Waits on the root until all members have incremented this word. Refuses more arrivals than the set has members.
    private void gather(long word, int size, Wait wait) {
        Transport t = session.transport;
        t.await(t.pe(), word, 8, Cmp.GE, size - 1, wait);
        if (t.channel().load(t.pe(), word, 8) == size - 1) return;
        throw new CollectiveMismatchException(
                "%s: more PEs meet at this pSync than its active set has, PE_size=%d; use another pSync for another set, or a barrier between them"
                        .formatted(session.who(), size));
    }
}
