// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.Machine;

/// The costs of a machine with coherent memory, converted from its parameters: picoseconds, bytes, counts.
final class CoherentCosts {
    /// Eq. 2 of R for lines from one place: o, q and p.
    record Copies(long perLine, long start, long saved) {
        static Copies from(String place, Machine m) {
            return new Copies(m.picos("o_" + place), m.picos("q_" + place), m.picos("p_" + place));
        }
    }

    final int cores; // of a host
    final int line; // bytes, a power of two
    final int lineShift;
    final long l1Bytes;
    final long l2Bytes;
    final long local;
    final long remote;
    final long memory;
    final long sdLocal;
    final long sdRemote;
    final long sdMemory;
    final long contention;
    final Copies cached;
    final Copies fromMemory;
    final long perLocalLine;
    final long perL2Line;
    final double bCopy;
    final long chunkBytes;
    final long chunkLines;
    final long invalidate;
    final long locked;
    final boolean pollsInterfere;
    final boolean firstReadShares;
    final boolean startUp;
    final boolean trained;

    /// Converts the parameters of a machine.
    CoherentCosts(Machine m) {
        cores = (int) m.value("cores");
        line = (int) m.value("line");
        lineShift = Integer.numberOfTrailingZeros(line);
        l1Bytes = (long) m.value("L1");
        l2Bytes = (long) m.value("L2");
        local = m.picos("R_L");
        remote = m.picos("R_R");
        memory = m.picos("R_I");
        sdLocal = m.picos("sd_L");
        sdRemote = m.picos("sd_R");
        sdMemory = m.picos("sd_I");
        pollsInterfere = m.has(CoherentMemory.POLL_INTERFERENCE);
        firstReadShares = m.has(CoherentMemory.READ_SHARING);
        trained = m.has(CoherentMemory.TRAINED_PREFETCHER);
        startUp = m.has(CoherentMemory.COPY_START_UP);
        contention = m.has(CoherentMemory.CONTENTION) ? m.picos("c") : 0;
        cached = Copies.from("E", m);
        fromMemory = Copies.from("I", m);
        double cycle = 1000.0 / m.value("clock");
        perLocalLine = Math.round(m.value("l_o") * cycle);
        perL2Line = m.has(CoherentMemory.TWO_LEVELS) ? Math.round(m.value("l_2") * cycle) : 0;
        bCopy = m.has(CoherentMemory.MEMORY_SHARING) ? m.value("B_copy") : Double.POSITIVE_INFINITY;
        chunkBytes = (long) m.value("chunk");
        chunkLines = Math.max(2, chunkBytes / line);
        invalidate = m.picos("invalidate");
        locked = m.picos("locked");
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
