// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.collective.choice.BroadcastCost;
import org.jshmem.collective.choice.HostCosts;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.choice.Tables;
import org.jshmem.collective.choice.Tuning;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Channel;
import org.jshmem.transport.LineCosts;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Transport;

/// A team as the algorithms see it: which algorithm a call takes, and the buffers in which members send bytes to each
/// other.
///
/// One collective of a group runs at a time; all members make the same calls in the same order, and when they do
/// not, all of them throw `CollectiveMismatchException`.
public final class Group extends Meetings {
    /*
     * Receive buffers come in two halves used in turn, an epoch each. Every algorithm that takes an epoch keeps all
     * members until all have entered it: so when one has left epoch e + 1, all have left e, and its half may be
     * written again.
     */
    /// Who is told of direct accesses and arithmetic, or null.
    public final Pricing pricing;

    /// What is being combined.
    public final Reduction reduction;

    /// Where letters and halves of the receive buffers begin in every region.
    private final long letters;

    private final long halves;

    private final Transfer byDefault;
    private final Transfer byPutGet;
    private long[] offsets;
    private final Access[] access = new Access[Collective.values().length];

    private long epoch;
    private Tuning tuning;

    private Group(Transport transport, Channel channel, Roster roster, long firstTick) {
        super(transport, channel, roster, firstTick);
        this.pricing = transport.pricing();
        this.letters = slot + SystemLayout.letters(npes);
        this.halves = slot + SystemLayout.halves(npes);
        this.byDefault = new Transfer(this, true);
        this.byPutGet = new Transfer(this, false);
        chooseByDefault();
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

    /// Makes a slot of this PE's system area usable.
    public static void prepare(Transport transport, int slot) {
        int npes = transport.npes();
        transport.zero(SystemLayout.slot(slot, npes), SystemLayout.slotBytes(npes));
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
    public void tune(HostCosts host) {
        if (!oneBell || crowded || size == 1) return;
        LineCosts lines = pricing != null ? pricing.lines() : host == null ? null : host.lines();
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
