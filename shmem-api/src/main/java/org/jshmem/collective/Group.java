// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// A team as the algorithms see it: its members, their flags, and how far everybody has come.
///
/// Member `k` is PE `first + step * k` of the job. One collective of a group runs at a time; all members make the
/// same calls in the same order, and when they do not, all of them throw `CollectiveMismatchException`.
public final class Group implements Watch {
    /*
     * How it works. A collective is a call with a number, and takes one or more ticks, numbered through for the
     * life of the group. A flag holds tick, lap and tag: tick << 20 | lap << 16 | tag. The lap says how many ticks
     * of its call came before, 15 for more; the tag is 16 bits of a hash over all calls so far with their arguments.
     * Flags only grow and are never cleared; whoever waits for a tick waits for flag >= tick << 20. If the flag's call
     * began before one's own will end, it is the same call, and its tag must be one's own: so calls that do not match
     * are found where they meet, before anything is written to another PE's objects, at the price of one comparison. A
     * tick after which a member still waits for others cannot be overtaken: there a flag of a later call is a mismatch
     * too.
     *
     * Each member has a line for each other member, `from`, written by that one alone: "I have reached tick t". All
     * algorithms signal through these, so no two can disturb each other.
     *
     * Where PEs outnumber cores, log2(p) rounds of flags are log2(p) rounds of the scheduler. There all arrive at
     * one counter, in member 0's memory; the last one rings one bell, in the last member's memory, on which all
     * sleep. Two homes, because an arrival must not wake who sleeps. The counter's low 16 bits count, the others
     * add up the tags.
     *
     * Receive buffers come in two halves used in turn, an epoch each. Every algorithm that takes an epoch keeps all
     * members until all have entered it: so when one has left epoch e + 1, all have left e, and its half may be
     * written again.
     */
    private static final int TAG_BITS = 16;
    private static final long TAG = (1L << TAG_BITS) - 1;
    private static final int TICK_SHIFT = 20;
    private static final long MOST_LAPS = (1L << TICK_SHIFT - TAG_BITS) - 1;
    private static final int COUNT_BITS = 16;
    private static final long MARK = 0xffffffffL;

    final Transport transport;
    private final Watch owner;
    private final Roster roster;
    private final int first;
    private final int step;
    private final int size;
    private final int me;

    /// Where the slot begins in every region.
    final long slot;

    /// Whether arithmetic has to be declared.
    final boolean priced;

    /// Whether all rounds go through one counter.
    final boolean central;

    private final long[] base;
    private final Reach byDefault;
    private final Reach byPutGet;
    private final long[] offsets;
    private final int[] roundTo;
    private final int[] roundFrom;
    private final Ledger ledger;
    private final Circle circle;
    private final Hypercube cube;
    final Reduction reduction;
    private final int[] chosen = new int[Collective.values().length];
    private final Access[] access = new Access[Collective.values().length];

    private long call;
    private long chain;
    private long tick;
    private long end = 1;
    private long tag;
    private long epoch;

    // what this PE waits for, or waited for last
    private long awaitedOffset;
    private long awaitedFlag;
    private int awaitedMember;

    /// Whether this PE has said that it is blocked.
    private boolean told;

    private Group(Transport transport, Watch owner, int slotNumber, int first, int step, int size) {
        this.transport = transport;
        this.owner = owner;
        this.roster = new Roster(slotNumber, first, step, size);
        this.first = first;
        this.step = step;
        this.size = size;
        this.me = size == 1 ? 0 : (transport.pe() - first) / step;
        this.slot = SystemLayout.slot(slotNumber, transport.npes());
        this.priced = !transport.machine().equals("host");
        this.central = transport.crowded() && size > 2;
        this.base = new long[size];
        boolean all = true;
        for (int k = 0; k < size; k++) {
            base[k] = transport.address(pe(k), 0);
            all &= base[k] != 0;
        }
        this.byDefault = new Reach(this, all);
        this.byPutGet = new Reach(this, false);
        this.offsets = new long[size + 1];
        int rounds = size == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(size - 1);
        this.roundTo = new int[rounds];
        this.roundFrom = new int[rounds];
        for (int r = 0; r < rounds; r++) {
            roundTo[r] = (me + (1 << r)) % size;
            roundFrom[r] = (me - (1 << r) + size) % size;
        }
        Arrays.fill(chosen, Selection.AUTO);
        Arrays.fill(access, Access.AUTO);
        this.ledger = new Ledger(transport, roster);
        this.circle = new Circle(transport);
        this.cube = new Hypercube(me, size);
        this.reduction = new Reduction(this, base);
    }

    /// The world team. Its slot has to be zero on every PE before anyone makes a call: [#prepare], then a
    /// rendezvous of the launcher's.
    public static Group world(Transport transport, Watch owner) {
        Blocked.mine(transport);
        return new Group(transport, owner, SystemLayout.WORLD, 0, 1, transport.npes());
    }

    /// A team of its own: PEs `first + step * k` for `k < size`, this PE among them. Every member has prepared the
    /// slot, and then synchronised with all others on the parent, before anyone makes a call.
    public static Group of(Transport transport, Watch owner, int slot, int first, int step, int size) {
        return new Group(transport, owner, slot, first, step, size);
    }

