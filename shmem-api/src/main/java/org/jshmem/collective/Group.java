// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.collective.choice.BroadcastCost;
import org.jshmem.collective.choice.Prices;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.choice.Tables;
import org.jshmem.collective.choice.Tuning;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Lines;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Transport;

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

    /// Who is told of direct accesses and arithmetic, or null.
    public final Pricing pricing;

    /// Whether all rounds go through one counter.
    public final boolean central;

    /// Whether the bell is one word that all can wait on. Else it is a word with each member, and only a member
    /// that has counted all others in may ring: two roots in turn could overtake each other.
    public final boolean oneBell;

    /// The members by their hosts.
    public final Levels levels;

    /// Whether members are on several hosts, each with one or more.
    public final boolean severalHosts;

    /// What is being combined.
    public final Reduction reduction;

    /// Where letters and halves of the receive buffers begin in every region.
    private final long letters;

    private final long halves;

    /// Where all members are near: the address of member 0's region, and from each to the next, 0 where that differs.
    private final long base;

    private final long stride;
    private final Transfer byDefault;
    private final Transfer byPutGet;
    private long[] bases;
    private long[] offsets;
    private final int[] roundTo;
    private final int[] roundFrom;
    private final int[] chosen = new int[Collective.values().length];
    private final Access[] access = new Access[Collective.values().length];

    private final boolean crowded;
    private final boolean heaps; // that are near can be loaded and stored
    private long epoch;
    private Tuning tuning;

    private Group(Transport transport, Channel channel, Roster roster, long firstTick) {
        super(transport, channel, roster, firstTick);
        this.pricing = transport.pricing();
        this.letters = slot + SystemLayout.letters(npes);
        this.halves = slot + SystemLayout.halves(npes);
        this.heaps = transport.spaces().getFirst().reach() == Reach.LOAD_STORE;
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
        this.central = crowded && size > 2;
        this.oneBell = all;
        this.byDefault = new Transfer(this, true);
        this.byPutGet = new Transfer(this, false);
        int rounds = size == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(size - 1);
        this.roundTo = new int[rounds];
        this.roundFrom = new int[rounds];
        for (int r = 0; r < rounds; r++) {
            roundTo[r] = (me + (1 << r)) % size;
            roundFrom[r] = (me - (1 << r) + size) % size;
        }
        chooseByDefault();
        this.levels = new Levels(this);
        this.severalHosts = levels.hosts() > 1;
        this.reduction = new Reduction(this);
    }

    /// The world team. Its slot has to be zero on every PE before anyone makes a call: [#prepare], then a
    /// rendezvous of the launcher's. The channel is that of all collectives of this PE: apart from the contexts',
    /// so that a program's quiet does not wait for flags, nor a flag for the program's puts.
    public static Group world(Transport transport, Channel channel) {
        return world(transport, channel, 0);
    }

    /// As above, for tests of what happens when ticks wrap around: `firstTick` is equal on all PEs.
    public static Group world(Transport transport, Channel channel, long firstTick) {
        Deadlock.oneThread(transport);
        Roster all = Roster.strided(SystemLayout.WORLD, 0, 1, transport.npes());
        return new Group(transport, channel, all, firstTick);
    }

    /// A team of its own, this PE among its members. Every member has prepared the slot, and then synchronised with
    /// all others on the parent, before anyone makes a call.
    public static Group of(Transport transport, Channel channel, Roster roster) {
        return new Group(transport, channel, roster, 0);
    }

    /// Says that several threads may call collectives at once, each on teams of its own: then PEs that wait for each
    /// other on different teams are not looked for, because another thread may come to the rescue.
    public void severalThreads() {
        Deadlock.severalThreads(transport);
    }

    /// Makes a slot of this PE's system area usable.
    public static void prepare(Transport transport, int slot) {
        int npes = transport.npes();
        transport.zero(SystemLayout.slot(slot, npes), SystemLayout.slotBytes(npes));
    }

    /// Waits until all members have made this call. A deputy waits on where this PE's thread is interrupted.
    public void sync(Operation operation) {
        sync(operation, () -> null);
    }

    /// As [#sync], and then makes the `rest` of the call: on the calling thread, or on that of a deputy, whose result
    /// is lost.
    public <T> T sync(Operation operation, Supplier<T> rest) {
        long before = number();
        try {
            meet(operation);
        } catch (ShmemInterruptedException e) {
            int row = row(operation);
            Runnable resume = () -> {
                if (row == Selection.AUTO) resumeAll(0);
                else Barriers.resume(this, row);
            };
            handOver(before, () -> sync(operation, rest), resume, rest);
            throw e;
        }
        return rest.get();
    }

    /// A call without arguments in which the members only meet; all but a chosen algorithm is here, since programs make
    /// this call most often.
    private void meet(Operation operation) {
        int row = row(operation);
        if (row == Selection.AUTO) {
            begin(operation);
            meetAll(0);
        } else Barriers.sync(this, operation, row);
    }

    private int row(Operation operation) {
        return chosen[(operation == Operation.SYNC ? Collective.SYNC : Collective.BARRIER).ordinal()];
    }

    /// As [#sync], where all members are on their way to this call: an interrupt does not end it.
    public void syncToEnd(Operation operation) {
        withdrawal = () -> false;
        try {
            meet(operation);
        } finally {
            withdrawal = null;
        }
    }

    /// As [#sync], with arguments.
    public <T> T sync(Operation operation, long a, long b, long c, long d, Supplier<T> rest) {
        return sync(operation, a, b, c, d, null, rest);
    }

    /// As above. An interrupt of this PE's thread ends the call only where `withdraw`, if it is not null, finds that no
    /// member makes the `rest`.
    public <T> T sync(Operation operation, long a, long b, long c, long d, BooleanSupplier withdraw, Supplier<T> rest) {
        long before = number();
        withdrawal = withdraw;
        try {
            begin(operation, a, b, c, d, 0, 0);
            meetAll(0);
        } catch (ShmemInterruptedException e) {
            handOver(before, () -> sync(operation, a, b, c, d, rest), () -> resumeAll(0), rest);
            throw e;
        } finally {
            withdrawal = null;
        }
        return rest.get();
    }

    /// The last call of a team, and then the `rest` of its end. Members wait for each other by flags in their own
    /// slots,
    /// so that afterwards no member reads the slot of another one.
    public <T> T close(Supplier<T> rest) {
        long before = number();
        try {
            begin(Operation.CLOSE);
            disseminate(0);
        } catch (ShmemInterruptedException e) {
            handOver(before, () -> close(rest), () -> disseminate(0), rest);
            throw e;
        }
        return rest.get();
    }

    /// Hands over a call in which this PE's thread was interrupted: from the wait on, or the `whole` of it where it had
    /// not begun after call number `before`.
    private <T> void handOver(long before, Supplier<T> whole, Runnable resume, Supplier<T> rest) {
        boolean begun = number() != before;
        handOver(() -> {
            if (begun) resume.run();
            return (begun ? rest : whole).get();
        });
    }

    /// Leaves all choices to size, PE count and cores.
    public final void chooseByDefault() {
        Arrays.fill(chosen, Selection.AUTO);
        Arrays.fill(access, Access.AUTO);
    }

    /// Chooses the algorithm of a collective; `IllegalArgumentException` for a name that the table does not know.
    public void algorithm(Collective collective, String name) {
        chosen[collective.ordinal()] = Tables.of(collective).index(name);
    }

    /// Chooses the access mode of a collective.
    public void access(Collective collective, Access mode) {
        access[collective.ordinal()] = mode;
    }

    /// The choice made for a collective: a row of its table or `Selection.AUTO`.
    public int chosen(Collective collective) {
        return chosen[collective.ordinal()];
    }

    /// Chooses by prices from now on: the calibrated host's, or what the simulated machine says that its cache
    /// lines cost. They are of memory that all members load and store, with a core each; another team keeps to its
    /// tables.
    ///
    /// @param host prices of this host; null where there are none
    public void tune(Prices host) {
        if (!oneBell || crowded || size == 1) return;
        Lines lines = pricing != null ? pricing.lines() : host == null ? null : host.lines();
        boolean measured = host != null && size <= host.cores(); // formulas were not fitted to larger teams
        tuning = new Tuning(measured ? host.algorithms() : List.of(), lines, size);
    }

    /// Whether broadcasts of so many bytes are shaped by what cache lines cost.
    public boolean isShaped(long bytes) {
        return tuning != null && chosen(Collective.BROADCAST) == Selection.AUTO && tuning.isShaped(bytes);
    }

    /// How many times the members that have it become more in a round of a broadcast's tree: 2 unless
    /// [shaped][#isShaped]; 0 where there is to be no tree.
    public int radix(long bytes) {
        return isShaped(bytes) ? tuning.radix(bytes) : BroadcastCost.BINOMIAL;
    }

    /// The algorithm for a call of so many bytes: what was chosen, else what the host's prices say, else the `usual`
    /// one.
    public <A> Selection.Row<A> row(Selection<A> table, long bytes, Selection.Row<A> usual) {
        int row = chosen[table.collective().ordinal()];
        if (row != Selection.AUTO) return table.row(row);
        return tuning == null ? usual : tuning.better(table.collective(), table, bytes, usual);
    }

    /// How the host's prices change the choice of an algorithm, a line for each stretch of sizes.
    public <A> List<String> tuned(Selection<A> table, Tuning.Usual<A> usual) {
        return tuning == null ? List.of() : tuning.differences(table.collective(), table, usual);
    }

    /// How broadcasts go by what lines cost, a line for each stretch of sizes.
    public List<String> trees() {
        return tuning == null ? List.of() : tuning.trees();
    }

    /// How a collective reaches other members: by direct loads and stores where memory can be addressed, unless
    /// told otherwise.
    public Transfer transfer(Collective collective) {
        return access[collective.ordinal()] == Access.PUTGET ? byPutGet : byDefault;
    }

    /// Whether member `k`'s memory has an address here.
    public boolean isNear(int k) {
        return oneBell || reaches(k);
    }

    private boolean reaches(int k) {
        Reach reach = transport.reach(pe(k));
        return reach == Reach.SELF || heaps && reach == Reach.LOAD_STORE;
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

    /// Waits until all members have reached tick `at`; what each has put anywhere before is there.
    public void rendezvous(long at) {
        channel.release();
        meetAll(at);
    }

    /// Waits until all members have reached tick `at`; each has put nothing, or completed it.
    public void meetAll(long at) {
        if (severalHosts) levels.meet(at);
        else if (central) gatherAtCounter(at);
        else disseminate(at);
    }

    /// Goes on with [#meetAll] from the wait in which it was interrupted.
    public void resumeAll(long at) {
        if (severalHosts) levels.resume(at);
        else if (central) awaitBell(at); // it has arrived
        else disseminate(at); // flags that are raised again are what they were
    }

    /// [#meetAll] by leaders.
    public void meetByLeaders(long at) {
        if (size > 1) levels.meet(at);
    }

    /// [#meetAll] at the counter.
    public void gatherAtCounter(long at) {
        if (size == 1) return;
        if (arrive(at)) ring(at);
        else awaitBell(at);
    }

    /// [#meetAll] by dissemination.
    public void disseminate(long at) {
        for (int r = 0; r < roundTo.length; r++) {
            post(roundTo[r], at);
            awaitFlag(own, from(roundFrom[r]), at, isBeforeLast(at), roundFrom[r]);
        }
    }

    /// Counts this PE as arrived at tick `at`; true on the last one, which sees what the others put at member 0 and
    /// what they stored in their own memory.
    public boolean arrive(long at) {
        return arrive(pe(0), SystemLayout.COUNT, at, size);
    }

    /// Counts this PE among `all` that arrive at a counter in `home`'s slot; true on the last one.
    boolean arrive(int home, int counter, long at, int all) {
        record(); // the last one to arrive will not wait
        long mark = (flag(at) & MARK) << COUNT_BITS | 1;
        long count = channel.atomic(Atomic.ADD, home, slot + counter, 8, mark, 0) + mark;
        if ((count & (1L << COUNT_BITS) - 1) != all) return false;
        if (count >>> COUNT_BITS != (flag(at) & MARK) * all) throw differ();
        // nobody arrives here again before the release that follows
        channel.store(home, slot + counter, 8, 0);
        return true;
    }

    /// Tells `root` that this PE has read what it sent. Each root has a counter of its own, because a PE that has read
    /// goes on to other calls; it is not in the root's memory, because an arrival must not wake it.
    public void acknowledge(int root, long at) {
        if (arrive(pe((root + 1) % size), SystemLayout.ACKS, at, size)) {
            channel.release(); // the counter is back at 0, at a third PE, before the root goes on
            channel.signal(pe(root), slot + SystemLayout.DONE, flag(at)); // pairs with awaitAcks()
        }
    }

    /// Waits, as a root, until all have read; it acknowledges too.
    public void awaitAcks(long at) {
        acknowledge(me, at);
        awaitFlag(own, slot + SystemLayout.DONE, at, true, Deadlock.EVERYBODY);
    }

    /// Releases all who await the bell; they see everything that this PE did before, wherever.
    public void ring(long at) {
        channel.release();
        long bell = slot + SystemLayout.BELL;
        if (oneBell) channel.signal(pe(size - 1), bell, flag(at)); // pairs with awaitBell()
        else {
            for (int k = 0; k < size; k++) if (k != me) channel.signal(pe(k), bell, flag(at)); // pairs with awaitBell()
        }
    }

    /// Waits for the bell that the last one to arrive rings.
    public void awaitBell(long at) {
        awaitBell(at, Deadlock.EVERYBODY);
    }

    /// Waits for the bell that member `k` rings.
    public void awaitBell(long at, int k) {
        awaitFlag(oneBell ? pe(size - 1) : own, slot + SystemLayout.BELL, at, false, k);
    }

    /// Room for where each member's block begins, and the end.
    public long[] offsets() {
        if (offsets == null) offsets = new long[size + 1];
        return offsets;
    }

    /// Tells every member a word and learns theirs, into `words`: a rendezvous that takes an epoch.
    public void shareWords(long mine, long[] words, long at) {
        int half = epoch();
        if (central) {
            channel.store(pe(0), letter(half, me) + 8, 8, mine);
            gatherAtCounter(at);
            for (int k = 0; k < size; k++) words[k] = channel.load(pe(0), letter(half, k) + 8, 8);
            return;
        }
        words[me] = mine;
        for (int d = 1; d < size; d++) {
            int k = (me + d) % size;
            channel.store(pe(k), letter(half, me) + 8, 8, mine);
            channel.signal(pe(k), letter(half, me), flag(at)); // pairs with the receive below on member k
        }
        for (int d = 1; d < size; d++) {
            int k = (me + size - d) % size;
            receive(k, half, at);
            words[k] = channel.load(own, letter(half, k) + 8, 8);
        }
    }

    /// Where 56 bytes lie that come with the bell, in the last member's region.
    public long bellLetter() {
        return slot + SystemLayout.BELL + 8;
    }

    /// Enters an epoch: which half of the receive buffers is to be used.
    public int epoch() {
        return (int) (++epoch & 1);
    }

    /// Where the letter of member `k` lies in every slot.
    public long letter(int half, int k) {
        return letters + ((long) half * npes + k) * SystemLayout.LINE;
    }

    /// Sends member `k` up to 56 bytes from own memory together with a flag.
    public void send(int k, int half, long from, long bytes, long at) {
        long letter = letter(half, me);
        // pairs with receive() on member k
        if (bytes > 0) channel.copySignal(pe(k), letter + 8, from, bytes, letter, flag(at));
        else channel.signal(pe(k), letter, flag(at));
    }

    /// Waits for member `k`'s letter; its content lies 8 bytes behind [#letter].
    public void receive(int k, int half, long at) {
        awaitFlag(own, letter(half, k), at, false, k);
    }

    /// Where a receive buffer lies in every region.
    public long half(int half) {
        return halves + (long) half * SystemLayout.HALF_BYTES;
    }

    /// Where the own mailbox lies: others get from it what this PE left there.
    public long mailbox() {
        return chip == null ? stage() : chip.mailbox();
    }

    /// Bytes of a mailbox.
    public long mailboxBytes() {
        return chip == null ? SystemLayout.STAGE_BYTES : chip.mailboxBytes();
    }

    /// Bytes that go together into a mailbox.
    public int mailboxLine() {
        return chip == null ? SystemLayout.LINE : chip.line();
    }

    /// Whether all members' mailboxes have addresses here.
    public boolean mailboxHasAddresses() {
        if (chip != null) return transport.spaces().get(1).reach() == Reach.LOAD_STORE;
        return oneBell;
    }

    /// Where the own receive buffer lies.
    public long stage() {
        return slot + SystemLayout.stage(npes);
    }
}
