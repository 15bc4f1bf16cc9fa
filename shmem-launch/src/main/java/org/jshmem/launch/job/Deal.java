// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

/// How PEs are dealt to JVMs: in blocks, the first ones one PE larger where it does not come out even.
///
/// @param npes PEs of the job
/// @param jvms JVMs of the job
public record Deal(int npes, int jvms) {

    /// One PE each, or as few JVMs as asked for.
    public Deal {
        if (jvms < 1 || jvms > npes) throw new IllegalArgumentException("npes=%d, jvms=%d".formatted(npes, jvms));
    }

    /// The first PE of a JVM.
    public int first(int jvm) {
        return Math.ceilDiv(jvm * npes, jvms);
    }

    /// How many PEs a JVM has.
    public int count(int jvm) {
        return first(jvm + 1) - first(jvm);
    }

    /// Whether every PE has a JVM for itself.
    public boolean isProcesses() {
        return jvms == npes;
    }

    /// As reports say it.
    public String text() {
        return npes + (npes == 1 ? " PE in " : " PEs in ") + jvms + (jvms == 1 ? " JVM" : " JVMs");
    }
}
