// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which PEs a team is made of, in the order of their numbers in it, and which slot of the system area is its own: all
/// that another PE has to know to read what its members have written.
///
/// Members at equal distances are the first one, the distance and their count: thousands of PEs in a JVM have no room
/// for a list each.
public final class Roster {
    private static final int MOST_NAMED = 16;

    private final int slot;
    private final int first;
    private final int step; // 0 where PEs are listed
    private final int size;
    private final int[] listed; // null where `step` says it all

    /// Members with these numbers in the job; at least one.
    public Roster(int slot, int... pes) {
        this(slot, pes[0], step(pes), pes.length, pes);
    }

    private Roster(int slot, int first, int step, int size, int[] pes) {
        this.slot = slot;
        this.first = first;
        this.step = size == 1 ? 0 : step;
        this.size = size;
        this.listed = this.step != 0 ? null : pes;
    }

    /// PEs `first + step * k` for `k < size`.
    public static Roster strided(int slot, int first, int step, int size) {
        return new Roster(slot, first, step, size, new int[] {first});
    }

    /// The members of this team with the numbers `start + stride * k` for `k < size`, as a team of their own.
    public Roster part(int newSlot, int start, int stride, int size) {
        if (step != 0) return strided(newSlot, pe(start), step * stride, size);
        return new Roster(
                newSlot,
                IntStream.range(0, size).map(k -> pe(start + stride * k)).toArray());
    }

    private static int step(int[] pes) {
        int step = pes.length < 2 ? 0 : pes[1] - pes[0];
        for (int k = 2; k < pes.length; k++) {
            if (pes[k] - pes[k - 1] != step) return 0;
        }
        return step;
    }

    /// The slot.
    public int slot() {
        return slot;
    }

    /// How many members.
    public int size() {
        return size;
    }

    /// The PE that member `k` is.
    public int pe(int k) {
        return step != 0 ? first + step * k : listed[k];
    }

    /// The member that a PE is, or -1.
    public int member(int pe) {
        if (step != 0) {
            int k = (pe - first) / step;
            return k >= 0 && k < size && pe(k) == pe ? k : -1;
        }
        for (int k = 0; k < size; k++) {
            if (listed[k] == pe) return k;
        }
        return -1;
    }

    /// The distance between members' PE numbers; 0 where it is not always the same, or there is one member.
    public int step() {
        return step;
    }

    /// The members where [#step] is 0, else null; nobody changes the array.
    public int[] listed() {
        return listed;
    }

    /// Tells this team from an earlier one in the same slot; never 0.
    public long signature() {
        long hash = Hash.mix(Hash.mix(Hash.mix(size, first), step), Arrays.hashCode(listed));
        return hash | 1;
    }

    /// How messages call this team.
    public String label() {
        if (slot == SystemLayout.WORLD) return "the world team";
        if (step != 0) return "the team of PEs %d to %d by %d".formatted(first, pe(size - 1), step);
        String named = Arrays.stream(listed)
                .limit(MOST_NAMED)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
        return "the team of PE%s %s%s".formatted(size == 1 ? "" : "s", named, size > MOST_NAMED ? " ..." : "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Roster r
                && slot == r.slot
                && first == r.first
                && step == r.step
                && size == r.size
                && Arrays.equals(listed, r.listed);
    }

    @Override
    public int hashCode() {
        return (int) signature() + slot;
    }

    @Override
    public String toString() {
        return label();
    }
}
