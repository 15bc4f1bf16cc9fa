// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The assignment of PEs to JVMs, in blocks of consecutive PEs.
public final class PeBlocks {
    /// The first PE of each JVM, followed by the number of PEs.
    private final int[] firsts;

    private PeBlocks(int[] firsts) {
        this.firsts = firsts;
    }

    /// Makes blocks whose sizes differ by one PE at most.
    public PeBlocks(int npes, int jvms) {
        if (jvms < 1 || jvms > npes) throw new IllegalArgumentException("npes=%d, jvms=%d".formatted(npes, jvms));
        firsts = IntStream.rangeClosed(0, jvms)
                .map(k -> Math.ceilDiv(k * npes, jvms))
                .toArray();
    }

    /// Joins the assignments of several hosts, one after the other.
    public static PeBlocks of(PeBlocks... hosts) {
        int[] firsts = {0};
        for (PeBlocks host : hosts) {
            int before = firsts[firsts.length - 1];
            int[] more = Arrays.stream(host.firsts)
                    .skip(1)
                    .map(first -> before + first)
                    .toArray();
            firsts =
                    IntStream.concat(Arrays.stream(firsts), Arrays.stream(more)).toArray();
        }
        return new PeBlocks(firsts);
    }

    /// The number of PEs of the job.
    public int npes() {
        return firsts[firsts.length - 1];
    }

    /// The number of JVMs of the job.
    public int jvms() {
        return firsts.length - 1;
    }

    /// The first PE of a JVM.
    public int first(int jvm) {
        return firsts[jvm];
    }

    /// The number of PEs of a JVM.
    public int count(int jvm) {
        return firsts[jvm + 1] - firsts[jvm];
    }

    /// The JVM of each PE.
    public int[] jvmOf() {
        return IntStream.range(0, jvms())
                .flatMap(k -> IntStream.range(firsts[k], firsts[k + 1]).map(_ -> k))
                .toArray();
    }

    /// Whether every PE has a JVM for itself.
    public boolean isProcesses() {
        return jvms() == npes();
    }

    /// The description in reports.
    public String text() {
        return npes() + (npes() == 1 ? " PE in " : " PEs in ") + jvms() + (jvms() == 1 ? " JVM" : " JVMs");
    }
}
