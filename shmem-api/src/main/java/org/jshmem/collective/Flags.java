// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.CollectiveMismatchException;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// The members of a team, the calls they make, and the flags by which each tells another how far it has come.
///
/// Member `k` is PE `first + step * k` of the job. All members make the same calls in the same order, and when they
/// do not, all of them throw `CollectiveMismatchException`.
class Flags implements Watch {
    /*
     * How it works. A collective is a call with a number, and takes one or more ticks, numbered through for the
     * life of the group. A flag holds tick, lap and tag: tick << 20 | lap << 16 | tag. The lap says how many ticks
     * of its call came before, 15 for more; the tag is 16 bits of a hash over all calls so far with their arguments.
     * Flags only grow and are never cleared; whoever waits for a tick waits for flag >= tick << 20. If the flag's call
     * began before one's own will end, it is the same call, and its tag must be one's own: so calls that do not match
     * are found where they meet, before anything is written to another PE's objects, at the price of one comparison.
     * Repeating a call without arguments adds a constant to the tag: what programs do in their inner loops waits for no
     * hash between one hand-over and the next.
     * A tick after which a member still waits for others cannot be overtaken: there a flag of a later call is a
     * mismatch too.
     *
     * Each member has a line for each other member, `from`, written by that one alone: "I have reached tick t". All
     * algorithms signal through these, so no two can disturb each other.
     */
    private static final int TAG_BITS = 16;
    private static final long TAG = (1L << TAG_BITS) - 1;
    private static final int TICK_SHIFT = 20;
    private static final long MOST_LAPS = (1L << TICK_SHIFT - TAG_BITS) - 1;

    private static final long LAPS = MOST_LAPS << TAG_BITS;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /// From a call to its repetition: one tick, and another tag. What runs over from the tag falls into the laps.
    private static final long NEXT = 1L << TICK_SHIFT | GOLDEN >>> 64 - TAG_BITS;

    final Transport transport;
    private final Watch owner;
    private final Roster roster;
    private final int first;
    private final int step;
    final int size;
    final int me;
    private final Ledger ledger;
    private final Circle circle;

    /// Where the slot begins in every region.
    final long slot;

    private long call;

    /// The call that is recorded already, the present one or the one before.
    private long recorded;

    /// What flags of this call hold at its first tick.
    private long head;

    /// How many ticks this call takes.
    private long span = 1;

    /// The hash over all calls up to number `hashed`; the same call without arguments, `bare`, has been repeated since.
    private long chain;

    private long hashed;
    private Operation bare;

    // what this PE waits for, or waited for last
    private int awaitedHome;
    private long awaitedOffset;
    private long awaitedFlag;
    private int awaitedMember;

    /// Whether this PE has said that it is blocked.
    private boolean told;

    Flags(Transport transport, Watch owner, int slotNumber, int first, int step, int size) {
        this.transport = transport;
        this.owner = owner;
        this.roster = new Roster(slotNumber, first, step, size);
        this.first = first;
        this.step = step;
        this.size = size;
        this.me = size == 1 ? 0 : (transport.pe() - first) / step;
        this.slot = SystemLayout.slot(slotNumber, transport.npes());
        this.ledger = new Ledger(transport, roster);
        this.circle = new Circle(transport);
    }

    /// What moves this PE's bytes.
    public Transport transport() {
        return transport;
    }

    /// My number.
    public int me() {
        return me;
    }

    /// How many members.
    public int size() {
        return size;
    }

    /// Distance between members' PE numbers; negative for a reversed team.
    public int step() {
        return step;
    }

    /// The slot in the system area.
    public int slotNumber() {
        return roster.slot();
    }

    /// The PE that member `k` is.
    public int pe(int k) {
        return first + step * k;
    }

    /// Enters the next call, one without arguments, of one tick. It is recorded at the first wait: by then this PE's
    /// flag is on its way to another. Repeating the call before is what programs do in their inner loops, and comes
    /// between two hand-overs: it takes no hash, and two stores.
    void begin(Operation operation) {
        ledger.refuseIfFailed();
        if (operation == bare) head = head + NEXT & ~LAPS;
        else turn(mix(hash(), operation.ordinal() + 1), operation);
        call++;
        if (size == 1) record();
    }

    /// Records the call where that was left for later.
    final void record() {
        if (recorded == call) return;
        recorded = call;
        ledger.record(call, bare);
    }

    /// Enters the next call, of one tick unless [#ticks] says otherwise.
    void begin(Operation operation, long a, long b, long c, long d, long e, long f) {
        ledger.refuseIfFailed();
        long h = mix(mix(mix(hash(), operation.ordinal() + 1), a), b);
        turn(mix(mix(mix(mix(h, c), d), e), f), null);
        recorded = ++call;
        ledger.record(call, operation, a, b, c, d, e, f);
    }

