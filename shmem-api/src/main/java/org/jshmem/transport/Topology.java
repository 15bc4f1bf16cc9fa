// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Where the PEs of a job run: who shares a host, who shares a JVM, and how many cores a host gives them.
public final class Topology {
    private final int[] host;
    private final int[] jvm;
    private final int[] cores;
    private final int[] population;

    /// @param host the host of each PE, numbered from 0
    /// @param jvm the JVM of each PE, numbered from 0 through the job
    /// @param cores usable cores of each host
    public Topology(int[] host, int[] jvm, int[] cores) {
        this.host = host.clone();
        this.jvm = jvm.clone();
        this.cores = cores.clone();
        this.population = new int[cores.length];
        for (int h : host) population[h]++;
    }

    /// All PEs as threads of one JVM.
    public static Topology oneJvm(int npes, int cores) {
        return new Topology(new int[npes], new int[npes], new int[] {cores});
    }

    /// How many hosts.
    public int hosts() {
        return cores.length;
    }

    /// The host that a PE runs on.
    public int host(int pe) {
        return host[pe];
    }

    /// The JVM that a PE runs in.
    public int jvm(int pe) {
        return jvm[pe];
    }

    /// How many JVMs.
    public int jvms() {
        return (int) Arrays.stream(jvm).distinct().count();
    }

    /// Usable cores of a host.
    public int cores(int h) {
        return cores[h];
    }

    /// Whether a PE's host has more PEs than cores, so that a PE that spins keeps another one from running.
    public boolean crowded(int pe) {
        return population[host[pe]] > cores[host[pe]];
    }

    /// The PEs of a host, in order.
    public int[] pes(int h) {
        return IntStream.range(0, host.length).filter(pe -> host[pe] == h).toArray();
    }
}
