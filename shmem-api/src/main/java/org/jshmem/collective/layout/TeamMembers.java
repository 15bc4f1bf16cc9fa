// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The members of a team in the order of their numbers in it, and the team's slot of the system area: with both
/// another PE can read the members' data.
///
/// Members at equal distances are the first one, the distance and their count: a list each would fill the memory of a
/// JVM with thousands of PEs.
public final class TeamMembers {
    private static final int MOST_NAMED = 16;

    public final int slot;
    private final int first;

    /// The distance between members' PE numbers; 0 if it varies, or if there is one member.
    public final int step;

    public final int size;

    /// The members if [#step] is 0, else null; no caller changes the array.
    public final int[] listed;

    /// Members with these numbers in the job; at least one.
    public TeamMembers(int slot, int... pes) {
        this(slot, pes[0], step(pes), pes.length, pes);
    }

    private TeamMembers(int slot, int first, int step, int size, int[] pes) {
        this.slot = slot;
        this.first = first;
        this.step = size == 1 ? 0 : step;
        this.size = size;
        this.listed = this.step != 0 ? null : pes;
    }

    /// PEs `first + step * k` for `k < size`.
    public static TeamMembers strided(int slot, int first, int step, int size) {
        return new TeamMembers(slot, first, step, size, new int[] {first});
    }

    /// The members of this team with the numbers `start + stride * k` for `k < size`, without a slot of
    /// their own.
    public TeamMembers subset(int start, int stride, int size) {
        if (step != 0) return strided(slot, pe(start), step * stride, size);
        int[] pes = IntStream.range(0, size).map(k -> pe(start + stride * k)).toArray();
        return new TeamMembers(slot, pes);
    }

    /// These members in another slot.
    public TeamMembers in(int newSlot) {
        return new TeamMembers(newSlot, first, step, size, listed);
    }

    private static int step(int[] pes) {
        int step = pes.length < 2 ? 0 : pes[1] - pes[0];
        for (int k = 2; k < pes.length; k++) if (pes[k] - pes[k - 1] != step) return 0;
        return step;
    }

    /// Whether these are the members of another team, in the same order.
    public boolean areThoseOf(TeamMembers other) {
        return first == other.first && step == other.step && size == other.size && Arrays.equals(listed, other.listed);
    }

    /// Returns the PE number of member `k`.
    public int pe(int k) {
        return step != 0 ? first + step * k : listed[k];
    }

    /// Returns the member number of a PE, or -1.
    public int member(int pe) {
        if (step != 0) {
            int k = (pe - first) / step;
            return k >= 0 && k < size && pe(k) == pe ? k : -1;
        }
        for (int k = 0; k < size; k++) if (listed[k] == pe) return k;
        return -1;
    }

    /// Returns the team's name in messages.
    @Override
    public String toString() {
        if (slot == SystemLayout.WORLD) return "the world team";
        if (step != 0) return "the team of PEs %d to %d by %d".formatted(first, pe(size - 1), step);
        String named = Arrays.stream(listed)
                .limit(MOST_NAMED)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
        return "the team of PE%s %s%s".formatted(size == 1 ? "" : "s", named, size > MOST_NAMED ? " ..." : "");
    }
}
