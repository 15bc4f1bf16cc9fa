// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

/// Which PEs a team is made of, and which slot of the system area is its own: all that another PE has to know to read
/// what its members have written. Member `k` is PE `first + step * k`.
record Roster(int slot, int first, int step, int size) {

    /// The PE that member `k` is.
    int pe(int k) {
        return first + step * k;
    }

    /// Tells this team from an earlier one in the same slot; never 0.
    long signature() {
        return Flags.mix(Flags.mix(first, step), size) | 1;
    }

    /// How messages call this team.
    String label() {
        return slot == SystemLayout.WORLD
                ? "the world team"
                : "the team of PEs %d to %d by %d".formatted(first, pe(size - 1), step);
    }
}
