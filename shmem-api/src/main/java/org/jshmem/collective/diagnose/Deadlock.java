// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The search for PEs that wait for each other in collectives of different teams, which no single team can detect.
///
/// ```
/// PE 0: a.barrier(); b.barrier();      both members of a and of b: PE 0 waits in a for PE 1,
/// PE 1: b.barrier(); a.barrier();      which waits in b for PE 0, for ever
/// ```
///
/// A PE that has waited in a collective for long publishes the PE that it waits for, in one line of its own page:
///
/// ```
/// +0   sequence      odd while the PE is blocked; raised when that begins and when it ends
/// +8   thread        the one thread that calls collectives, or -1 for several
/// +16  slot | size   of the team
/// +24  call
/// +32  offset        of the awaited flag
/// +40  value         that the flag has to reach
/// +48  home | from   the PE of the flag's memory; the PE that raises it, or -1 for all missing ones, -2 for its host's
/// +56  first | step  PE numbers of the members; the slot lists them where the step is 0
/// ```
public final class Deadlock {
    /*
     * From time to time a blocked PE follows these lines. If they lead back to itself, it looks again after a while.
     * If every PE on the way is still in the same wait, and no flag has been raised, then at one moment between the
     * two looks all of them were blocked. Each needed an action that only the next one could take: this is a
     * deadlock, not slowness. All teams on the way fail.
     *
     * Edges are never guessed. A PE that waits for one member's flag waits for that PE. A PE that waits for a
     * rendezvous waits for each member that has not arrived. The search does not continue through PEs that are not
     * blocked in a collective, in any state. A PE with several threads in collectives publishes nothing: one
     * of the others may do the awaited step.
     *
     * On another host each line takes messages, and first a connection. While a job starts, or where one PE computes,
     * the lines may lead to all hosts. So the more hosts there are the longer a PE waits before each look.
     */
    /// The value of `from` for a flag that is raised after all members have arrived.
    public static final int EVERYBODY = -1;

    /// The value of `from` for a flag that is raised after all members of the PE's host have arrived.
    public static final int HOST = -2;

    private static final long PATIENCE = 500_000_000; // ns between two looks, for each host
    private static final long LONGEST_PATIENCE = 60_000_000_000L;
    private static final int MOST_NAMED = 5;

    private static final long SEVERAL = -1;
    private static final int LINE = SystemLayout.LINE;
    private static final int THREAD = 8;
    private static final int TEAM = 16;
    private static final int CALL = 24;
    private static final int OFFSET = 32;
    private static final int VALUE = 40;
    private static final int WHOM = 48;
    private static final int MEMBERS = 56;

    private final Transport transport;
    private final Roster team;
    private final long line; // address of this PE's own line
    private final boolean remote; // whether lines may be on another host
    private final long patience;
    private List<Blocked> suspected = List.of();
    private long lastLook = Long.MIN_VALUE;

    /// Creates the search of a member of a team.
    public Deadlock(Transport transport, Roster team) {
        this.transport = transport;
        this.team = team;
        this.line = line(transport);
        int hosts = transport.pricing() == null ? transport.topology().hosts() : 1; // messages cost no time there
        this.remote = hosts > 1;
        this.patience = Math.min(hosts * PATIENCE, LONGEST_PATIENCE);
    }

    private static long line(Transport transport) {
        return transport.address(transport.pe(), SystemLayout.BLOCKED);
    }

    // publishing the own wait

    /// Registers the calling thread as the only one that calls this PE's collectives, until another thread calls one.
    public static void oneThread(Transport transport) {
        Memory.setLong(line(transport) + THREAD, Thread.currentThread().threadId());
    }

    /// Registers that several threads may call this PE's collectives. That ends the search for deadlocks: another
    /// thread of a blocked PE may still unblock it.
    public static void severalThreads(Transport transport) {
        Memory.setLong(line(transport) + THREAD, SEVERAL);
    }

    /// Publishes that this PE is blocked, unless it has already (`said`); returns false if it must not be published.
    public boolean blocked(long call, long offset, long value, int home, int from, boolean said) {
        if (Memory.getLong(line + THREAD) != Thread.currentThread().threadId()) {
            severalThreads(transport);
            if (said) unblocked();
            return false;
        }
        if (said) return true;
        Memory.releaseFence(); // a reader that sees a word below also sees that the wait before is over
        Memory.setLong(line + TEAM, pair(team.slot(), team.size()));
        Memory.setLong(line + CALL, call);
        Memory.setLong(line + OFFSET, offset);
        Memory.setLong(line + VALUE, value);
        Memory.setLong(line + WHOM, pair(home, from));
        Memory.setLong(line + MEMBERS, pair(team.pe(0), team.step()));
        // release: pairs with the copies in read(); all flags that this PE raised are older
        Memory.setLongRelease(line, Memory.getLong(line) | 1);
        return true;
    }

