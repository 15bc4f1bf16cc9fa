// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.collective.diagnose.Mismatch;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.ChipLayout;
import org.jshmem.collective.layout.Hash;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The members of a team, the calls they make, and the flags by which each tells another how far it has come.
///
/// All members make the same calls in the same order, and when they do not, all of them throw
/// `CollectiveMismatchException`.
public class Flags implements Wait {
    /*
     * How it works. A collective is a call with a number, and takes one or more ticks, numbered through for the
     * life of the group. A flag holds tick, lap and tag: tick << 16 | lap << 12 | tag. The lap says how many ticks
     * of its call came before, 15 for more; the tag is 12 bits of a hash over all calls so far with their arguments.
     * Flags only grow and are never cleared; a wait for a tick is a wait for a flag of at least tick << 16. "At least"
     * and "before" go by the sign of the difference, so that flags may wrap around; a flag that nobody raised for 2^47
     * ticks would be taken for a new one, but these are months of nothing but barriers. If the flag's call began before
     * one's own will end, it is the same call, and its tag must be one's own: so calls that do not match are found where
     * they meet, before anything is written to another PE's objects, at the price of one comparison.
     * Repeating a call without arguments adds a constant to the tag: what programs do in their inner loops waits for no
     * hash between one hand-over and the next.
     * A tick after which a member still waits for others cannot be overtaken: there a flag of a later call is a
     * mismatch too.
     *
     * Each member has a line for each other member, `from`, written by that one alone: "I have reached tick t". All
     * algorithms signal through these, so no two can disturb each other.
     *
     * A flag says that its writer's data are at the PE that it is raised at, and that the writer's own memory may be
     * read. What was put to third PEs is another matter: `release` comes first where an algorithm relies on it.
     */
    private static final int TAG_BITS = 12;
    private static final long TAG = (1L << TAG_BITS) - 1;
    private static final int TICK_SHIFT = 16;
    private static final long MOST_LAPS = (1L << TICK_SHIFT - TAG_BITS) - 1;

    private static final long LAPS = MOST_LAPS << TAG_BITS;

    /// Added to `head` when a call without arguments is repeated: one tick, and the golden ratio to the tag. A carry
    /// spills into the lap bits, so `begin` masks them.
    private static final long NEXT = 1L << TICK_SHIFT | Hash.GOLDEN >>> 64 - TAG_BITS;

    /// How long an interrupt lets members come to a call that moves data, and how long it lets all of them end it,
    /// in ns.
    private static final long LATE = 100_000_000;

    private static final long LONGEST_END = 10_000_000_000L;

    /// What this PE is to the backend.
    public final Transport transport;

    /// What moves the collectives' bytes.
    public final Channel channel;

    /// How many members.
    public final int size;

    /// My number.
    public final int me;

    /// The PE that this one is in the job, and how many that has.
    final int own;

    final int npes;

    /// Where the slot begins in every region.
    public final long slot;

    private final Roster roster;
    /// Where flags and mailbox lie where there is a memory for them, else null.
    final ChipLayout chip;

    private final long flags;
    private final int flagLine;
    private final Mismatch mismatch;
    private final CallLog log;
    private final long verdict;
    private final Deadlock deadlock;
    private final int first;
    private final int step;
    private final int[] listed;

    private long call;

    /// The call that is recorded already, the present one or the one before.
    private long recorded;

    /// What flags of this call hold at its first tick.
    private long head;

    /// How many ticks this call takes.
    private long span = 1;

    /// The hash over all calls up to number `hashed`; the same call without arguments, `bare`, has been repeated
    /// since.
    private long chain;

    private long hashed;
    private Operation bare;

    // what this PE waits for, or waited for last
    private int awaitedHome;
    private long awaitedOffset;
    private long awaitedFlag;
    private int awaitedMember;

    /// Whether this PE has said that it is blocked.
    private boolean said;

    /// Finishes calls in which this PE's thread was interrupted; null where there was none.
    private Deputy deputy;

    /// Whether this PE can leave the meeting that runs, where its thread is interrupted; null where it always can.
    BooleanSupplier withdrawal;

