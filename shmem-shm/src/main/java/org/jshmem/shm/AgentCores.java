// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Arrays;
import java.util.BitSet;

/// Keeps the agent of a host off the cores of the host's PEs, where the host has more cores than PEs.
/*
 * A message wakes the agent while a PE of its host waits for that message. On the core of this PE the agent would have
 * to take turns with it. The kernel does not avoid that: it wakes a thread on the core where it ran last, or on the core
 * of the waker. A PE that sleeps keeps its core here, since it runs there when the agent wakes it.
 */
public class AgentCores {
    private static final long LOOK_NANOS = 5_000_000;

    private final Control control;
    private final BitSet pes;
    private final int[] cores;
    private BitSet left = new BitSet();
    private long looked = System.nanoTime() - LOOK_NANOS;

    /// @param control the control words of the host's job file
    /// @param pes the PEs of the host
    public AgentCores(Control control, BitSet pes) {
        this.control = control;
        this.pes = pes;
        cores = new int[pes.length()];
        Arrays.fill(cores, -1);
    }

    /// Keeps the calling thread off the cores that the PEs have published, after each change of them. A call within 5
    /// ms of another one does nothing.
    public void keepOff() {
        long now = System.nanoTime();
        if (now - looked < LOOK_NANOS) return;
        looked = now;
        BitSet taken = new BitSet();
        for (int pe = pes.nextSetBit(0); pe >= 0; pe = pes.nextSetBit(pe + 1)) {
            int core = control.core(pe);
            if (core >= 0) cores[pe] = core;
            if (cores[pe] >= 0) taken.set(cores[pe]);
        }
        if (taken.equals(left)) return;
        left = taken;
        leave(taken);
    }

    /// Keeps the calling thread off some cores.
    void leave(BitSet taken) {
        SystemCalls.stayOff(taken::get);
    }
}