    /// As [#begin], with a last argument that need not agree: it is recorded only.
    void beginOwn(Operation operation, long a, long b, long c, long d, long own) {
        ledger.refuseIfFailed();
        turn(mix(mix(mix(mix(mix(hash(), operation.ordinal() + 1), a), b), c), d), null);
        recorded = ++call;
        ledger.record(call, operation, a, b, c, d, own, 0);
    }

    /// What member `k`, which is in the present call, gave as argument `i`.
    long argument(int k, int i) {
        return ledger.argument(k, call, i);
    }

    /// What to throw where members find that they differ in the present call.
    CollectiveMismatchException differ() {
        return ledger.mismatch(call);
    }

    /// The hash over all calls so far.
    private long hash() {
        return chain + (call - hashed) * GOLDEN;
    }

    /// Makes the flags of the next call ready.
    private void turn(long hash, Operation operation) {
        chain = hash;
        hashed = call + 1;
        bare = operation;
        head = (head >>> TICK_SHIFT) + span << TICK_SHIFT | hash >>> 64 - TAG_BITS;
        span = 1;
    }

    /// Says how many ticks the present call, one with arguments, takes: the same on every member.
    void ticks(long n) {
        span = n;
    }

    /// A hash step that spreads both arguments over the high bits.
    static long mix(long h, long v) {
        long x = (h ^ v) * GOLDEN;
        return x ^ x >>> 29;
    }

    /// What a flag holds at tick `at` of the present call.
    final long flag(long at) {
        return head + (at << TICK_SHIFT) + (Math.min(at, MOST_LAPS) << TAG_BITS);
    }

    /// Tells member `k` that this PE has reached tick `at` of the call: a release of everything before it.
    void post(int k, long at) {
        // release: pairs with the acquire in await() on member k
        transport.signal(pe(k), from(me), flag(at));
    }

    /// Waits until member `k` has reached tick `at`: an acquire. It may have gone on to later calls since.
    void await(int k, long at) {
        awaitFlag(transport.pe(), from(k), at, false, k);
    }

    /// Waits until member `k` has reached tick `at`, and makes sure that it is in the same call as this PE: what
    /// comes before writing to its objects. It cannot have left the call, because it waits for this PE.
    void meet(int k, long at) {
        awaitFlag(transport.pe(), from(k), at, true, k);
    }

    /// Where the flag of member `k` lies in every slot.
    final long from(int k) {
        return slot + SystemLayout.FROM + (long) k * SystemLayout.LINE;
    }

    /// Waits for a flag in `home`'s memory that member `k` raises, or that is raised when all have come; `meets` says
    /// that it cannot have gone further than this call.
    final void awaitFlag(int home, long offset, long at, boolean meets, int k) {
        record();
        awaitedHome = home;
        awaitedOffset = offset;
        awaitedFlag = (head >>> TICK_SHIFT) + at << TICK_SHIFT;
        awaitedMember = k;
        long flag;
        try {
            flag = transport.awaitGrown(home, offset, awaitedFlag, this);
        } finally {
            if (told) retract();
        }
        if (flag < awaitedFlag) throw late();
        if (flag != flag(at) && !isFitting(flag, meets)) throw differ();
    }

    /// Whether a flag is one of this call with its tag, or one of a later call.
    private boolean isFitting(long flag, boolean meets) {
        boolean same = (flag >>> TICK_SHIFT) - (flag >>> TAG_BITS & MOST_LAPS) < (head >>> TICK_SHIFT) + span;
        return same ? (flag & TAG) == (head & TAG) : !meets;
    }

    /// Whether a member that has reached tick `at` of this call still waits for others in it.
    final boolean isBeforeLast(long at) {
        return at < span - 1;
    }

    /// How messages call this team.
    String label() {
        return roster.label();
    }

    private ShmemTimeoutException late() {
        owner.check(false);
        return new ShmemTimeoutException(
                "PE %d/%d: waited too long in %s, call %d of %s, which %s has not entered; run with a longer --timeout or find out what keeps it"
                        .formatted(
                                transport.pe(),
                                transport.npes(),
                                ledger.describe(call),
                                call,
                                label(),
                                ledger.late(call)));
    }

    private void retract() {
        told = false;
        Blocked.retract(transport);
    }

    @Override
    public void check(boolean stuck) {
        ledger.check(call, stuck);
        int from = awaitedMember == Blocked.EVERYBODY ? Blocked.EVERYBODY : pe(awaitedMember);
        told = Blocked.tell(transport, roster, call, awaitedOffset, awaitedFlag, awaitedHome, from, told);
        if (told) circle.check(stuck);
        ledger.refuseIfFailed();
        owner.check(stuck);
    }

    @Override
    public long deadline() {
        return owner.deadline();
    }
}