    /// @param firstTick the tick before the first one: 0 but for tests of what happens when ticks wrap around
    Flags(Transport transport, Channel channel, Roster roster, long firstTick) {
        this.transport = transport;
        this.channel = channel;
        this.roster = roster;
        this.first = roster.pe(0);
        this.step = roster.step();
        this.listed = roster.listed();
        this.size = roster.size();
        this.own = transport.pe();
        this.npes = transport.npes();
        this.me = roster.member(own);
        this.slot = SystemLayout.slot(roster.slot(), npes);
        this.chip = roster.slot() == SystemLayout.WORLD ? ChipLayout.of(transport) : null;
        this.flags = chip == null ? slot + SystemLayout.FROM : chip.flags();
        this.flagLine = chip == null ? SystemLayout.LINE : chip.line();
        this.head = firstTick << TICK_SHIFT;
        this.mismatch = new Mismatch(transport, roster);
        this.log = mismatch.join();
        this.verdict = mismatch.verdict();
        Deadlock.publish(transport, roster);
        this.deadlock = new Deadlock(transport, roster);
    }

    /// The members in order, and the team's slot.
    public Roster roster() {
        return roster;
    }

    /// The PE that member `k` is.
    public final int pe(int k) {
        return step != 0 ? first + step * k : listed[k];
    }

    /// The number of the call that runs, or ran last: the same on all members.
    public long number() {
        return call;
    }

    /// Enters the next call, one without arguments, of one tick. It is recorded at the first wait: by then this PE's
    /// flag is on its way to another. Repeating the call before is what programs do in their inner loops, and comes
    /// between two hand-overs: it takes no hash, and two stores.
    public void begin(Operation operation) {
        ready(operation);
        if (operation == bare) head = head + NEXT & ~LAPS;
        else startCall(Hash.mix(hash(), operation.ordinal() + 1), operation);
        call++;
        if (size == 1) record();
    }

    /// Records the call where that was left for later.
    public final void record() {
        if (recorded == call) return;
        recorded = call;
        log.write(call, bare);
    }

    /// Enters the next call, of one tick unless [#ticks] says otherwise.
    public void begin(Operation operation, long a, long b, long c, long d, long e, long f) {
        ready(operation);
        long h = Hash.mix(Hash.mix(Hash.mix(hash(), operation.ordinal() + 1), a), b);
        startCall(Hash.mix(Hash.mix(Hash.mix(Hash.mix(h, c), d), e), f), null);
        recorded = ++call;
        log.write(call, operation, a, b, c, d, e, f);
    }

    /// As [#begin], with a last argument that need not agree: it is recorded only.
    public void beginOwn(Operation operation, long a, long b, long c, long d, long own) {
        ready(operation);
        startCall(Hash.mix(Hash.mix(Hash.mix(Hash.mix(Hash.mix(hash(), operation.ordinal() + 1), a), b), c), d), null);
        recorded = ++call;
        log.write(call, operation, a, b, c, d, own, 0);
    }

    private void ready(Operation operation) {
        if (deputy != null) awaitDeputy(operation);
        if (Memory.getLongAcquire(verdict) != 0) mismatch.refuseIfFailed(); // pairs with the signal in Mismatch.pass
    }

    private void awaitDeputy(Operation operation) {
        try {
            deputy.await();
        } catch (ShmemInterruptedException e) {
            if (!operation.isMeeting())
                mismatch.interrupted("before %s, while an earlier call of %s, interrupted too, went on"
                        .formatted(operation.label(), roster.label()));
            throw e;
        }
    }

    /// Whether a deputy finishes calls in which this PE's thread is interrupted.
    public final boolean handsOver() {
        return Deputy.isPossible(transport);
    }

    /// Whether the calling thread is a deputy, so that the result of its call is lost.
    public static boolean isDeputy() {
        return Deputy.isDeputy();
    }

    /// Hands a call, in which this PE's thread was interrupted, to a deputy.
    final void handOver(Supplier<?> call) {
        if (!handsOver()) return;
        if (deputy == null) deputy = new Deputy(transport);
        deputy.take(call);
    }

    /// Makes a call that does something before its members meet, after what a deputy still does for this PE. A deputy
    /// makes it where this PE's thread is interrupted before it begins.
    public final <T> T inOrder(Supplier<T> call) {
        if (deputy == null) return call.get();
        try {
            deputy.await();
        } catch (ShmemInterruptedException e) {
            handOver(call);
            throw e;
        }
        return call.get();
    }

    /// What member `k`, which is in the present call, gave as argument `i`.
    public long argument(int k, int i) {
        return mismatch.argument(k, call, i);
    }

    /// What to throw where members find that they differ in the present call.
    public CollectiveMismatchException differ() {
        return mismatch.found(call);
    }

    /// The hash over all calls so far.
    private long hash() {
        return chain + (call - hashed) * Hash.GOLDEN;
    }

