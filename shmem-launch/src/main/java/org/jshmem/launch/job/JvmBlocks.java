// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.stream.IntStream;
import org.jshmem.launch.os.Refused;

/// The assignment of the PEs of this host to JVMs, in blocks of consecutive PEs.
public final class JvmBlocks {
    private final int[] pes;

    /// The place in `pes` of the first PE of each JVM, followed by the number of PEs.
    private final int[] firsts;

    /// Makes blocks of all PEs of a job on this host.
    public JvmBlocks(int npes, int jvms) {
        this(IntStream.range(0, npes).toArray(), jvms);
    }

    /// Makes blocks of these PEs, whose sizes differ by one PE at most.
    public JvmBlocks(int[] pes, int jvms) {
        int npes = pes.length;
        boolean gaps = jvms < npes && hasGaps(pes);
        String remedy = "--jvms puts neighbours into one JVM, and --map-by node puts them on different hosts;"
                + " remove one of them";
        Refused.when(gaps, remedy);
        this.pes = pes;
        firsts = IntStream.rangeClosed(0, jvms)
                .map(k -> Math.ceilDiv(k * npes, jvms))
                .toArray();
    }

    /// Whether PEs between these are on other hosts.
    public static boolean hasGaps(int[] pes) {
        return pes[pes.length - 1] - pes[0] != pes.length - 1;
    }

    /// The number of PEs of this host.
    public int npes() {
        return pes.length;
    }

    public int jvms() {
        return firsts.length - 1;
    }

    public int first(int jvm) {
        return pes[firsts[jvm]];
    }

    /// The place of the first PE of a JVM among the PEs of this host.
    int place(int jvm) {
        return firsts[jvm];
    }

    public int count(int jvm) {
        return firsts[jvm + 1] - firsts[jvm];
    }

    /// Whether every PE has a JVM for itself.
    public boolean isProcesses() {
        return jvms() == npes();
    }

    public String text() {
        return npes() + (npes() == 1 ? " PE in " : " PEs in ") + jvms() + (jvms() == 1 ? " JVM" : " JVMs");
    }
}
