// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;

/// The ways in which all members of a team meet: the algorithms of barrier and sync.
///
/// ```
/// dissemination, p = 5: in round r member k signals to k + 2^r and waits for k - 2^r
///   round 0   0>1  1>2  2>3  3>4  4>0        each has counted 2 members
///   round 1   0>2  1>3  2>4  3>0  4>1        each has counted 4
///   round 2   0>4  1>0  2>1  3>2  4>3        each has counted all
///
/// linear, p = 5: all signal to member 0, which waits once for all of them, and then signals to each
///   1>0  2>0  3>0  4>0 ------ 0>1  0>2  0>3  0>4
///
/// hierarchical: the members of a host at their first one; first ones by dissemination (see Hierarchy)
/// ```
///
/// Dissemination (Hensgen, Finkel, Manber 1988) takes ceil(log2 p) rounds of one line each, p ceil(log2 p) lines in
/// all. The linear barrier takes 2(p - 1) lines. It is faster if PEs outnumber cores, because each PE sleeps once.
public final class Barrier {
    /// The algorithms.
    public static final List<Algorithm<ObjLongConsumer<Barrier>>> ALL = List.of(
            new Algorithm<>("dissemination", Barrier::disseminate, "each round signals the member twice as far away"),
            new Algorithm<>("linear", Barrier::meetAtFirst, "member 0 waits for all, and releases them"),
            new Algorithm<>("hierarchical", Barrier::meet, "one member of each host represents it"));

    /// The team.
    public final Group g;

    private final CallSequence calls;
    private final int size;
    private final int me;

    Barrier(Group g) {
        this.g = g;
        this.calls = g.calls;
        this.size = g.size;
        this.me = g.me;
    }

    private int after(int distance) {
        return me + distance < size ? me + distance : me + distance - size;
    }

    private int before(int distance) {
        return me >= distance ? me - distance : me - distance + size;
    }

    /// Waits until all members have made this call, which has no arguments.
    @SuppressWarnings("unchecked") // the algorithms of barrier and sync have one interface
    public void sync(Operation operation) {
        Collective collective = operation == Operation.SYNC ? Collective.SYNC : Collective.BARRIER;
        var chosen = (Algorithm<ObjLongConsumer<Barrier>>) g.chosen[collective.ordinal()];
        if (chosen == null) {
            calls.begin(operation);
            meet(0);
        } else {
            calls.begin(operation, chosen.code(true), 0, 0, 0, 0, 0);
            chosen.run().accept(this, 0);
        }
    }

    /// Meets as [#sync], in a call with arguments.
    public void sync(Operation operation, long a, long b, long c, long d) {
        calls.begin(operation, a, b, c, d, 0, 0);
        meet(0);
    }

    /// Makes the last call of a team. Members wait for each other by flags in their own slots, so that afterwards no
    /// member reads the slot of another one.
    public void close() {
        calls.begin(Operation.CLOSE);
        disseminate(0);
    }

    /// Waits until all members have reached tick `at`; no member has puts that are not complete.
    public void meet(long at) {
        if (g.hierarchy != null) g.hierarchy.meet();
        else if (g.oversubscribed) meetAtFirst(at);
        else disseminate(at);
    }

    /// Meets at member 0.
    void meetAtFirst(long at) {
        if (size == 1) return;
        arriveAtFirst(at, true);
        leaveFirst(at);
    }

    /// Signals to member 0, which waits for all members. If `inCall`, none of them leaves this call before member 0.
    void arriveAtFirst(long at, boolean inCall) {
        if (me == 0) calls.awaitAll(at, inCall);
        else calls.post(0, at);
    }

    /// Waits for member 0, which signals to all members.
    void leaveFirst(long at) {
        if (me != 0) calls.await(0, at);
        else for (int k = 1; k < size; k++) calls.post(k, at);
    }

    /// Meets by dissemination.
    void disseminate(long at) {
        boolean inCall = calls.isBeforeLast(at);
        for (int d = 1; d < size; d *= 2) {
            calls.post(after(d), at);
            long flag = calls.from(before(d));
            if (2 * d < size) calls.awaitRound(flag, at, inCall);
            else calls.awaitFlag(flag, at, inCall);
        }
    }
}
