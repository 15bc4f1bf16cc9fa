// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// What a PE says about itself once it has waited in a collective for long: in which call, and for whom. One line
/// in its own page, read by PEs that look for a circle ([Circle]).
///
/// ```
/// +0   sequence      odd while the PE is blocked; raised when that begins and when it ends
/// +8   thread        the one thread that calls collectives, or -1 for several
/// +16  slot | size   of the team
/// +24  first | step
/// +32  call
/// +40  offset        of the flag that it waits for
/// +48  value         that the flag has to reach
/// +56  home | from   whose memory the flag is in; the PE that will raise it, or -1: who has not come yet
/// ```
///
/// A PE that has several threads in collectives says nothing: one of the others may do what is waited for.
///
/// @param sequence the number of this wait
record Blocked(int pe, long sequence, Roster team, long call, long offset, long value, int home, int from) {
    /// `from` where the flag is raised when all have come.
    static final int EVERYBODY = -1;

    private static final long SEVERAL = -1;
    private static final int THREAD = 8;
    private static final int TEAM = 16;
    private static final int STEPS = 24;
    private static final int CALL = 32;
    private static final int OFFSET = 40;
    private static final int VALUE = 48;
    private static final int WHOM = 56;

    /// This thread is the one that calls this PE's collectives, until another one does.
    static void mine(Transport transport) {
        Memory.setLong(line(transport) + THREAD, Thread.currentThread().threadId());
    }

    /// Several threads may call this PE's collectives.
    static void several(Transport transport) {
        Memory.setLong(line(transport) + THREAD, SEVERAL);
    }

    private static long line(Transport transport) {
        return transport.address(transport.pe(), SystemLayout.BLOCKED);
    }

    /// Says that this PE is blocked, unless it does already; false where it must not say so.
    static boolean tell(
            Transport transport, Roster team, long call, long offset, long value, int home, int from, boolean told) {
        long line = line(transport);
        if (Memory.getLong(line + THREAD) != Thread.currentThread().threadId()) {
            several(transport);
            if (told) retract(transport);
            return false;
        }
        if (told) return true;
        Memory.releaseFence(); // who sees a word below also sees that the wait before is over
        Memory.setLong(line + TEAM, pair(team.slot(), team.size()));
        Memory.setLong(line + STEPS, pair(team.first(), team.step()));
        Memory.setLong(line + CALL, call);
        Memory.setLong(line + OFFSET, offset);
        Memory.setLong(line + VALUE, value);
        Memory.setLong(line + WHOM, pair(home, from));
        // release: pairs with the acquire in read(); all flags that this PE raised are older
        Memory.setLongRelease(line, Memory.getLong(line) | 1);
        return true;
    }

    /// The wait has ended.
    static void retract(Transport transport) {
        long line = line(transport);
        Memory.setLongRelease(line, (Memory.getLong(line) | 1) + 1);
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    /// What a PE says about itself, or null where it is not blocked.
    static Blocked read(Transport t, int pe) {
        long at = SystemLayout.BLOCKED;
        long sequence = t.load(pe, at, 8);
        if ((sequence & 1) == 0) return null;
        Memory.fullFence(); // acquire: pairs with the release in tell()
        long team = t.load(pe, at + TEAM, 8);
        long steps = t.load(pe, at + STEPS, 8);
        long whom = t.load(pe, at + WHOM, 8);
        Blocked read = new Blocked(
                pe,
                sequence,
                new Roster((int) (team >> 32), (int) (steps >> 32), (int) steps, (int) team),
                t.load(pe, at + CALL, 8),
                t.load(pe, at + OFFSET, 8),
                t.load(pe, at + VALUE, 8),
                (int) (whom >> 32),
                (int) whom);
        Memory.fullFence(); // all of it is older than this second look
        return t.load(pe, at, 8) == sequence ? read : null;
    }

    /// Whether the flag has still not been raised.
    boolean awaits(Transport transport) {
        return transport.load(home, offset, 8) < value;
    }

    /// Whether it is in the same call as another one.
    boolean isWith(Blocked other) {
        return call == other.call && team.equals(other.team);
    }

    /// The call as messages show it.
    String describe(Transport transport) {
        return "%s, call %d of %s".formatted(new Records(transport, team).describe(pe, call), call, team.label());
    }
}
