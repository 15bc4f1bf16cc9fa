// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.Roster;
import org.jshmem.transport.Channel;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Transport;

/// The ways in which all members of a team meet, as [Barriers] draws them: at member 0, by dissemination, or by
/// hosts. Calls that only meet are here too.
public class Meetings extends Flags {
    /// Whether more PEs than cores run on a member's host, in a team of three or more members. Then log2(p) rounds of
    /// flags would be log2(p) rounds of the scheduler, and all members meet at member 0.
    public final boolean oversubscribed;

    /// Whether the memory of all members has addresses here.
    public final boolean allNear;

    /// The members by their hosts; null if all are on one, and in a part of a team.
    Hierarchy hierarchy;

    /// Whether PEs outnumber the cores of a member's host.
    final boolean crowded;

    /// If all members are near: the address of member 0's region, and the distance from each to the next, 0 if it
    /// varies.
    private final long base;

    private final long stride;
    private final MemorySpace heap;
    private long[] bases;

    /// The chosen algorithm of each collective; null for the best one.
    final Algorithm<?>[] chosen = new Algorithm<?>[Collective.values().length];

    private final int[] roundTo;
    private final int[] roundFrom;
    private final Pricing pricing;
    private final Dissemination dissemination; // null in real time

    /// The thread that is in a collective of this team, or null. A plain field: a second thread is certainly detected
    /// while the first one waits. Of two threads that enter at one moment, neither may be detected.
    private Thread inside;

    Meetings(Transport transport, Channel channel, Roster roster, Flags team, long firstTick) {
        super(transport, channel, roster, team, firstTick);
        this.heap = transport.spaces().getFirst();
        boolean all = true;
        for (int k = 0; k < size && all; k++) all = reaches(k);
        this.base = all ? transport.address(pe(0), 0) : 0;
        long apart = all && size > 1 ? transport.address(pe(1), 0) - base : 0;
        for (int k = 2; k < size && apart != 0; k++) {
            if (transport.address(pe(k), 0) != base + k * apart) apart = 0;
        }
        this.stride = apart;
        boolean crowded = false;
        for (int k = 0; k < size && !crowded && transport.topology().crowded(); k++) {
            crowded = transport.topology().crowded(pe(k));
        }
        this.crowded = crowded;
        this.oversubscribed = crowded && size > 2;
        this.allNear = all;
        int rounds = size == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(size - 1);
        this.roundTo = new int[rounds];
        this.roundFrom = new int[rounds];
        for (int r = 0; r < rounds; r++) {
            roundTo[r] = (me + (1 << r)) % size;
            roundFrom[r] = (me - (1 << r) + size) % size;
        }
        this.pricing = transport.pricing();
        this.dissemination = pricing == null ? null : new Dissemination(this, roundTo, roundFrom);
    }

    /// Lets the calling thread into the collectives of this team, for the routine `verb`. Refuses a second thread.
    public final void admit(String verb) {
        Thread other = inside;
        if (other != null) {
            throw new IllegalStateException(
                    "PE %d/%d: %s on thread %s while thread %s is in a collective of the same team; let one wait for the other, or use two teams"
                            .formatted(own, npes, verb, Thread.currentThread().getName(), other.getName()));
        }
        inside = Thread.currentThread();
    }

    /// Ends the stay of the thread that [#admit] has let in.
    public final void dismiss() {
        inside = null;
    }

    /// This team's number for observers.
    public final long identity() {
        return (long) roster().slot() << 32 | roster().pe(0);
    }

    /// Waits until all members have made this call, in a routine that is not a team's, and reports that to the
    /// observer.
    public void syncWithin(Operation operation) {
        Observer observer = transport.observer();
        long asked = observer == null ? 0 : observer.entered(operation.label(), identity());
        sync(operation);
        if (observer != null) observer.left(asked, number());
    }

    /// Meets as above, in a call with arguments, such as an allocation.
    public void syncWithin(Operation operation, long a, long b, long c, long d) {
        Observer observer = transport.observer();
        long asked = observer == null ? 0 : observer.entered(operation.label(), identity());
        sync(operation, a, b, c, d);
        if (observer != null) observer.left(asked, number());
    }

    /// Waits until all members have made this call, which has no arguments. Its code is here except for chosen
    /// algorithms, since programs make this call most often.
    public void sync(Operation operation) {
        Algorithm<Consumer<Meetings>> algorithm =
                chosen(operation == Operation.SYNC ? Collective.SYNC : Collective.BARRIER);
        if (algorithm == null) {
            begin(operation);
            meetAll(0);
        } else Barriers.sync(this, operation, algorithm);
    }

    /// Returns the chosen algorithm of a collective; null for the best one.
    @SuppressWarnings("unchecked") // a collective's algorithms have one interface
    public final <A> Algorithm<A> chosen(Collective collective) {
        return (Algorithm<A>) chosen[collective.ordinal()];
    }

    /// Meets as [#sync], in a call with arguments.
    public void sync(Operation operation, long a, long b, long c, long d) {
        begin(operation, a, b, c, d, 0, 0);
        meetAll(0);
    }

    /// Makes the last call of a team. Members wait for each other by flags in their own slots, so that afterwards no
    /// member reads the slot of another one.
    public void close() {
        begin(Operation.CLOSE);
        disseminate(0);
    }

    /// Whether member `k`'s memory has an address here.
    public boolean isNear(int k) {
        return allNear || reaches(k);
    }

    private boolean reaches(int k) {
        return heap.hasAddress(transport.reach(pe(k)));
    }

    /// The absolute address of an offset on member `k`, which is near.
    public long address(int k, long offset) {
        return stride != 0 ? base + k * stride + offset : transport.address(pe(k), offset);
    }

    /// The addresses of all members' regions, all of which are near.
    public long[] bases() {
        if (bases == null) {
            bases = new long[size];
            for (int k = 0; k < size; k++) bases[k] = address(k, 0);
        }
        return bases;
    }

    /// Waits until all members have reached tick `at`; their earlier puts to any PE have arrived then.
    public void rendezvous(long at) {
        channel.release();
        meetAll(at);
    }

    /// Waits until all members have reached tick `at`; no member has puts that are not complete.
    public void meetAll(long at) {
        if (hierarchy != null) hierarchy.meet();
        else if (oversubscribed) meetAtFirst(at);
        else disseminate(at);
    }

    /// Meets as [#meetAll], by the hosts of the members.
    public void meetByHosts(long at) {
        if (hierarchy != null) hierarchy.meet();
        else meetAll(at);
    }

    /// Meets as [#meetAll], at member 0.
    public void meetAtFirst(long at) {
        if (size == 1) return;
        arriveAtFirst(at, true);
        leaveFirst(at);
    }

    /// Signals to member 0, which waits for all members. If `meets`, none of them leaves this call before member 0.
    void arriveAtFirst(long at, boolean meets) {
        if (me == 0) awaitAll(at, meets);
        else post(0, at);
    }

    /// Waits for member 0, which signals to all members.
    void leaveFirst(long at) {
        if (me != 0) await(0, at);
        else for (int k = 1; k < size; k++) post(k, at);
    }

    /// Meets as [#meetAll], by dissemination.
    public void disseminate(long at) {
        if (dissemination != null && dissemination.run(pricing, at)) return;
        for (int r = 0; r < roundTo.length; r++) {
            post(roundTo[r], at);
            awaitFlag(from(roundFrom[r]), at, isBeforeLast(at), roundFrom[r]);
        }
    }
}