    /// Computes `head`, the flag of the next call's first tick.
    private void startCall(long hash, Operation operation) {
        chain = hash;
        hashed = call + 1;
        bare = operation;
        head = (head >>> TICK_SHIFT) + span << TICK_SHIFT | hash >>> 64 - TAG_BITS;
        span = 1;
    }

    /// Says how many ticks the present call, one with arguments, takes: the same on every member.
    public void ticks(long n) {
        span = n;
    }

    /// What a flag holds at tick `at` of the present call.
    public final long flag(long at) {
        return head + (at << TICK_SHIFT) + (Math.min(at, MOST_LAPS) << TAG_BITS);
    }

    /// Tells member `k` that this PE has reached tick `at` of the call: what this PE has put at `k` is there, and
    /// what it has stored in its own memory may be read.
    public void post(int k, long at) {
        // release towards k: pairs with the acquire in await() on member k
        channel.signal(pe(k), from(me), flag(at));
    }

    /// As [#post], with a copy of own memory that is there by then: one message where `k` is on another host.
    public void post(int k, long at, long to, long from, long bytes) {
        if (bytes == 0) post(k, at);
        else channel.copySignal(pe(k), to, from, bytes, from(me), flag(at)); // pairs with await() on member k
    }

    /// Waits until member `k` has reached tick `at`: an acquire. It may have gone on to later calls since.
    public void await(int k, long at) {
        awaitFlag(own, from(k), at, false, k);
    }

    /// Waits until member `k` has reached tick `at`, and makes sure that it is in the same call as this PE: what
    /// comes before writing to its objects. It cannot have left the call, because it waits for this PE.
    public void meet(int k, long at) {
        awaitFlag(own, from(k), at, true, k);
    }

    /// Where the flag of member `k` lies in every region.
    public final long from(int k) {
        return flags + (long) k * flagLine;
    }

    /// Waits for a flag in `home`'s memory that member `k` raises, or that is raised when all have come; `meets` says
    /// that it cannot have gone further than this call.
    public final void awaitFlag(int home, long offset, long at, boolean meets, int k) {
        record();
        awaitedHome = home;
        awaitedOffset = offset;
        awaitedFlag = (head >>> TICK_SHIFT) + at << TICK_SHIFT;
        awaitedMember = k;
        long flag;
        try {
            flag = transport.await(home, offset, Long.BYTES, Cmp.GE, awaitedFlag, awaitedFlag, this);
        } catch (ShmemInterruptedException e) {
            if (!mismatch.isMeeting(call)) mismatch.interrupted(mismatch.describe(call));
            throw e;
        } finally {
            if (said) unblocked();
        }
        if (flag != flag(at) && !isFitting(flag, meets)) throw differ();
    }

    /// Whether a flag is one of this call with its tag, or one of a later call.
    private boolean isFitting(long flag, boolean meets) {
        long began = flag - ((flag >>> TAG_BITS & MOST_LAPS) << TICK_SHIFT) & -1L << TICK_SHIFT;
        long next = (head >>> TICK_SHIFT) + span << TICK_SHIFT;
        boolean same = began - next < 0;
        return same ? (flag & TAG) == (head & TAG) : !meets;
    }

    /// Whether a member that has reached tick `at` of this call still waits for others in it.
    public final boolean isBeforeLast(long at) {
        return at < span - 1;
    }

    private void unblocked() {
        said = false;
        deadlock.unblocked();
    }

    @Override
    public boolean endsByInterrupt(long nanos) {
        if (!handsOver()) return false; // no second thread could finish the call: members end it together
        if (mismatch.isMeeting(call)) return withdrawal == null || withdrawal.getAsBoolean();
        return nanos > (mismatch.isComplete(call) ? LONGEST_END : LATE);
    }

    @Override
    public void check(boolean stuck) {
        // the verdict may be that of a member that was interrupted with this one
        if (mismatch.hasFailed() && Thread.currentThread().isInterrupted()) {
            throw Wait.interrupted(transport, mismatch.describe(call));
        }
        mismatch.check(call, stuck);
        if (Deputy.isDeputy()) return;
        int from = awaitedMember < 0 ? awaitedMember : pe(awaitedMember);
        said = deadlock.blocked(call, awaitedOffset, awaitedFlag, awaitedHome, from, said);
        if (said) deadlock.check(stuck);
        mismatch.refuseIfFailed();
    }

    @Override
    public String what(int pe, long offset, long bytes, String goal) {
        return mismatch.describe(call);
    }
}
