// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineCosts;

/// The costs of a machine with coherent memory, converted from its parameters: picoseconds, bytes, counts.
final class CoherentCosts extends MachineCosts {
    /// A place that lines come from: the cost of one line and its deviation, and o, q and p of R's eq. 2 for several.
    record Place(long line, long sd, long perLine, long start, long saved) {}

    final int cores = (int) m.count("cores"); // of a host
    final int line = (int) m.count("line"); // bytes, a power of two
    final long l1Bytes = m.count("L1");
    final long l2Bytes = m.count("L2");
    final long local = m.picos("R_L");
    final long sdLocal = m.picos("sd_L");
    final long contention = m.has("contention") ? m.picos("c") : 0;
    final long perLocalLine = cycles("l_o");
    final long perL2Line = m.has("two-levels") ? cycles("l_2") : 0;
    final double bCopy = m.has("memory-sharing") ? m.value("B_copy") : Double.POSITIVE_INFINITY;
    final long chunkBytes = m.count("chunk");
    final long chunkLines = Math.max(2, chunkBytes / line);
    final long invalidate = m.picos("invalidate");
    final long locked = m.picos("locked");
    final boolean pollsInterfere = m.has("poll-interference");
    final boolean firstReadShares = m.has("read-sharing");
    final boolean trained = m.has("trained-prefetcher");
    private final boolean startUp = m.has("copy-start-up");
    final Place caches = place("R", "E"); // of other cores
    final Place memory = place("I", "I");

    /// Converts the parameters of a machine.
    CoherentCosts(Machine m) {
        super(m, 1000 / m.value("clock"));
    }

    private Place place(String one, String several) {
        long line = m.picos("R_" + one);
        long start = m.picos("q_" + several);
        return new Place(line, m.picos("sd_" + one), m.picos("o_" + several), start, m.picos("p_" + several));
    }

    /// The cost of a copy of at least 2 `lines` that the copying core does not have: eq. 2 of R without the receiver's
    /// last read.
    long copy(long lines, Place from) {
        if (!startUp) return from.perLine * lines;
        if (trained || lines <= 128) {
            return from.perLine * lines + from.start - (from.saved + lines / 2) / lines - caches.line;
        }
        long rest = lines % 128;
        return lines / 128 * copy(128, from) + (rest < 2 ? rest * caches.line : copy(rest, from));
    }
}
