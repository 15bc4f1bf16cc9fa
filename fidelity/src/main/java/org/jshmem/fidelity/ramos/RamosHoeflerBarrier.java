// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import org.jshmem.Cmp;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// Ramos & Hoefler's m-way dissemination barrier (section 4.2): in round r each PE sets its own flag, looks at
/// those of the m PEs that are i (m + 1)^r behind it, tells each that it has, and waits until m have told it.
///
/// ```
///   n = 6, m = 2    round 0: PE 0 looks at 5 and 4    round 1 (stride 3): at 3, and at 0 itself, which it skips
/// ```
/// Rounds ceil(log_{m+1} n); cost (15) to (16). "Every thread owns a notification line": one for all rounds, with its
/// flag, the number of the latest round, and the count of PEs that have seen one.
public final class RamosHoeflerBarrier {
    private static final int LINE = 64;

    /// Bytes from `base` that a PE needs.
    public static final int BYTES = LINE;

    private final Transport t;
    private final long base;
    private final int m;

    /// On this PE, with its line at `base` in every region and m partners a round.
    public RamosHoeflerBarrier(Transport transport, long base, int m) {
        if (m < 1) throw new IllegalArgumentException("barrier: m=" + m + " partners; at least 1 is needed");
        t = transport;
        this.base = base;
        this.m = m;
    }

    /// Waits until all PEs have called it `episode` times; numbered from 1.
    public void await(long episode) {
        int n = t.npes();
        int me = t.pe();
        long flag = (episode - 1) * rounds(n);
        long told = (episode - 1) * partners(n);
        for (long stride = 1; stride < n; stride *= m + 1) {
            t.channel().signal(me, base, ++flag); // release: pairs with the awaits of the partners
            for (int i = 1; i <= m && i * stride < n; i++) {
                int partner = Math.floorMod(me - i * stride, n);
                told++;
                t.await(
                        partner,
                        base,
                        8,
                        Cmp.GE,
                        flag,
                        Wait.of("for a flag of the experiment")); // acquire: pairs with the partner's signal
                t.channel().atomic(Atomic.ADD, partner, base + 8, 8, 1, 0);
            }
            t.await(me, base + 8, 8, Cmp.GE, told, Wait.of("for a flag of the experiment"));
        }
    }

    private long rounds(int n) {
        long rounds = 0;
        for (long stride = 1; stride < n; stride *= m + 1) rounds++;
        return rounds;
    }

    private long partners(int n) {
        long partners = 0;
        for (long stride = 1; stride < n; stride *= m + 1) partners += Math.min(m, (n - 1) / stride);
        return partners;
    }
}
