// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.ramos;

import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.DirectAccess;

/// The closed formulas of Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems", HPDC 2013: best and
/// worst case of their algorithms in nanoseconds. Numbers in parentheses are the paper's equations.
///
/// **Misprints, read as the prose and the printed optima require.** (10) the inner sum of fw_max reuses the outer
/// index: a single sum. (11) k_i do not increase while descending. (15) rounds are ceil(log_m n) as printed,
/// although strides of (m+1)^r would need the base m + 1. (17) T_k is o k, the slope of (2): with all of (2) no
/// printed reduction tree is an optimum.
///
/// The costs of k-nomial trees are this project's, of the same parameters.
///
/// @param local R_L: a line in the own cache
/// @param remote R_R: a line in another core's cache
/// @param memory R_I: a line in memory
/// @param c each further reader of a line
/// @param cached copies from another core's cache
/// @param uncached copies from memory
public record MinMaxModel(double local, double remote, double memory, double c, Copy cached, Copy uncached) {

    /// (2) The cost of a copy of several lines.
    ///
    /// @param each o: each line
    /// @param start q: the start-up
    /// @param saved p: the part of the start-up that short copies save
    public record Copy(double each, double start, double saved) {
        double nanos(double lines) {
            return each * lines + start - saved / lines;
        }
    }

    /// Best and worst case.
    ///
    /// @param min nanoseconds without interference of other threads
    /// @param max nanoseconds if every other thread interferes
    public record Band(double min, double max) {

        /// Whether a time lies in the band, ends included.
        public boolean contains(double nanos) {
            return min <= nanos && nanos <= max;
        }
    }

    /// Returns the formulas with a machine's parameters.
    public static MinMaxModel of(ToDoubleFunction<String> machine) {
        return new MinMaxModel(
                machine.applyAsDouble("R_L"),
                machine.applyAsDouble("R_R"),
                machine.applyAsDouble("R_I"),
                machine.applyAsDouble("c"),
                copy(machine, 'E'),
                copy(machine, 'I'));
    }

    private static Copy copy(ToDoubleFunction<String> machine, char state) {
        return new Copy(
                machine.applyAsDouble("o_" + state),
                machine.applyAsDouble("q_" + state),
                machine.applyAsDouble("p_" + state));
    }

    /// Returns the formulas with the parameters of a simulated machine; null if cores do not cache each other's
    /// memory, or time is real.
    public static MinMaxModel of(DirectAccess machine) {
        return machine.parameter("R_R") == 0 ? null : of(machine::parameter);
    }

    /// (2) Nanoseconds to send `count` lines and see the last one.
    public double lines(int count, boolean fromMemory) {
        return (fromMemory ? uncached : cached).nanos(count);
    }

    /// (3) Nanoseconds until `readers` threads have copied one line.
    public double contention(double readers) {
        return c * readers + local + remote - c;
    }

    /// (5), (6) All but one of `threads` threads notify that one through one line.
    public Band notifyBack(int threads) {
        return new Band(memory + (threads - 1) * remote, memory + 2 * (threads - 1) * remote);
    }

    /// (10), (11) A small broadcast down a tree.
    public Band smallBroadcast(int... k) {
        double min = (k.length + 1) * memory + 2 * k.length * local;
        double max = memory;
        for (int children : k) {
            Band back = notifyBack(children + 1);
            min += contention(children) + back.min;
            max += 2 * (remote + contention(children)) + contention(children) + back.max;
        }
        return new Band(min, max);
    }

    /// (12), (13) A large broadcast in `threads - 1` slices.
    public Band pipelinedBroadcast(int threads, int lines) {
        int others = threads - 1;
        double slice = cached.nanos(Math.ceilDiv(lines, others));
        double all = contention(others);
        double end = 2 * remote + local;
        double min = memory + 4 * local + all + slice + (threads - 2) * (remote + local + slice) + end;
        double max = memory + 5 * remote + 3 * all + slice + (threads - 2) * (2 * remote + slice) + end;
        return new Band(min, max);
    }

    /// (14) A large broadcast from the root to all others at once.
    public Band flatBroadcast(int threads, int lines) {
        double all = contention(threads - 1);
        double copy = contention(threads - 2) + cached.each * lines;
        double back = (threads - 1) * remote;
        return new Band(
                copy + memory + 3 * local + remote + all + back,
                copy + memory + local + 3 * remote + 2 * all + 2 * back);
    }

    /// Rounds of (15), (16): ceil(log_m n) as printed.
    public static int rounds(int threads, int m) {
        int rounds = 1;
        for (long reach = m; reach < threads; reach *= Math.max(m, 2)) rounds++;
        return rounds;
    }

    /// (15), (16) The barrier with m partners a round.
    public Band barrier(int threads, int m) {
        int r = rounds(threads, m);
        return new Band(r * (local + m * remote + remote), r * (6 * m + 2) * remote);
    }

    /// (17), (18) A reduction of one item up a tree.
    public Band reduction(int... k) {
        double min = remote;
        double max = remote;
        for (int children : k) {
            min += fixed(children, 1) + moving(children);
            max += fixed(children, 1) + 2 * moving(children);
        }
        return new Band(min, max);
    }

    private double fixed(double children, double lines) {
        return memory + local + cached.each * lines * children;
    }

    private double moving(double children) {
        return contention(children) + (1 + children) * remote;
    }

    /// Returns the radix of the cheapest k-nomial broadcast to `p` members, the smallest of equally cheap ones. The
    /// number of members means that all copy from the root; 0 means that scatter and gather are cheaper.
    public int radix(int p, long bytes) {
        return cheapest(p, 0, scattered(p, bytes), k -> nomial(p, k, bytes));
    }

    /// Returns the radix of the cheapest k-nomial reduction of `p` members: (17) in its best case. On each level a
    /// member combines the lines of its children, one after the other.
    public int radixUp(int p, long bytes) {
        double lines = lines(bytes);
        return cheapest(p, 2, Double.MAX_VALUE, k -> {
            int levels = 0;
            for (long reach = 1; reach < p; reach *= k) levels++;
            return levels * (fixed(k - 1, lines) + moving(k - 1));
        });
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

    private static double lines(long bytes) {
        return Math.max(1, Math.ceilDiv(bytes, (long) SystemLayout.LINE));
    }

    /// The cost of copying `lines` lines from another core's cache. One line has a cost of its own, which is also
    /// the minimum: (2) is fitted to longer copies.
    private double copy(double lines) {
        return Math.max(local + remote, lines <= 1 ? 0 : cached.nanos(lines));
    }

    /// Returns the nanoseconds of a tree of radix `k`. On each level it has a flag for each child, one after the
    /// other, then a flag and a copy for the last child, which follows the others through the same lines. At
    /// the end the root reads a flag of each of its children.
    private double nomial(int p, int k, long bytes) {
        double copy = copy(lines(bytes));
        double sum = 0;
        for (long step = 1; step < p; step *= k) {
            long children = Math.min(k - 1, (p - 1) / step);
            sum += 2 * children * remote + remote + copy + (children - 1) * c;
        }
        return sum;
    }

    /// Returns the nanoseconds of scatter and gather: three rendezvous of flags there and back, and a copy of each
    /// part.
    private double scattered(int p, long bytes) {
        double rounds = Integer.SIZE - Integer.numberOfLeadingZeros(p - 1);
        double part = Math.max(1, Math.ceilDiv(bytes, (long) p * SystemLayout.LINE));
        return 6 * rounds * remote + p * copy(part);
    }
}
