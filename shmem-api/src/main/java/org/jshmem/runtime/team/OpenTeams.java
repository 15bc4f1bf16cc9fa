// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.runtime.heap.Session;

/// The open teams of a PE, their splits, and the slots of the system area that they use. All of them end with the
/// session.
/*
 * A new team needs a slot that is free on each of its members; teams without a common member may use one slot. The PEs
 * that make it AND their free slots, take the lowest common one and prepare it, and AND the results: a member fails if
 * another of its threads has taken the slot for another team since, or without memory for it. The second AND also shows
 * each member that all others have prepared the slot, so that the team can be used at once.
 *
 * A PE whose wait in the second AND ends by an exception keeps the slot: the others may have made the team, and write
 * flags there.
 */
public final class OpenTeams {
    /// The result of a member that has prepared the slot. Results are ANDed.
    private static final long READY = Long.MAX_VALUE;

    /// The result of a member whose slot another of its threads has taken.
    private static final long TAKEN = 0;

    /// The bit of the slot that only an active set may take.
    private static final long KEPT = 1L << SystemLayout.KEPT;

    final Session session;
    public final ShmemTeam world;
    public final ShmemTeam shared;
    public final ActiveSetTeams activeSets;

    private final List<ShmemTeam> open = new CopyOnWriteArrayList<>();

    /// A bit for each free slot. Several threads of this PE may make teams at once.
    private final AtomicLong free = new AtomicLong(-1L << (SystemLayout.SHARED + 1));

    public OpenTeams(Session session, Group worldGroup, Group sharedGroup) {
        this.session = session;
        this.world = add(worldGroup, true);
        this.shared = add(sharedGroup, true);
        this.activeSets = new ActiveSetTeams(this);
        session.world = world;
    }

    /// Makes a team of this PE, which ends with the session at the latest.
    private ShmemTeam add(Group group, boolean predefined) {
        ShmemTeam team = new ShmemTeam(this, group, predefined);
        open.add(team);
        if (!session.live) team.shutDown(); // the session has ended on another thread meanwhile
        return team;
    }

    /// Makes the team of a parent's members `start + stride * k` for `k < size`, with all of the parent. Null if this
    /// PE is not one of them.
    ShmemTeam strided(Group parent, int start, int stride, int size) {
        parent.barrier.sync(Operation.SPLIT, start, stride, size, 0);
        checkTriplet(parent.size, start, stride, size);
        return subteam(parent, start, stride, size);
    }

    private void checkTriplet(int n, int start, int stride, int size) {
        long last = start + (size - 1L) * stride;
        boolean inside = start >= 0 && start < n && last >= 0 && last < n;
        if (inside && (size == 1 || size > 1 && stride != 0)) return;
        String mistake = inside ? "names PE " + start + " more than once" : "exceeds a team of " + n + " PEs";
        mistake += "; every start + k * stride, k < size, must be another member";
        if (size < 1) mistake = "is a team without a PE; give a size of 1 to " + n;
        throw session.refusal("start=%d, stride=%d, size=%d %s", start, stride, size, mistake);
    }

    /// Makes a team of the parent's members of each colour, in the order of their keys, with all of the parent. Null
    /// if this PE's colour is negative.
    ShmemTeam coloured(Group parent, int colour, int key) {
        parent.calls.begin(Operation.SPLIT_COLOUR);
        long[] words = new long[parent.size];
        parent.buffers.shareWords((long) colour << 32 | key & 0xffffffffL, words, 0);
        int[] pes = IntStream.range(0, parent.size)
                .filter(k -> colour >= 0 && (int) (words[k] >> 32) == colour)
                .boxed()
                .sorted(Comparator.comparingInt(k -> (int) words[k])) // stable: equal keys stay in the parent's order
                .mapToInt(parent::pe)
                .toArray();
        return subteam(parent, pes);
    }

    /// Makes a team of the parent's members with these numbers, in this order, with all of the parent. Null if this PE
    /// is not one of them.
    ShmemTeam listed(Group parent, int[] numbers) {
        long hash = 0;
        for (int k : numbers) hash = CallLog.mix(hash, k);
        parent.barrier.sync(Operation.SPLIT_LIST, numbers.length, hash, 0, 0);
        checkList(parent.size, numbers);
        return subteam(parent, IntStream.of(numbers).map(parent::pe).toArray());
    }

    private void checkList(int n, int[] numbers) {
        if (numbers.length == 0) throw session.refusal("splitList, pes is empty; give at least one member's number");
        BitSet seen = new BitSet();
        for (int i = 0; i < numbers.length; i++) {
            int k = numbers[i];
            if (k < 0 || k >= n) {
                throw session.refusal("splitList, pes[%d]=%d exceeds a team of %d PEs; use 0 to %d", i, k, n, n - 1);
            }
            if (seen.get(k)) throw session.refusal("splitList, pes[%d]=%d is there twice; give each once", i, k);
            seen.set(k);
        }
    }

