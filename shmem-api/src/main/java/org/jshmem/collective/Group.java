// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Deadlock;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.ByHost;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// A team for the algorithms of collectives: the chosen algorithm of each call, and the buffers in which members send
/// bytes to each other.
///
/// One collective of a group runs at a time. All members make the same calls in the same order. If they do not, all
/// of them throw `CollectiveMismatchException`.
public final class Group extends Meetings {
    /*
     * Receive buffers have two halves used in turn, one in each epoch. Every algorithm that takes an epoch keeps all
     * members until all have entered it. So when one member has left epoch e + 1, all have left e, and its half may
     * be written again.
     */
    /// The simulated machine that counts direct accesses and arithmetic, or null.
    public final Pricing pricing;

    /// The reduction that runs.
    public final Reduction reduction;

    /// The offsets of letters and of halves of the receive buffers in every region.
    private final long letters;

    private final long halves;

    private final Transfer byDefault;
    private final Transfer byPutGet;
    private long[] offsets;
    private final Access[] access = new Access[Collective.values().length];

    private long epoch;

    private Group(Transport transport, Channel channel, Roster roster, Group team, long firstTick) {
        super(transport, channel, roster, team, firstTick);
        this.pricing = transport.pricing();
        this.letters = slot + SystemLayout.letters(npes);
        this.halves = slot + SystemLayout.halves(npes);
        this.byDefault = new Transfer(this, true);
        this.byPutGet = new Transfer(this, false);
        chooseByDefault();
        this.reduction = new Reduction(this);
        ByHost hosts = team == null ? hosts() : null;
        this.hierarchy = hosts == null || hosts.hosts() == 1 ? null : new Hierarchy(this, hosts);
    }

    private ByHost hosts() {
        Topology topology = transport.topology();
        if (topology.hosts() == 1) return null;
        boolean world = roster().slot() == SystemLayout.WORLD;
        return world ? topology.world() : topology.byHost(size, this::pe);
    }

    /// Returns a group of some members of this team, this PE among them, in slots of the given part.
    Group part(int part, int... pes) {
        Roster members = new Roster(SystemLayout.part(roster().slot(), part), pes);
        return new Group(transport, channel, members, this, 0);
    }

    /// The members by their hosts; null if all are on one, and in a part of a team.
    public Hierarchy hierarchy() {
        return hierarchy;
    }

    /// Returns the world team. Its slot has to be zero on every PE before any PE makes a call: [#prepare], then a
    /// rendezvous of the launcher. The channel serves all collectives of this PE. It is not a channel of a context,
    /// so that a program's quiet does not wait for flags, and flags do not wait for the program's puts.
    public static Group world(Transport transport, Channel channel) {
        return world(transport, channel, 0);
    }

    /// Returns the world team for tests of ticks that wrap around: `firstTick` is equal on all PEs.
    public static Group world(Transport transport, Channel channel, long firstTick) {
        Deadlock.oneThread(transport);
        Roster all = Roster.strided(SystemLayout.WORLD, 0, 1, transport.npes());
        return new Group(transport, channel, all, null, firstTick);
    }

    /// Returns a team that has this PE as a member. Every member has prepared the slot, and then synchronised with
    /// all others on the parent, before any of them makes a call.
    public static Group of(Transport transport, Channel channel, Roster roster) {
        return new Group(transport, channel, roster, null, 0);
    }

    /// Makes a team's slot of this PE's system area usable, and those of its parts if the job is on several hosts.
    public static void prepare(Transport transport, int slot) {
        int npes = transport.npes();
        int parts = transport.topology().hosts() > 1 && slot != SystemLayout.SHARED ? SystemLayout.PARTS : 1;
        for (int part = 0; part < parts; part++) {
            long at = SystemLayout.slot(SystemLayout.part(slot, part), npes);
            transport.back(at, SystemLayout.slotBytes(npes), SystemLayout.stage(npes));
        }
    }

    /// Resets all choices: size, number of PEs and cores decide.
    public final void chooseByDefault() {
        Arrays.fill(chosen, null);
        Arrays.fill(access, Access.AUTO);
    }

    /// Chooses the algorithm of a collective; null for the best one.
    public void algorithm(Collective collective, Algorithm<?> algorithm) {
        chosen[collective.ordinal()] = algorithm;
    }

    /// Chooses the access mode of a collective.
    public void access(Collective collective, Access mode) {
        access[collective.ordinal()] = mode;
    }

    /// Returns the transfer of a collective: direct loads and stores on addressable memory, unless the program chose
    /// put and get.
    public Transfer transfer(Collective collective) {
        return access[collective.ordinal()] == Access.PUTGET ? byPutGet : byDefault;
    }

    /// Returns the transfer of a team's collective for its steps in this part of the team.
    public Transfer like(Transfer transfer) {
        return transfer.addresses ? byDefault : byPutGet;
    }

    /// Returns an array for the offset of each member's block, and the end.
    public long[] offsets() {
        if (offsets == null) offsets = new long[size + 1];
        return offsets;
    }

    /// Sends a word to every member and receives theirs in `words`: a rendezvous that takes an epoch.
    public void shareWords(long mine, long[] words, long at) {
        int half = epoch();
        if (oversubscribed) {
            channel.store(pe(0), letter(half, me) + 8, 8, mine);
            meetAtFirst(at);
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

    /// Enters an epoch, and returns its half of the receive buffers.
    public int epoch() {
        return (int) (++epoch & 1);
    }

    /// Returns the offset of member `k`'s letter in every slot.
    public long letter(int half, int k) {
        return letters + ((long) half * npes + k) * SystemLayout.LINE;
    }

    /// Sends member `k` up to 56 bytes of this PE's memory together with a flag.
    public void send(int k, int half, long from, long bytes, long at) {
        long letter = letter(half, me);
        // pairs with receive() on member k
        if (bytes > 0) channel.copySignal(pe(k), letter + 8, from, bytes, letter, flag(at));
        else channel.signal(pe(k), letter, flag(at));
    }

    /// Waits for member `k`'s letter; its content begins 8 bytes after [#letter].
    public void receive(int k, int half, long at) {
        awaitFlag(letter(half, k), at, false, k);
    }

    /// Returns the offset of a receive buffer in every region.
    public long half(int half) {
        return halves + (long) half * SystemLayout.HALF_BYTES;
    }

    /// Returns the offset of this PE's mailbox, from which others get its data.
    public long mailbox() {
        return chip == null ? stage() : chip.mailbox();
    }

    /// Bytes of a mailbox.
    public long mailboxBytes() {
        return chip == null ? SystemLayout.STAGE_BYTES : chip.mailboxBytes();
    }

    /// Returns the bytes of a mailbox's line.
    public int mailboxLine() {
        return chip == null ? SystemLayout.LINE : chip.line();
    }

    /// Whether all members' mailboxes have addresses here.
    public boolean mailboxHasAddresses() {
        if (chip != null) return transport.spaces().get(1).reach() == Reach.LOAD_STORE;
        return allNear;
    }

    /// Returns the offset of this PE's own receive buffer.
    public long stage() {
        return slot + SystemLayout.stage(npes);
    }
}
