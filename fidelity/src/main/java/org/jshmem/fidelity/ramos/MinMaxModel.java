// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import org.jshmem.sim.cost.Machine;

/// The closed formulas of Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems", HPDC 2013: best and
/// worst case of their algorithms in nanoseconds. Numbers in parentheses are the paper's equations.
///
/// **Misprints, read as the prose and the printed optima require.** (10) the inner sum of fw_max reuses the outer
/// index: a single sum. (11) k_i do not increase while descending. (15) rounds are ceil(log_m n) as printed,
/// although strides of (m+1)^r would need the base m + 1. (17) T_k is o k, the slope of (2): with all of (2) no
/// printed reduction tree is an optimum.
public final class MinMaxModel {
    private final double local;
    private final double remote;
    private final double memory;
    private final double c;
    private final double b;
    private final double[] cached;
    private final double[] uncached;

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

    /// Creates the formulas with a machine's parameters.
    public MinMaxModel(Machine m) {
        local = m.value("R_L");
        remote = m.value("R_R");
        memory = m.value("R_I");
        c = m.value("c");
        b = local + remote - c;
        cached = new double[] {m.value("o_E"), m.value("q_E"), m.value("p_E")};
        uncached = new double[] {m.value("o_I"), m.value("q_I"), m.value("p_I")};
    }

    /// (2) Nanoseconds to send `count` lines and see the last one.
    public double lines(int count, boolean fromMemory) {
        double[] oqp = fromMemory ? uncached : cached;
        return oqp[0] * count + oqp[1] - oqp[2] / count;
    }

    /// (3) Nanoseconds until `readers` threads have copied one line.
    public double contention(int readers) {
        return c * readers + b;
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
        double slice = lines((lines + others - 1) / others, false);
        double all = contention(others);
        double end = 2 * remote + local;
        double min = memory + 2 * local + 2 * local + all + slice + (threads - 2) * (remote + local + slice) + end;
        double max = memory
                + 2 * (remote + all)
                + remote
                + 2 * remote
                + all
                + slice
                + (threads - 2) * (2 * remote + slice)
                + end;
        return new Band(min, max);
    }

    /// (14) A large broadcast from the root to all others at once.
    public Band flatBroadcast(int threads, int lines) {
        double all = contention(threads - 1);
        double copy = b + c * (threads - 2) + cached[0] * lines;
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
            double fixed = memory + local + cached[0] * children;
            double moving = contention(children) + (1 + children) * remote;
            min += fixed + moving;
            max += fixed + 2 * moving;
        }
        return new Band(min, max);
    }
}
