// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymLongs;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.runtime.array.Array;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// Teams for the active sets of 1.0 programs. The members of a set make its team at its first use, without other PEs.
/// The team lasts until the session ends, unless it had to take the slot that is kept: then it lasts for one call.
/*
 * An active set has no parent team in which its members could agree on a slot. They have pSync: symmetric words that the
 * program has preset to SYNC_VALUE, which is -1, and that they alone use during the call. The first member is the root.
 *
 *   pSync of the root    [0] the members' values, ANDed into -1      [1] arrivals, counted from -1 in the lower half,
 *                                                                       and the sum of their sets in the upper one
 *   pSync of a member    [2] the result, which the root sends
 *
 * When a member leaves, the words that it and the root used have their old values. From then on the set is a team like
 * any other, and no call writes pSync. The specification forbids two sets to use one pSync at once: the root detects a
 * PE of another set, or one too many.
 */
public final class ActiveSetTeams {
    /// Words of pSync. The first three are used. The last one shows whether the program has preset pSync.
    static final int WORDS = 8;

    private static final int VALUE = 0;
    private static final int ARRIVED = 8;
    private static final int RESULT = 16;

    private final OpenTeams teams;
    private final Transport t;
    private final Channel c;
    private final Map<Long, ShmemTeam> known = new ConcurrentHashMap<>();
    private final Set<Long> failed = ConcurrentHashMap.newKeySet();

    ActiveSetTeams(OpenTeams teams) {
        this.teams = teams;
        this.t = teams.session.transport;
        this.c = t.channel();
    }

    /// Returns the team of PEs `start + k * 2^logStride` for `k < size`. This PE is one of them.
    public ShmemTeam of(int start, int logStride, int size, SymLongs pSync) {
        int npes = t.npes();
        checkSet(start, logStride, size, npes);
        Array<?, ?> words = checkWords(pSync);
        if (start == 0 && logStride == 0 && size == npes) return teams.world;
        long key = ((long) start << 5 | logStride) << 26 | size;
        ShmemTeam team = known.get(key);
        if (team != null) return team;
        TeamMembers set = TeamMembers.strided(SystemLayout.WORLD, start, 1 << logStride, size);
        Meeting meeting = new Meeting(key, set, words.offset);
        if (failed.contains(key)) throw meeting.lost();
        ShmemTeam made = teams.make("active set", true, 1, meeting, set);
        if (made.group.members.slot == SystemLayout.KEPT) made.closeAfterCall();
        else known.put(key, made);
        return made;
    }

    private void checkSet(int start, int logStride, int size, int npes) {
        boolean positive = start >= 0 && logStride >= 0 && logStride < 31 && size >= 1;
        boolean exists = positive && start + (size - 1L << logStride) < npes;
        int distance = t.pe() - start;
        if (exists && distance >= 0 && distance >> logStride < size && distance % (1 << logStride) == 0) return;
        String mistake = exists
                ? ": this PE is not in the active set; only its members make the call"
                : " exceeds a job of " + npes + " PEs; every PE_start + k * 2^logPE_stride, k < PE_size, must be a PE";
        throw teams.session.refusal("PE_start=%d, logPE_stride=%d, PE_size=%d%s", start, logStride, size, mistake);
    }

    private Array<?, ?> checkWords(SymLongs pSync) {
        if (pSync == null) throw teams.session.missing("pSync", "give a symmetric array of " + WORDS + " longs");
        Array<?, ?> words = (Array<?, ?>) pSync;
        words.check("pSync", 0, 0);
        if (pSync.length() < WORDS) {
            String mistake = "pSync has %d longs and needs %d; size it by SHMEM_BCAST_SYNC_SIZE and the like";
            throw teams.session.refusal(mistake, pSync.length(), WORDS);
        }
        long last = pSync.get(WORDS - 1);
        if (last != Shmem.SYNC_VALUE) {
            throw teams.session.refusal(
                    "pSync[%d]=%d; set all of pSync to SHMEM_SYNC_VALUE on every PE, then barrier, before its first use",
                    WORDS - 1, last);
        }
        return words;
    }

    /// The meetings of the members at their pSync in one attempt to make their team. A PE that waits too
    /// long in the first one takes its arrival back, so that the call can be repeated. After the first one
    /// the set is lost with it: the other members may have got its value, and made the team.
    private final class Meeting implements LongUnaryOperator {
        private final long key;
        private final TeamMembers set;
        private final int root;
        private final long at; // of pSync
        private final long arrival; // of a member
        private boolean first = true;

        Meeting(long key, TeamMembers set, long at) {
            this.key = key;
            this.set = set;
            this.root = set.pe(0);
            this.at = at;
            this.arrival = CallLog.mix(0, key) << 32 | 1;
        }

        private String label() {
            return "active set of %d PEs from PE %d by %d".formatted(set.size, root, set.step);
        }

        CollectiveMismatchException lost() {
            return new CollectiveMismatchException(
                    "%s: the first call of the %s took longer than --timeout on this PE, so the set's collectives are over here; end the job"
                            .formatted(teams.session.who(), label()));
        }

        @Override
        public long applyAsLong(long mine) {
            try {
                return and(mine);
            } catch (ShmemTimeoutException e) {
                if (first) withdraw();
                else failed.add(key);
                throw e;
            } finally {
                first = false;
            }
        }

        /// Returns the AND of a value of each member, which is never -1.
        private long and(long mine) {
            int me = t.pe();
            c.atomic(Atomic.AND, root, at + VALUE, 8, mine, 0); // an atomic orders the two
            c.atomic(Atomic.ADD, root, at + ARRIVED, 8, arrival, 0);
            Wait.Reason others = _ -> "for the other members of an " + label();
            WordWait wait = me == root // the lower half of the word
                    ? new WordWait(others, t, at + ARRIVED, 4, Cmp.GE, set.size - 1, 0, Long.MAX_VALUE, false)
                    : new WordWait(others, t, at + RESULT, Cmp.NE, Shmem.SYNC_VALUE);
            wait.await();
            if (me == root) return sendResult();
            long result = c.load(me, at + RESULT, 8);
            c.store(me, at + RESULT, 8, Shmem.SYNC_VALUE);
            return result;
        }

        /// Sends the result to all other members, and resets the words of the root before. Refuses arrivals of PEs that
        /// are not the set's members, each of which has arrived once.
        private long sendResult() {
            if (c.load(root, at + ARRIVED, 8) != set.size * arrival - 1) {
                throw new CollectiveMismatchException(
                        "%s: PEs of another active set meet at the pSync of the %s; use another pSync for another set, or a barrier between them"
                                .formatted(teams.session.who(), label()));
            }
            long result = c.load(root, at + VALUE, 8);
            c.store(root, at + VALUE, 8, Shmem.SYNC_VALUE);
            c.store(root, at + ARRIVED, 8, Shmem.SYNC_VALUE);
            for (int k = 1; k < set.size; k++) c.signal(set.pe(k), at + RESULT, result);
            return result;
        }

        /// Takes back this PE's arrival, so that the call can be repeated, unless all members have arrived.
        private void withdraw() {
            long arrived = c.load(root, at + ARRIVED, 8);
            while ((int) arrived < set.size - 1) {
                long before = c.atomic(Atomic.COMPARE_SWAP, root, at + ARRIVED, 8, arrived - arrival, arrived);
                if (before == arrived) return;
                arrived = before;
            }
        }
    }
}
