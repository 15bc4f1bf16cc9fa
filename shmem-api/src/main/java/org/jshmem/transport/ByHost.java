// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// The members of a team by their hosts. Hosts are numbered from 0 in the order of their first members. Immutable,
/// so that the PEs of a JVM can share it.
public final class ByHost {
    private final Topology topology;

    /// The number of each host of the topology in this object, or -1 for a host without members. Null if all
    /// members are on one host.
    private final int[] numbers;

    /// The place of the first member of each host, and the number of members after the last.
    private final int[] starts;

    /// The place of each member and the member at each place. Both are null if each member's place is its own
    /// number.
    private final int[] places;

    private final int[] order;

    private ByHost(Topology topology, int[] numbers, int[] starts, int[] places, int[] order) {
        this.topology = topology;
        this.numbers = numbers;
        this.starts = starts;
        this.places = places;
        this.order = order;
    }

    /// Orders `size` members; `pe` gives the number in the job of each.
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

    /// Number of hosts that have members.
    public int hosts() {
        return starts.length - 1;
    }

    /// The number of the host that a PE runs on, which must have members.
    public int host(int pe) {
        return numbers == null ? 0 : numbers[topology.host(pe)];
    }

    /// Number of members on a host.
    public int members(int h) {
        return starts[h + 1] - starts[h];
    }

    /// Member `i` of a host, in the order of the team.
    public int member(int h, int i) {
        return order == null ? starts[h] + i : order[starts[h] + i];
    }

    /// The place of the first member of a host, in an order in which the members of each host are adjacent.
    public int start(int h) {
        return starts[h];
    }

    /// The place of member `k` in that order.
    public int place(int k) {
        return places == null ? k : places[k];
    }

    /// Whether the members of each host are adjacent in the team.
    public boolean isInOrder() {
        return places == null;
    }
}