    /// Says that several threads may call collectives at once, each on teams of its own: then PEs that wait for each
    /// other on different teams are not looked for, because another thread may come to the rescue.
    public void severalThreads() {
        Blocked.several(transport);
    }

    /// Makes a slot of this PE's system area usable.
    public static void prepare(Transport transport, int slot) {
        int npes = transport.npes();
        transport.zero(SystemLayout.slot(slot, npes), SystemLayout.slotBytes(npes));
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

    /// Waits until all members have made this call.
    public void sync(Operation operation) {
        Barriers.sync(this, operation);
    }

    /// Waits until all members have made this call with these arguments.
    public void sync(Operation operation, long a, long b, long c) {
        begin(operation, a, b, c, 0, 0, 0);
        rendezvous(0);
    }

    /// Waits for all members by flags to each member alone, so that afterwards nobody reads another's slot: the
    /// last call of a team.
    public void close() {
        begin(Operation.CLOSE);
        disseminate(0);
    }

    /// Chooses the algorithm of a collective; `IllegalArgumentException` for a name that the table does not know.
    public void algorithm(Collective collective, String name) {
        chosen[collective.ordinal()] = Selection.of(collective).index(name);
    }

    /// Chooses the access mode of a collective.
    public void access(Collective collective, Access mode) {
        access[collective.ordinal()] = mode;
    }

    /// The choice made for a collective: a row of its table or `Selection.AUTO`.
    int chosen(Collective collective) {
        return chosen[collective.ordinal()];
    }

    /// How a collective reaches other members: by direct loads and stores where memory can be addressed, unless
    /// told otherwise.
    Reach reach(Collective collective) {
        return access[collective.ordinal()] == Access.PUTGET ? byPutGet : byDefault;
    }

    /// The absolute address of an offset on member `k`.
    long address(int k, long offset) {
        return base[k] + offset;
    }

    /// Enters the next call, one without arguments, of one tick.
    void begin(Operation operation) {
        ledger.refuseIfFailed();
        chain = mix(chain, operation.ordinal() + 1);
        ledger.record(++call, operation);
        turn();
    }

    /// Enters the next call, of one tick unless [#ticks] says otherwise.
    void begin(Operation operation, long a, long b, long c, long d, long e, long f) {
        ledger.refuseIfFailed();
        long h = mix(mix(mix(chain, operation.ordinal() + 1), a), b);
        chain = mix(mix(mix(mix(h, c), d), e), f);
        ledger.record(++call, operation, a, b, c, d, e, f);
        turn();
    }

    /// As [#begin], with a last argument that need not agree: it is recorded only.
    void beginOwn(Operation operation, long a, long b, long c, long d, long own) {
        ledger.refuseIfFailed();
        chain = mix(mix(mix(mix(mix(chain, operation.ordinal() + 1), a), b), c), d);
        ledger.record(++call, operation, a, b, c, d, own, 0);
        turn();
    }

    /// What member `k`, which is in the present call, gave as argument `i`.
    long argument(int k, int i) {
        return ledger.argument(k, call, i);
    }

    /// What to throw where members find that they differ in the present call.
    CollectiveMismatchException differ() {
        return ledger.mismatch(call);
    }

    private void turn() {
        tag = chain >>> 64 - TAG_BITS;
        tick = end;
        end = tick + 1;
    }

    /// Says how many ticks the present call takes: the same on every member.
    void ticks(long n) {
        end = tick + n;
    }

    /// A hash step that spreads both arguments over the high bits.
    static long mix(long h, long v) {
        long x = (h ^ v) * 0x9e3779b97f4a7c15L;
        return x ^ x >>> 29;
    }

    private long flag(long at) {
        return tick + at << TICK_SHIFT | Math.min(at, MOST_LAPS) << TAG_BITS | tag;
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

    private long from(int k) {
        return slot + SystemLayout.FROM + (long) k * SystemLayout.LINE;
    }

    /// Waits for a flag that member `k` raises, or that is raised when all have come.
    private void awaitFlag(int home, long offset, long at, boolean meets, int k) {
        awaitedOffset = offset;
        awaitedFlag = tick + at << TICK_SHIFT;
        awaitedMember = k;
        try {
            if (!transport.await(home, offset, 8, Cmp.GE, tick + at << TICK_SHIFT, this)) throw late();
        } finally {
            if (told) retract();
        }
        long flag = transport.load(home, offset, 8);
        boolean same = (flag >>> TICK_SHIFT) - (flag >>> TAG_BITS & MOST_LAPS) < end;
        if (same ? (flag & TAG) != tag : meets) throw ledger.mismatch(call);
    }

    /// Waits until all members have reached tick `at`.
    void rendezvous(long at) {
        if (central) gatherAtCounter(at);
        else disseminate(at);
    }

    /// [#rendezvous] at the counter.
    void gatherAtCounter(long at) {
        if (size == 1) return;
        if (arrive(at)) ring(at);
        else awaitBell(at);
    }

    /// [#rendezvous] by dissemination.
    void disseminate(long at) {
        for (int r = 0; r < roundTo.length; r++) {
            post(roundTo[r], at);
            awaitFlag(transport.pe(), from(roundFrom[r]), at, tick + at < end - 1, roundFrom[r]);
        }
    }

    /// Counts this PE as arrived at tick `at`; true on the last one, which sees everything the others did before.
    boolean arrive(long at) {
        return arrive(pe(0), SystemLayout.COUNT, at);
    }

    private boolean arrive(int home, int counter, long at) {
        long mark = (flag(at) & MARK) << COUNT_BITS | 1;
        long count = transport.atomic(Atomic.ADD, home, slot + counter, 8, mark, 0) + mark;
        if ((count & (1L << COUNT_BITS) - 1) != size) return false;
        if (count >>> COUNT_BITS != (flag(at) & MARK) * size) throw ledger.mismatch(call);
        // nobody arrives here again before the release that follows
        transport.store(home, slot + counter, 8, 0);
        return true;
    }

    /// Tells `root` that this PE has read what it sent. Each root has a counter of its own, because who has read
    /// goes on to other calls; it is not in the root's memory, because an arrival must not wake it.
    void acknowledge(int root, long at) {
        if (arrive(pe((root + 1) % size), SystemLayout.ACKS, at)) {
            transport.signal(pe(root), slot + SystemLayout.DONE, flag(at)); // pairs with awaitAcks()
        }
    }

    /// Waits, as a root, until all have read; it acknowledges too.
    void awaitAcks(long at) {
        acknowledge(me, at);
        awaitFlag(transport.pe(), slot + SystemLayout.DONE, at, true, Blocked.EVERYBODY);
    }

    /// Releases all who await the bell.
    void ring(long at) {
        transport.signal(pe(size - 1), slot + SystemLayout.BELL, flag(at)); // pairs with awaitBell()
    }

    /// Waits for the bell that the last one to arrive rings.
    void awaitBell(long at) {
        awaitBell(at, Blocked.EVERYBODY);
    }

    /// Waits for the bell that member `k` rings.
    void awaitBell(long at, int k) {
        awaitFlag(pe(size - 1), slot + SystemLayout.BELL, at, false, k);
    }

    /// Room for where each member's block begins, and the end.
    long[] offsets() {
        return offsets;
    }

    /// Tells every member a word and learns theirs, into `words`: a rendezvous that takes an epoch.
    void shareWords(long mine, long[] words, long at) {
        int half = epoch();
        if (central) {
            transport.store(pe(0), letter(half, me) + 8, 8, mine);
            gatherAtCounter(at);
            for (int k = 0; k < size; k++) words[k] = transport.load(pe(0), letter(half, k) + 8, 8);
            return;
        }
        words[me] = mine;
        for (int d = 1; d < size; d++) {
            int k = (me + d) % size;
            transport.store(pe(k), letter(half, me) + 8, 8, mine);
            transport.signal(pe(k), letter(half, me), flag(at)); // pairs with the receive below on member k
        }
        for (int d = 1; d < size; d++) {
            int k = (me + size - d) % size;
            receive(k, half, at);
            words[k] = transport.load(transport.pe(), letter(half, k) + 8, 8);
        }
    }

    /// Where 56 bytes lie that come with the bell, in the last member's region.
    long bellLetter() {
        return slot + SystemLayout.BELL + 8;
    }

    /// Enters an epoch: which half of the receive buffers is to be used.
    int epoch() {
        return (int) (++epoch & 1);
    }

    /// Where the letter of member `k` lies in every slot.
    long letter(int half, int k) {
        return slot + SystemLayout.letters(transport.npes()) + ((long) half * transport.npes() + k) * SystemLayout.LINE;
    }

    /// Sends member `k` up to 56 bytes from own memory together with a flag.
    void send(int k, int half, long from, long bytes, long at) {
        long letter = letter(half, me);
        if (bytes > 0) transport.copy(pe(k), letter + 8, transport.pe(), from, bytes);
        transport.signal(pe(k), letter, flag(at)); // pairs with receive() on member k
    }

    /// Waits for member `k`'s letter; its content lies 8 bytes behind [#letter].
    void receive(int k, int half, long at) {
        awaitFlag(transport.pe(), letter(half, k), at, false, k);
    }

    /// The members as corners of a cube.
    Hypercube cube() {
        return cube;
    }

    /// Where a receive buffer lies in every region.
    long half(int half) {
        return slot + SystemLayout.halves(transport.npes()) + (long) half * SystemLayout.HALF_BYTES;
    }

    /// Where the own receive buffer lies.
    long stage() {
        return slot + SystemLayout.stage(transport.npes());
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
        int home = awaitedOffset == slot + SystemLayout.BELL ? pe(size - 1) : transport.pe();
        int from = awaitedMember == Blocked.EVERYBODY ? Blocked.EVERYBODY : pe(awaitedMember);
        told = Blocked.tell(transport, roster, call, awaitedOffset, awaitedFlag, home, from, told);
        if (told) circle.check(stuck);
        ledger.refuseIfFailed();
        owner.check(stuck);
    }

    @Override
    public long deadline() {
        return owner.deadline();
    }
}
