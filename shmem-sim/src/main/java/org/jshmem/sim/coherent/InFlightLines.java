// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;
import org.jshmem.sim.cost.Placement;

/// The fetches under way of PEs that share a core. The directory counts lines as held from the request on. Another PE
/// of the same core waits here until they arrive.
final class InFlightLines {
    /*
     * A PE has one access at a time, which fetches one range, or two for a copy.
     */
    private static final int RANGES = 2;

    private final int[][] mates; // the other PEs of each PE's core; null for a PE alone on its core
    private final int[] region;
    private final long[] first;
    private final long[] end;
    private final long[] arrival;

    InFlightLines(Placement placement, int pes) {
        mates = new int[pes][];
        int[][] onCore = new int[placement.cores()][];
        for (int pe = 0; pe < pes; pe++) {
            if (placement.sharing(pe) == 1) continue;
            int core = placement.core(pe);
            if (onCore[core] == null) onCore[core] = placement.pes(core);
            int me = pe;
            mates[pe] = Arrays.stream(onCore[core]).filter(other -> other != me).toArray();
        }
        int ranges = Arrays.stream(mates).anyMatch(m -> m != null) ? RANGES * pes : 0;
        region = new int[ranges];
        first = new long[ranges];
        end = new long[ranges];
        arrival = new long[ranges];
    }

    /// A PE's access has requested lines, as its range number `which`; they arrive at `time`.
    void markArriving(int pe, int which, int where, long from, long to, long time) {
        if (mates[pe] == null) return;
        int i = RANGES * pe + which;
        region[i] = where;
        first[i] = from;
        end[i] = to;
        arrival[i] = time;
    }

    /// The time from which a PE can use lines that its core holds.
    long readyAt(int pe, int where, long from, long to, long now) {
        int[] others = mates[pe];
        if (others == null) return now;
        long latest = now;
        for (int other : others) {
            for (int i = RANGES * other; i < RANGES * (other + 1); i++) {
                if (arrival[i] > latest && region[i] == where && first[i] < to && from < end[i]) latest = arrival[i];
            }
        }
        return latest;
    }
}
