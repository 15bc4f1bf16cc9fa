// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.util.function.IntToDoubleFunction;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.VirtualCosts;

/// The costs of cache lines, in nanoseconds, on machines whose cores cache each other's memory, and the trees
/// that they make cheapest: Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems", HPDC
/// 2013.
///
/// @param local R_L: a line in the own cache
/// @param remote R_R: a line in another core's cache
/// @param memory R_I: a line in memory
/// @param reader c: each further reader of a line
/// @param each o of eq. 2: each line of a copy from another core's cache
/// @param start q of eq. 2: the start-up of such a copy
/// @param saved p of eq. 2: the part of the start-up that short copies save
/// @param held bytes that a core's own caches hold. Larger data are in memory that all cores share, and these costs
///     do not describe it
record LineCosts(
        double local,
        double remote,
        double memory,
        double reader,
        double each,
        double start,
        double saved,
        double held) {

    /// Returns the costs of a simulated machine; null if cores do not cache each other's memory, or time is real.
    static LineCosts of(VirtualCosts machine) {
        if (machine == null || machine.parameter("R_R") == 0) return null;
        return new LineCosts(
                machine.parameter("R_L"),
                machine.parameter("R_R"),
                machine.parameter("R_I"),
                machine.parameter("c"),
                machine.parameter("o_E"),
                machine.parameter("q_E"),
                machine.parameter("p_E"),
                machine.parameter("L2"));
    }

    /// Returns the radix of the cheapest tree of `p` members, the smallest of equally cheap ones. The number of members
    /// means that all copy from the root; 0 means that scatter and gather are cheaper.
    int radix(int p, long bytes) {
        return cheapest(p, 0, scattered(p, bytes), k -> tree(p, k, bytes));
    }

    /// Returns the radix of the cheapest tree of a reduction of `p` members: eq. 17 in its best case. On each level a
    /// member starts, and combines the lines of its children, one after the other.
    int radixUp(int p, long bytes) {
        double lines = Math.max(1, Math.ceilDiv(bytes, SystemLayout.LINE));
        return cheapest(p, 2, Double.MAX_VALUE, k -> {
            double children = k - 1;
            double level = memory + local + each * lines * children + reader * children + local + remote - reader;
            return levels(p, k) * (level + (1 + children) * remote);
        });
    }

    private static int levels(int p, int k) {
        int levels = 0;
        for (long reach = 1; reach < p; reach *= k) levels++;
        return levels;
    }

    private static int cheapest(int most, int first, double firstCost, IntToDoubleFunction cost) {
        int best = first;
        double least = firstCost;
        for (int k = 2; k <= most; k++) {
            double nanos = cost.applyAsDouble(k);
            if (nanos >= least) continue;
            least = nanos;
            best = k;
        }
        return best;
    }

    /// The cost of copying `lines` lines from another core's cache. One line has a cost of its own, which is also
    /// the minimum: eq. 2 is fitted to longer copies.
    private double copy(double lines) {
        double one = local + remote;
        return lines <= 1 ? one : Math.max(one, each * lines + start - saved / lines);
    }

    /// Returns the nanoseconds of a tree of radix `k`. On each level it has a flag for each child, one after the
    /// other, then a flag and a copy for the last child, which follows the others through the same lines. At
    /// the end the root reads a flag of each of its children.
    double tree(int p, int k, long bytes) {
        double copy = copy(Math.max(1, Math.ceilDiv(bytes, SystemLayout.LINE)));
        double sum = 0;
        for (long step = 1; step < p; step *= k) {
            long children = Math.min(k - 1, (p - 1) / step);
            sum += 2 * children * remote + remote + copy + (children - 1) * reader;
        }
        return sum;
    }

    /// Returns the nanoseconds of scatter and gather: three rendezvous of flags there and back, and a copy of each
    /// part.
    double scattered(int p, long bytes) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(p - 1);
        double part = Math.max(1, Math.ceilDiv(bytes, (long) p * SystemLayout.LINE));
        return 3 * rounds * 2 * remote + p * copy(part);
    }
}