    /// Makes this PE's row and column of a parent, with all of the parent. Rows have `xrange` members.
    Grid grid(Group parent, int xrange) {
        parent.barrier.sync(Operation.SPLIT2D, xrange, 0, 0, 0);
        if (xrange < 1) throw session.refusal("xrange=%d is a row without a PE; give 1 or more", xrange);
        int n = parent.size;
        int width = Math.min(xrange, n);
        int x = parent.me % width;
        int y = parent.me / width;
        ShmemTeam row = subteam(parent, y * width, 1, Math.min(width, n - y * width));
        try {
            return new Grid(row, subteam(parent, x, width, (n - x + width - 1) / width));
        } catch (IllegalStateException | SymmetricHeapException e) {
            forget(row); // the columns have failed on all PEs
            row.shutDown();
            throw e;
        }
    }

    private ShmemTeam subteam(Group parent, int start, int stride, int size) {
        return subteam(parent, parent.members.subset(start, stride, size));
    }

    private ShmemTeam subteam(Group parent, int[] pes) {
        return subteam(parent, pes.length == 0 ? null : new TeamMembers(parent.members.slot, pes));
    }

    private ShmemTeam subteam(Group parent, TeamMembers members) {
        return make("team", false, parent.members.slot + 1, mine -> Reductions.reduce(parent, Op.AND, mine), members);
    }

    /// Makes the team of `members` in a slot, or returns null on a PE that takes part and is not a member: its
    /// `members` may be null;
    /// `and` combines a value of each PE. Each attempt goes `step` common slots further, to part two
    /// threads.
    ShmemTeam make(String what, boolean predefined, int step, LongUnaryOperator and, TeamMembers members) {
        boolean member = members != null && members.member(session.transport.pe()) >= 0;
        for (int attempt = 0; ; attempt++) {
            long common = and.applyAsLong(member ? free.get() & (predefined ? -1 : ~KEPT) : -1);
            if (common == 0) {
                throw session.state(
                        "no room for another %s, a PE can be in %d at once, teams and active sets; close teams that are no longer used",
                        what, SystemLayout.SLOTS - 1);
            }
            int slot = nth(common == KEPT ? common : common & ~KEPT, attempt * step);
            boolean mine = member && take(slot);
            long all = and.applyAsLong(!member ? READY : mine ? prepare(slot) : TAKEN);
            if (all == READY && !member) return null;
            if (all == READY) {
                TeamMembers team = members.in(slot);
                session.debug("team %d is %s", slot, team);
                return add(Group.of(session.transport, world.group.channel, team), predefined);
            }
            if (mine) give(slot);
            if (all != TAKEN) throw noMemory(what, all);
        }
    }

    /// The position of a set bit: number `number` from the lowest one on, and from there again after the highest.
    private static int nth(long bits, int number) {
        for (int k = number % Long.bitCount(bits); k > 0; k--) bits &= bits - 1;
        return Long.numberOfTrailingZeros(bits);
    }

    private long prepare(int slot) {
        try {
            Group.prepare(session.transport, slot);
            return READY;
        } catch (SymmetricHeapException e) {
            System.err.println(e.getMessage());
            int pe = session.transport.pe();
            return (long) (Integer.MAX_VALUE - pe) << 32 | pe; // the halves of an AND add up to less if the PEs differ
        }
    }

    private SymmetricHeapException noMemory(String what, long all) {
        int pe = (int) all;
        String who = pe + (int) (all >>> 32) == Integer.MAX_VALUE ? "PE " + pe : "several PEs";
        return new SymmetricHeapException(
                "%s: out of memory behind the heaps: %s could not get %d bytes for a new %s; close teams, free space in /dev/shm, or give oshrun another --heap-dir"
                        .formatted(session.who(), who, SystemLayout.slotBytes(session.transport.npes()), what));
    }

    /// Takes a slot that all members have agreed on. False if another thread of this PE has taken it meanwhile.
    private boolean take(int slot) {
        return (free.getAndUpdate(bits -> bits & ~(1L << slot)) & 1L << slot) != 0;
    }

    private void give(int slot) {
        free.updateAndGet(bits -> bits | 1L << slot);
    }

    void forget(ShmemTeam team) {
        open.remove(team);
        give(team.group.members.slot);
    }

    /// Completes the operations of the contexts of all teams.
    public void quietContexts() {
        open.forEach(ShmemTeam::quietContexts);
    }

    /// Ends all teams on this PE, without a message to their other members.
    public void shutDown() {
        open.forEach(ShmemTeam::shutDown);
    }
}
