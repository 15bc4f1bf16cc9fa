// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.Machine;

/// The costs of a machine with coherent memory, converted from its parameters: picoseconds, bytes, counts.
final class CoherentCosts {
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
    final long perLineE;
    final long startE;
    final long savedE;
    final long perLineI;
    final long startI;
    final long savedI;
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
        perLineE = m.picos("o_E");
        startE = startUp ? m.picos("q_E") : 0;
        savedE = startUp ? m.picos("p_E") : 0;
        perLineI = m.picos("o_I");
        startI = startUp ? m.picos("q_I") : 0;
        savedI = startUp ? m.picos("p_I") : 0;
        double cycle = 1000.0 / m.value("clock");
        perLocalLine = Math.round(m.value("l_o") * cycle);
        perL2Line = m.has(CoherentMemory.TWO_LEVELS) ? Math.round(m.value("l_2") * cycle) : 0;
        bCopy = m.has(CoherentMemory.MEMORY_SHARING) ? m.value("B_copy") : Double.POSITIVE_INFINITY;
        chunkBytes = (long) m.value("chunk");
        chunkLines = Math.max(2, chunkBytes / line);
        invalidate = m.picos("invalidate");
        locked = m.picos("locked");
    }

    /// The cost of lines of a stream that the prefetcher already follows.
    long stream(long lines, boolean fromMemory) {
        return lines * (fromMemory ? perLineI : perLineE);
    }

    /// The cost of a copy of at least 2 `lines` that the copying core does not have: eq. 2 of R without the receiver's
    /// last read.
    long copy(long lines, boolean fromMemory) {
        long o = fromMemory ? perLineI : perLineE;
        long q = fromMemory ? startI : startE;
        long p = fromMemory ? savedI : savedE;
        if (!startUp) return o * lines;
        if (trained || lines <= 128) {
            return o * lines + q - (p + lines / 2) / lines - remote;
        }
        long full = lines / 128;
        long rest = lines % 128;
        return full * copy(128, fromMemory) + (rest < 2 ? rest * remote : copy(rest, fromMemory));
    }
}
