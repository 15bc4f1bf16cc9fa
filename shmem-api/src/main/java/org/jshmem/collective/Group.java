// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// A team as the algorithms see it: its members, how all of them meet, and the buffers in which they send bytes to
/// each other.
///
/// One collective of a group runs at a time; all members make the same calls in the same order, and when they do
/// not, all of them throw `CollectiveMismatchException`.
public final class Group extends Flags {
    /*
     * Where PEs outnumber cores, log2(p) rounds of flags are log2(p) rounds of the scheduler. There all arrive at
     * one counter, in member 0's memory; the last one rings one bell, in the last member's memory, on which all
     * sleep. Two homes, because an arrival must not wake who sleeps. The counter's low 16 bits count, the others
     * add up the tags.
     *
     * Receive buffers come in two halves used in turn, an epoch each. Every algorithm that takes an epoch keeps all
     * members until all have entered it: so when one has left epoch e + 1, all have left e, and its half may be
     * written again.
     */
    private static final int COUNT_BITS = 16;
    private static final long MARK = 0xffffffffL;

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
    private final Hypercube cube;
    final Reduction reduction;
    private final int[] chosen = new int[Collective.values().length];
    private final Access[] access = new Access[Collective.values().length];

    private long epoch;

    private Group(Transport transport, Watch owner, int slotNumber, int first, int step, int size) {
        super(transport, owner, slotNumber, first, step, size);
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
            awaitFlag(transport.pe(), from(roundFrom[r]), at, isBeforeLast(at), roundFrom[r]);
        }
    }

    /// Counts this PE as arrived at tick `at`; true on the last one, which sees everything the others did before.
    boolean arrive(long at) {
        return arrive(pe(0), SystemLayout.COUNT, at);
    }

    private boolean arrive(int home, int counter, long at) {
        record(); // the last one to arrive will not wait
        long mark = (flag(at) & MARK) << COUNT_BITS | 1;
        long count = transport.atomic(Atomic.ADD, home, slot + counter, 8, mark, 0) + mark;
        if ((count & (1L << COUNT_BITS) - 1) != size) return false;
        if (count >>> COUNT_BITS != (flag(at) & MARK) * size) throw differ();
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
}
