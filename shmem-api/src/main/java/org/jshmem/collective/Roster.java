// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Which PEs a team is made of, in the order of their numbers in it, and which slot of the system area is its own: all
/// that another PE has to know to read what its members have written.
///
/// @param slot the slot
/// @param pes the members' numbers in the job; nobody changes the array
public record Roster(int slot, int... pes) {
    private static final int MOST_NAMED = 16;

    /// PEs `first + step * k` for `k < size`.
    public static Roster strided(int slot, int first, int step, int size) {
        int[] pes = new int[size];
        for (int k = 0; k < size; k++) pes[k] = first + step * k;
        return new Roster(slot, pes);
    }

    /// The members of this team with the numbers `start + stride * k` for `k < size`, as a team of their own.
    public Roster part(int newSlot, int start, int stride, int size) {
        int[] part = new int[size];
        for (int k = 0; k < size; k++) part[k] = pes[start + stride * k];
        return new Roster(newSlot, part);
    }

    /// How many members.
    public int size() {
        return pes.length;
    }

    /// The PE that member `k` is.
    public int pe(int k) {
        return pes[k];
    }

    /// The member that a PE is, or -1.
    public int member(int pe) {
        for (int k = 0; k < pes.length; k++) {
            if (pes[k] == pe) return k;
        }
        return -1;
    }

    /// The distance between members' PE numbers; 0 where it is not always the same, or there is one member.
    public int step() {
        int step = pes.length < 2 ? 0 : pes[1] - pes[0];
        for (int k = 2; k < pes.length; k++) {
            if (pes[k] - pes[k - 1] != step) return 0;
        }
        return step;
    }

    /// Tells this team from an earlier one in the same slot; never 0.
    public long signature() {
        long hash = Hash.mix(pes.length, pes[0]);
        for (int pe : pes) hash = Hash.mix(hash, pe);
        return hash | 1;
    }

    /// How messages call this team.
    public String label() {
        int step = step();
        if (slot == SystemLayout.WORLD) return "the world team";
        if (step != 0) return "the team of PEs %d to %d by %d".formatted(pes[0], pes[pes.length - 1], step);
        String named =
                Arrays.stream(pes).limit(MOST_NAMED).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        return "the team of PE%s %s%s"
                .formatted(pes.length == 1 ? "" : "s", named, pes.length > MOST_NAMED ? " ..." : "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Roster r && slot == r.slot && Arrays.equals(pes, r.pes);
    }

    @Override
    public int hashCode() {
        return 31 * slot + Arrays.hashCode(pes);
    }

    @Override
    public String toString() {
        return label();
    }
}
