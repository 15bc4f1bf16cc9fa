// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

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
        var firsts = IntStream.builder().add(0);
        int before = 0;
        for (PeBlocks host : hosts) {
            for (int jvm = 1; jvm <= host.jvms(); jvm++) firsts.add(before + host.firsts[jvm]);
            before += host.npes();
        }
        return new PeBlocks(firsts.build().toArray());
    }

    public int npes() {
        return firsts[firsts.length - 1];
    }

    public int jvms() {
        return firsts.length - 1;
    }

    public int first(int jvm) {
        return firsts[jvm];
    }

    public int count(int jvm) {
        return firsts[jvm + 1] - firsts[jvm];
    }

    public int[] jvmOf() {
        return IntStream.range(0, jvms())
                .flatMap(k -> IntStream.range(firsts[k], firsts[k + 1]).map(_ -> k))
                .toArray();
    }

    /// Whether every PE has a JVM for itself.
    public boolean isProcesses() {
        return jvms() == npes();
    }

    public String text() {
        return npes() + (npes() == 1 ? " PE in " : " PEs in ") + jvms() + (jvms() == 1 ? " JVM" : " JVMs");
    }
}
