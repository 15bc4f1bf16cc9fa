// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import org.jshmem.Cmp;
import org.jshmem.sim.SimTransport;
import org.jshmem.transport.Atomic;

/// Ramos & Hoefler's m-way dissemination barrier (section 4.2).
///
/// In round r each PE sets its own flag, and polls the flags of the m PEs whose numbers are i (m + 1)^r smaller,
/// modulo n. It adds one to the count of each of these PEs, and waits until m PEs have added one to its own count.
///
/// ```
///   n = 6, m = 2    round 0: PE 0 looks at 5 and 4    round 1 (stride 3): at 3, and at 0 itself, which it skips
/// ```
/// The barrier has ceil(log_{m+1} n) rounds and costs (15) to (16). "Every thread owns a notification line": one for
/// all rounds. The line holds the PE's flag, the number of its latest round, and the count of PEs that have seen a
/// flag of it.
public final class RamosHoeflerBarrier {
    private static final String WAIT = "for a flag of the experiment";

    private final SimTransport t;
    private final long base;
    private final int m;

    /// Creates the barrier of this PE, with its line at `base` in every region and m partners a round.
    public RamosHoeflerBarrier(SimTransport transport, long base, int m) {
        if (m < 1) throw new IllegalArgumentException("barrier: m=" + m + " partners; at least 1 is needed");
        t = transport;
        this.base = base;
        this.m = m;
    }

    /// Waits until all PEs have called it `episode` times; episodes are numbered from 1.
    public void await(long episode) {
        int n = t.npes();
        int me = t.pe();
        long rounds = 0;
        long partners = 0;
        for (long stride = 1; stride < n; stride *= m + 1, rounds++) partners += Math.min(m, (n - 1) / stride);
        long flag = (episode - 1) * rounds;
        long told = (episode - 1) * partners;
        for (long stride = 1; stride < n; stride *= m + 1) {
            t.channel().signal(me, base, ++flag); // release: pairs with the awaits of the partners
            for (int i = 1; i <= m && i * stride < n; i++) {
                int partner = Math.floorMod(me - i * stride, n);
                told++;
                t.awaitOf(partner, base, Cmp.GE, flag, WAIT); // acquire: pairs with the partner's signal
                t.channel().atomic(Atomic.ADD, partner, base + 8, 8, 1, 0);
            }
            t.awaitOf(t.pe(), base + 8, Cmp.GE, told, WAIT);
        }
    }
}
