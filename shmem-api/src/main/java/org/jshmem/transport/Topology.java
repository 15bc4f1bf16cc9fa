// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.BitSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The placement of a job's PEs: the host and the JVM of each PE, and the cores of each host. Every PE asks for it at
/// its start, so nothing here is a stream: the first one costs a JVM 5 ms.
public final class Topology {
    private final int[] host;
    private final int[] jvm;
    private final int[] cores;
    private final int[] pes; // of each host
    private volatile Object shared; // the latest one

    /// @param host the host of each PE, numbered from 0
    /// @param jvm the JVM of each PE, numbered from 0 through the job
    /// @param cores usable cores of each host
    public Topology(int[] host, int[] jvm, int[] cores) {
        this.host = host.clone();
        this.jvm = jvm.clone();
        this.cores = cores.clone();
        this.pes = new int[cores.length];
        for (int h : host) pes[h]++;
        for (int most : pes) { // the slot of a group on one of several hosts has room for no more
            if (cores.length > 1 && most > Shape.MOST_PES)
                throw new IllegalArgumentException(
                        "%d PEs on one of several hosts; place at most %d on each".formatted(most, Shape.MOST_PES));
        }
    }

    /// All PEs as threads of one JVM.
    public static Topology oneJvm(int npes, int cores) {
        return new Topology(new int[npes], new int[npes], new int[] {cores});
    }

    /// Number of PEs.
    public int npes() {
        return host.length;
    }

    /// Number of hosts.
    public int hosts() {
        return cores.length;
    }

    /// The host that a PE runs on.
    public int host(int pe) {
        return host[pe];
    }

    /// The usable cores of each host.
    public int[] cores() {
        return cores.clone();
    }

    /// The JVM that a PE runs in.
    public int jvm(int pe) {
        return jvm[pe];
    }

    /// An unchanging value about these PEs that fits, which the PEs of a JVM share: it is made anew unless the latest
    /// one fits.
    public <T> T shared(Class<T> type, Predicate<T> fits, Supplier<T> make) {
        Object latest = shared; // acquire: pairs with the release of the write below
        if (type.isInstance(latest) && fits.test(type.cast(latest))) return type.cast(latest);
        T made = make.get();
        shared = made;
        return made;
    }

    /// Whether a PE's host is oversubscribed: it has more PEs than cores, so that a PE that spins keeps another one
    /// from running.
    public boolean oversubscribed(int pe) {
        return pes[host[pe]] > cores[host[pe]];
    }

    /// Whether a PE's host has more cores than PEs.
    public boolean hasSpareCore(int pe) {
        return pes[host[pe]] < cores[host[pe]];
    }

    /// The turns that the PEs of a PE's host take on its cores: 1 if each has a core.
    public int turns(int pe) {
        return turns(pe, pes[host[pe]]);
    }

    /// The turns that the JVMs of a PE's host take on its cores.
    public int turnsOfJvms(int pe) {
        return turns(pe, jvmsOfHost(pe));
    }

    /// The number of JVMs of a PE's host.
    public int jvmsOfHost(int pe) {
        BitSet jvms = new BitSet();
        for (int each : neighbours(pe)) jvms.set(jvm[each]);
        return jvms.cardinality();
    }

    private int turns(int pe, int all) {
        return (all + cores[host[pe]] - 1) / cores[host[pe]];
    }

    /// Whether [#oversubscribed(int)] holds for any PE.
    public boolean oversubscribed() {
        for (int h = 0; h < cores.length; h++) if (pes[h] > cores[h]) return true;
        return false;
    }

    /// The PEs of a PE's host, in order.
    public int[] neighbours(int pe) {
        int[] neighbours = new int[pes[host[pe]]];
        for (int k = 0, found = 0; found < neighbours.length; k++) if (host[k] == host[pe]) neighbours[found++] = k;
        return neighbours;
    }
}
