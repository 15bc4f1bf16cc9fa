// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// Which PE runs on which core.
public final class Placement {
    private final int[] cores;
    private final int[] pes;

    private Placement(int[] cores, int used) {
        this.cores = cores;
        pes = new int[used];
        for (int core : cores) pes[core]++;
    }

    /// PE i on core i modulo `cores`, so that PEs share cores only when all have one.
    public static Placement roundRobin(int npes, int cores) {
        int[] core = new int[npes];
        for (int pe = 0; pe < npes; pe++) core[pe] = pe % cores;
        return new Placement(core, Math.min(npes, cores));
    }

    /// The core that a PE runs on, numbered from 0.
    public int core(int pe) {
        return cores[pe];
    }

    /// How many PEs share this PE's core, itself among them.
    public int sharing(int pe) {
        return pes[cores[pe]];
    }

    /// How many cores have a PE.
    public int used() {
        return pes.length;
    }
}