    /// Publishes that the wait has ended.
    public void unblocked() {
        Memory.setLongRelease(line, (Memory.getLong(line) | 1) + 1);
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    /// The published wait of a PE; `sequence` is the number of this wait.
    private record Blocked(int pe, long sequence, Roster team, long call, long offset, long value, int home, int from) {

        boolean isWith(Blocked other) {
            return call == other.call && team.equals(other.team);
        }
    }

    /// Returns the wait of a PE, or null if the PE is not blocked. The line is read twice, like the log of calls.
    private Blocked read(int pe) {
        ByteBuffer wait = CallLog.copy(transport, pe, SystemLayout.BLOCKED, 1, LINE);
        if ((wait.getLong(0) & 1) == 0) return null;
        long whom = wait.getLong(WHOM);
        int slot = (int) (wait.getLong(TEAM) >> 32);
        Roster roster = members(pe, slot, (int) wait.getLong(TEAM), wait.getLong(MEMBERS));
        return new Blocked(
                pe,
                wait.getLong(0),
                roster,
                wait.getLong(CALL),
                wait.getLong(OFFSET),
                wait.getLong(VALUE),
                (int) (whom >> 32),
                (int) whom);
    }

    /// Returns the members of a PE's team, by the first of them and their step, or from its slot.
    private Roster members(int pe, int slot, int size, long members) {
        int npes = transport.npes();
        if ((int) members != 0) return Roster.strided(slot, (int) (members >> 32), (int) members, size);
        int[] pes = new int[Math.clamp(size, 1, npes)];
        long at = SystemLayout.slot(slot, npes) + SystemLayout.roster(npes);
        transport.channel().get(pe, at, MemorySegment.ofArray(pes), 0, 4L * pes.length);
        return new Roster(
                slot, IntStream.of(pes).map(k -> Math.clamp(k, 0, npes - 1)).toArray());
    }

    /// Writes the members into this PE's slot of the team, if they have no common step.
    public static void publish(Transport transport, Roster team) {
        if (team.step() != 0) return;
        long at = SystemLayout.slot(team.slot(), transport.npes()) + SystemLayout.roster(transport.npes());
        Memory.copyIn(MemorySegment.ofArray(team.listed()), 0, transport.address(transport.pe(), at), 4L * team.size());
    }

    // the search

    /// Fails the teams of a circle with this PE, if there is one. `stuck` means that no PE can continue at all.
    public void check(boolean stuck) {
        long now = transport.nanoTime();
        boolean first = lastLook == Long.MIN_VALUE;
        if (!stuck && !first && now - lastLook < patience) return;
        lastLook = now;
        if (!stuck && first && remote) return;
        if (stuck) suspected = search();
        List<Blocked> found = search();
        boolean same = !found.isEmpty() && found.equals(suspected);
        suspected = found;
        if (!same) return;
        String text = text(found);
        found.stream().map(Blocked::team).distinct().forEach(t -> new Mismatch(transport, t).pass(text));
    }

    /// Returns the way back to this PE, beginning at the first PE of a call; empty if there is none.
    private List<Blocked> search() {
        Blocked own = read(transport.pe());
        List<Blocked> path = new ArrayList<>();
        return own != null && leadsBack(own, path, new BitSet()) ? turned(path) : List.of();
    }

    private boolean leadsBack(Blocked b, List<Blocked> path, BitSet seen) {
        path.add(b);
        seen.set(b.pe());
        if (transport.channel().load(b.home(), b.offset(), 8) - b.value() < 0) { // still not raised
            if (b.from() >= 0) {
                if (leadsBackBy(b.from(), path, seen)) return true;
            } else {
                CallLog log = new CallLog(transport, b.team());
                for (int k = 0; k < b.team().size(); k++) {
                    int pe = b.team().pe(k);
                    if (b.from() == HOST
                            && transport.topology().host(pe)
                                    != transport.topology().host(b.pe())) continue;
                    if (!log.hasCome(pe, b.call()) && leadsBackBy(pe, path, seen)) return true;
                }
            }
        }
        path.removeLast();
        return false;
    }

    private boolean leadsBackBy(int pe, List<Blocked> path, BitSet seen) {
        if (pe == transport.pe()) return true;
        if (seen.get(pe)) return false;
        Blocked next = read(pe);
        return next != null && !hasFailed(next) && leadsBack(next, path, seen);
    }

    /// Whether the team has failed, so that the wait ends without its flag, by an exception.
    private boolean hasFailed(Blocked b) {
        long verdict = SystemLayout.slot(b.team().slot(), transport.npes()) + SystemLayout.VERDICT;
        return transport.channel().load(b.pe(), verdict, 8) != 0;
    }

    /// Returns the circle from the smallest PE that waits for a PE in another call, equal on whichever PE finds it.
    /// It is empty if all are in one call: then their team alone detects the reason.
    private static List<Blocked> turned(List<Blocked> path) {
        int start = -1;
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).isWith(path.get((i + path.size() - 1) % path.size()))) continue;
            if (start < 0 || path.get(i).pe() < path.get(start).pe()) start = i;
        }
        if (start < 0) return List.of();
        List<Blocked> turned = new ArrayList<>(path.subList(start, path.size()));
        turned.addAll(path.subList(0, start));
        return turned;
    }

    private String text(List<Blocked> circle) {
        StringBuilder text = new StringBuilder();
        int named = 0;
        for (int i = 0; i < circle.size(); i++) {
            Blocked b = circle.get(i);
            if (i > 0 && b.isWith(circle.get(i - 1))) continue; // the first PE of a call represents those after it
            if (named++ == MOST_NAMED) {
                text.append(", and so on through ").append(circle.size()).append(" PEs");
                break;
            }
            if (i > 0) text.append(", for PE ").append(b.pe()).append(", which");
            else text.append("PE ").append(b.pe());
            String call = new CallLog(transport, b.team()).describe(b.pe(), b.call());
            text.append(" waits in ")
                    .append("%s, call %d of %s"
                            .formatted(call, b.call(), b.team().label()));
        }
        if (named <= MOST_NAMED)
            text.append(", for PE ").append(circle.getFirst().pe());
        return text + ": none can go on; PEs that share teams have to call their collectives in the same order";
    }
}
