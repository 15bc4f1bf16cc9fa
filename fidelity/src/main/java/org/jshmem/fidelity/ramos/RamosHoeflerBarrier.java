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
/// Rounds ceil(log_{m+1} n); cost (15) to (16). One line per PE and round holds its flag and the count of who has seen
/// it.
public final class RamosHoeflerBarrier {
    private static final int LINE = 64;

    /// Bytes from `base` that a PE needs for up to 8 rounds.
    public static final int BYTES = 8 * LINE;

    private final Transport t;
    private final long base;
    private final int m;

    /// On this PE, with its lines from `base` in every region and m partners a round.
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
        long line = base;
        for (long stride = 1; stride < n; stride *= m + 1, line += LINE) {
            t.channel().signal(me, line, episode); // release: pairs with the awaits of the partners
            int partners = 0;
            for (int i = 1; i <= m && i * stride < n; i++) {
                int partner = Math.floorMod(me - i * stride, n);
                partners++;
                t.await(
                        partner,
                        line,
                        8,
                        Cmp.GE,
                        episode,
                        Wait.of("for a flag of the experiment")); // acquire: pairs with the partner's signal
                t.channel().atomic(Atomic.ADD, partner, line + 8, 8, 1, 0);
            }
            t.await(me, line + 8, 8, Cmp.GE, partners * episode, Wait.of("for a flag of the experiment"));
        }
    }
}
