// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineCosts;

/// The costs of a machine with coherent memory, converted from its parameters: picoseconds, bytes, counts.
final class CoherentCosts extends MachineCosts {
    /// Eq. 2 of R for lines from one place: o, q and p.
    record Copies(long perLine, long start, long saved) {}

    final int cores = (int) m.count("cores"); // of a host
    final int line = (int) m.count("line"); // bytes, a power of two
    final long l1Bytes = m.count("L1");
    final long l2Bytes = m.count("L2");
    final long local = m.picos("R_L");
    final long remote = m.picos("R_R");
    final long memory = m.picos("R_I");
    final long sdLocal = m.picos("sd_L");
    final long sdRemote = m.picos("sd_R");
    final long sdMemory = m.picos("sd_I");
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
    private final Copies cached = copies("E");
    private final Copies fromMemory = copies("I");

    /// Converts the parameters of a machine.
    CoherentCosts(Machine m) {
        super(m, 1000 / m.value("clock"));
    }

    private Copies copies(String place) {
        return new Copies(m.picos("o_" + place), m.picos("q_" + place), m.picos("p_" + place));
    }

    /// The cost of lines from other caches, or from memory.
    Copies copies(boolean memory) {
        return memory ? fromMemory : cached;
    }

    /// The cost of a copy of at least 2 `lines` that the copying core does not have: eq. 2 of R without the receiver's
    /// last read.
    long copy(long lines, boolean memory) {
        Copies c = copies(memory);
        if (!startUp) return c.perLine * lines;
        if (trained || lines <= 128) return c.perLine * lines + c.start - (c.saved + lines / 2) / lines - remote;
        long rest = lines % 128;
        return lines / 128 * copy(128, memory) + (rest < 2 ? rest * remote : copy(rest, memory));
    }
}
