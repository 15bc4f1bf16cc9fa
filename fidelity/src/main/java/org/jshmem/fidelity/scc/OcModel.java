// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import org.jshmem.sim.cost.Machine;

/// The time of OC-Bcast in microseconds by Petrović's equations, with every core one router away and no contention.
///
/// ```
/// root        put a chunk into the own buffer (8); set two flags; look at k flags
/// others      look at the flag; forward it; get the chunk (11); set "done"; set two flags; get to memory (12);
///             look at k flags
/// ```
///
/// Equation 13 is the part of [#latency] without flags, equation 15 that of [#period]. With flags the latter gives
/// the paper's table 2. The paper does not print its complete formula of the latency: this one is ours.
final class OcModel {
    private final Machine machine;
    private final int cores;
    private final double set;
    private final double poll;
    private final double hop; // a flag is visible this long before its store completes at the setter (9)

    /// Creates the formulas with the costs of a machine.
    OcModel(Machine machine) {
        this.machine = machine;
        cores = machine.architecture().cores(machine);
        set = access(false, false, 1, 1);
        hop = machine.value("L_hop") / 1000;
        poll = (machine.value("o_get_mpb") + machine.value("o_mpb")) / 1000 + 2 * hop;
    }

    private double get(int lines) {
        return access(true, false, 1, lines);
    }

    private double own(int lines) {
        return access(true, true, 1, lines);
    }

    /// Returns a member's microseconds of work for each chunk, of which it needs one after the other.
    double period(int k, int lines) {
        double leaf = get(lines) + own(lines) + poll + set;
        return k < cores - 1 ? leaf + 2 * set + k * poll : leaf;
    }

    /// Returns the microseconds until the last core has returned: the first chunk reaches all cores, the others
    /// follow.
    double latency(int k, int lines, int chunkLines) {
        int first = Math.min(lines, chunkLines);
        double[] there = new double[cores]; // when a chunk is in the core's own buffer
        there[0] = access(false, true, 1, first);
        double get = get(first);
        double own = own(first);
        double last = 0;
        for (int rank = 1; rank < cores; rank++) {
            int parent = (rank - 1) / k;
            int index = rank - parent * k;
            int siblings = Math.min(k, cores - 1 - parent * k);
            there[rank] = there[parent] + notified(index) + set * below(index, siblings) + get + set;
            int children = Math.clamp(cores - 1L - (long) rank * k, 0, k);
            last = Math.max(last, there[rank] + set * Math.min(2, children) + own);
        }
        for (int parent = 0; (long) parent * k + 1 < cores; parent++) {
            int children = Math.min(k, cores - 1 - parent * k);
            double free = there[parent] + set * Math.min(2, children) + (parent == 0 ? 0 : own);
            for (int i = 1; i <= children; i++) free = Math.max(free, there[parent * k + i] - hop) + poll;
            last = Math.max(last, free);
        }
        for (int done = first; done < lines; done += chunkLines) {
            last += period(k, Math.min(chunkLines, lines - done));
        }
        return last;
    }

    /// Returns the latency of the binomial tree of messages, equation 14: the put of a forwarded message reads the L1
    /// cache, which costs nothing.
    double binomial(int lines) {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cores - 1);
        double hops = 2 * machine.value("L_hop");
        double write = machine.value("o_mpb") + hops;
        double read = machine.value("o_mem_r") + hops;
        return levels * (lines * write / 1000 + own(lines)) + lines * read / 1000;
    }

    /// Returns the microseconds of a get (11, 12) or a put (7, 8) of core 0 by the routers between it and the buffer.
    double access(boolean get, boolean memory, int routers, int lines) {
        double hops = 2 * machine.value("L_hop");
        double near = machine.value("o_mpb") + hops;
        double far = machine.value("o_mpb") + routers * hops;
        if (memory) near = machine.value(get ? "o_mem_w" : "o_mem_r") + hops;
        String overhead = (get ? "o_get_" : "o_put_") + (memory ? "mem" : "mpb");
        return (machine.value(overhead) + lines * (near + far)) / 1000;
    }

    /// Returns the microseconds from a parent's first flag until child `index` of its binary tree has seen its flag.
    private double notified(int index) {
        return index == 0 ? 0 : notified((index - 1) / 2) + set * (index % 2 == 1 ? 1 : 2) - hop + poll;
    }

    /// Returns the number of siblings, of `siblings`, that a child notifies.
    private static int below(int index, int siblings) {
        return Math.clamp(siblings - 2L * index, 0, 2);
    }
}
