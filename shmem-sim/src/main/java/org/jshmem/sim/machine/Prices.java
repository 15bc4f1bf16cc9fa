// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.Set;

/// A machine's parameters as the pricing code wants them: picoseconds, bytes, counts.
public final class Prices {
    final int cores;
    final int line;
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
    final long invalidate;
    final double cycle;
    final double issue;
    final int vectorBytes;
    final double b1;
    final double bCopy;
    final double bAdd;
    final long chunk;
    final Set<Ablation> ablations;

    /// Price of the library call around a put, a get, a quiet, a direct access, a fence, an atomic; picoseconds.
    public final long put;

    /// See [#put].
    public final long get;

    /// See [#put].
    public final long quiet;

    /// See [#put].
    public final long ptr;

    /// See [#put].
    public final long fence;

    /// See [#put].
    public final long locked;

    /// Reads a machine.
    public Prices(Machine m) {
        cores = (int) m.value("cores");
        line = (int) m.value("line");
        l1Bytes = (long) m.value("L1");
        l2Bytes = (long) m.value("L2");
        local = picos(m, "R_L");
        remote = picos(m, "R_R");
        memory = picos(m, "R_I");
        sdLocal = picos(m, "sd_L");
        sdRemote = picos(m, "sd_R");
        sdMemory = picos(m, "sd_I");
        ablations = m.ablations();
        contention = ablations.contains(Ablation.NO_CONTENTION) ? 0 : picos(m, "c");
        boolean constant = ablations.contains(Ablation.CONSTANT_LINES);
        perLineE = picos(m, "o_E");
        startE = constant ? 0 : picos(m, "q_E");
        savedE = constant ? 0 : picos(m, "p_E");
        perLineI = picos(m, "o_I");
        startI = constant ? 0 : picos(m, "q_I");
        savedI = constant ? 0 : picos(m, "p_I");
        cycle = 1000.0 / m.value("clock");
        perLocalLine = Math.round(m.value("l_o") * cycle);
        perL2Line = Math.round(m.value("l_2") * cycle);
        invalidate = picos(m, "invalidate");
        locked = picos(m, "locked");
        fence = picos(m, "fence");
        put = picos(m, "t_put");
        get = picos(m, "t_get");
        quiet = picos(m, "t_quiet");
        ptr = picos(m, "t_ptr");
        issue = m.value("issue");
        vectorBytes = (int) m.value("vector");
        b1 = m.value("b1");
        bCopy = m.value("B_copy");
        bAdd = m.value("B_add");
        chunk = (long) m.value("chunk");
    }

    private static long picos(Machine m, String symbol) {
        return Math.round(m.value(symbol) * 1000);
    }

    /// Bytes of a cache line.
    public int lineBytes() {
        return line;
    }

    /// Whether waiting PEs hold the line they poll.
    public boolean pollsInterfere() {
        return !ablations.contains(Ablation.NO_POLL_INTERFERENCE);
    }

    /// Lines of a stream that the prefetcher already follows.
    long stream(long lines, boolean fromMemory) {
        return lines * (fromMemory ? perLineI : perLineE);
    }

    /// Eq. 2 of R without the receiver's last read: `lines` of at least 2 that the copying core does not have.
    long copy(long lines, boolean fromMemory) {
        long o = fromMemory ? perLineI : perLineE;
        long q = fromMemory ? startI : startE;
        long p = fromMemory ? savedI : savedE;
        if (ablations.contains(Ablation.CONSTANT_LINES)) return o * lines;
        if (!ablations.contains(Ablation.UNTRAINED_PREFETCHER) || lines <= 128) {
            return o * lines + q - (p + lines / 2) / lines - remote;
        }
        long full = lines / 128;
        long rest = lines % 128;
        return full * copy(128, fromMemory) + (rest < 2 ? rest * remote : copy(rest, fromMemory));
    }
}
