// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineCosts;

/// The costs of a machine with coherent memory, converted from its parameters: picoseconds, bytes, counts.
final class CoherentCosts extends MachineCosts {
    /// Eq. 2 of R for lines from one place: o, q and p.
    record Copies(long perLine, long start, long saved) {}

    final int cores = (int) count("cores"); // of a host
    final int line = (int) count("line"); // bytes, a power of two
    final int lineShift = Integer.numberOfTrailingZeros(line);
    final long l1Bytes = count("L1");
    final long l2Bytes = count("L2");
    final long local = picos("R_L");
    final long remote = picos("R_R");
    final long memory = picos("R_I");
    final long sdLocal = picos("sd_L");
    final long sdRemote = picos("sd_R");
    final long sdMemory = picos("sd_I");
    final long contention = has("contention") ? picos("c") : 0;
    final long perLocalLine = cycles("l_o");
    final long perL2Line = has("two-levels") ? cycles("l_2") : 0;
    final double bCopy = has("memory-sharing") ? value("B_copy") : Double.POSITIVE_INFINITY;
    final long chunkBytes = count("chunk");
    final long chunkLines = Math.max(2, chunkBytes / line);
    final long invalidate = picos("invalidate");
    final long locked = picos("locked");
    final boolean pollsInterfere = has("poll-interference");
    final boolean firstReadShares = has("read-sharing");
    final boolean trained = has("trained-prefetcher");
    private final boolean startUp = has("copy-start-up");
    private final Copies cached = copies("E");
    private final Copies fromMemory = copies("I");

    /// Converts the parameters of a machine.
    CoherentCosts(Machine m) {
        super(m, 1000 / m.value("clock"));
    }

    private Copies copies(String place) {
        return new Copies(picos("o_" + place), picos("q_" + place), picos("p_" + place));
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
