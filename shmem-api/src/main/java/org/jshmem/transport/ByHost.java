// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// The members of a team by their hosts, which are numbered from 0 in the order of their first members. Never changes,
/// so that the PEs of a JVM can share it.
public final class ByHost {
    private final Topology topology;

    /// The number here of each host of the topology; null where all members are on one.
    private final int[] numbers;

    /// The place of the first member of each host, and the end.
    private final int[] starts;

    /// Where each member stands and who stands at each place, or null where each stands at its own number.
    private final int[] places;

    private final int[] order;

    private ByHost(Topology topology, int[] numbers, int[] starts, int[] places, int[] order) {
        this.topology = topology;
        this.numbers = numbers;
        this.starts = starts;
        this.places = places;
        this.order = order;
    }

    /// Of `size` members, where `pe` gives the number in the job of each.
    static ByHost of(Topology topology, int size, IntUnaryOperator pe) {
        int home = topology.host(pe.applyAsInt(0));
        int near = 1;
        while (near < size && topology.host(pe.applyAsInt(near)) == home) near++;
        if (near == size) return new ByHost(topology, null, new int[] {0, size}, null, null);
        int[] numbers = new int[topology.hosts()];
        Arrays.fill(numbers, -1);
        int hosts = 0;
        boolean ordered = true;
        int before = 0;
        for (int k = 0; k < size; k++) {
            int at = topology.host(pe.applyAsInt(k));
            if (numbers[at] < 0) numbers[at] = hosts++;
            ordered &= numbers[at] >= before;
            before = numbers[at];
        }
        int[] starts = new int[hosts + 1];
        for (int k = 0; k < size; k++) starts[numbers[topology.host(pe.applyAsInt(k))] + 1]++;
        for (int h = 0; h < hosts; h++) starts[h + 1] += starts[h];
        if (ordered) return new ByHost(topology, numbers, starts, null, null);
        int[] next = starts.clone();
        int[] places = new int[size];
        int[] order = new int[size];
        for (int k = 0; k < size; k++) {
            places[k] = next[numbers[topology.host(pe.applyAsInt(k))]]++;
            order[places[k]] = k;
        }
        return new ByHost(topology, numbers, starts, places, order);
    }

    /// How many hosts have members.
    public int hosts() {
        return starts.length - 1;
    }

    /// The number of the host that a PE runs on, which has members.
    public int host(int pe) {
        return numbers == null ? 0 : numbers[topology.host(pe)];
    }

    /// How many members a host has.
    public int members(int h) {
        return starts[h + 1] - starts[h];
    }

    /// Member `i` of a host, in their order.
    public int member(int h, int i) {
        return order == null ? starts[h] + i : order[starts[h] + i];
    }

    /// The place of the first member of a host where members of a host stand together, in their order.
    public int start(int h) {
        return starts[h];
    }

    /// The place of member `k` there.
    public int place(int k) {
        return places == null ? k : places[k];
    }

    /// Whether members of a host stand together in the team.
    public boolean isInOrder() {
        return places == null;
    }
}
