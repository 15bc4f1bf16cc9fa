// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.LineCosts;

/// The time of broadcasts by the costs of cache lines (Ramos, Hoefler 2013).
public final class BroadcastCost {
    /// The radix of a tree without costs.
    public static final int BINOMIAL = 2;

    private BroadcastCost() {}

    /// Returns the nanoseconds of a tree of radix `k`. On each level it has a flag for each child, one after the
    /// other, then a flag and a copy for the last child, which follows the others through the same lines. At
    /// the end the root reads a flag of each of its children.
    public static double tree(LineCosts lines, int p, int k, long bytes) {
        double copy = lines.copy(Math.max(1, Math.ceilDiv(bytes, SystemLayout.LINE)));
        double sum = 0;
        for (long step = 1; step < p; step *= k) {
            long children = Math.min(k - 1, (p - 1) / step);
            sum += 2 * children * lines.remote() + lines.remote() + copy + (children - 1) * lines.reader();
        }
        return sum;
    }

    /// Returns the nanoseconds of scatter and gather: three rendezvous of flags there and back, and a copy of each
    /// part.
    public static double scattered(LineCosts lines, int p, long bytes) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(p - 1);
        double part = Math.max(1, Math.ceilDiv(bytes, (long) p * SystemLayout.LINE));
        return 3 * rounds * 2 * lines.remote() + p * lines.copy(part);
    }
}
