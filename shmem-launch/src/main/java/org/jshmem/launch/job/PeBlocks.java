// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.Arrays;
import java.util.stream.IntStream;

/// How PEs are dealt to JVMs: in blocks.
public final class PeBlocks {
    /// The first PE of each JVM, and behind them the number of PEs.
    private final int[] firsts;

    private PeBlocks(int[] firsts) {
        this.firsts = firsts;
    }

    /// Blocks as even as can be, the first ones one PE larger where it does not come out.
    public PeBlocks(int npes, int jvms) {
        if (jvms < 1 || jvms > npes) throw new IllegalArgumentException("npes=%d, jvms=%d".formatted(npes, jvms));
        firsts = IntStream.rangeClosed(0, jvms)
                .map(k -> Math.ceilDiv(k * npes, jvms))
                .toArray();
    }

    /// One deal after the other: each host has one of its own.
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

    /// PEs of the job.
    public int npes() {
        return firsts[firsts.length - 1];
    }

    /// JVMs of the job.
    public int jvms() {
        return firsts.length - 1;
    }

    /// The first PE of a JVM.
    public int first(int jvm) {
        return firsts[jvm];
    }

    /// How many PEs a JVM has.
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

    /// As reports say it.
    public String text() {
        return npes() + (npes() == 1 ? " PE in " : " PEs in ") + jvms() + (jvms() == 1 ? " JVM" : " JVMs");
    }
}
