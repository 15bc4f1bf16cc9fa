// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/// A tree over PEs 0 to n - 1, rooted at 0: the parent and the children of each PE.
///
/// @param parent of each PE; -1 for the root
/// @param children of each PE, in the order in which the parent serves them
public record TreeShape(int[] parent, int[][] children) {

    private static TreeShape of(int[] parent) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int pe = 0; pe < parent.length; pe++) lists.add(new ArrayList<>());
        for (int pe = 1; pe < parent.length; pe++) lists.get(parent[pe]).add(pe);
        int[][] children = lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        return new TreeShape(parent, children);
    }

    /// Returns a tree with k_i children for each node of level i - 1, filled level by level until n PEs are in it.
    public static TreeShape levels(int n, int... k) {
        int[] parent = new int[n];
        parent[0] = -1;
        int first = 0;
        int end = 1;
        for (int width : k) {
            int next = end;
            for (int node = first; node < end; node++) {
                for (int child = 0; child < width && next < n; child++) parent[next++] = node;
            }
            first = end;
            end = next;
        }
        if (end < n) throw tooNarrow(n, end);
        return of(parent);
    }

    private static IllegalArgumentException tooNarrow(int n, int room) {
        return new IllegalArgumentException("tree: has room for " + room + " PEs, npes=" + n + "; widen a level");
    }

    /// Returns the tree of the root and n - 1 children.
    public static TreeShape flat(int n) {
        return levels(n, Math.max(1, n - 1));
    }

    /// Returns the k-nomial tree: in each round every node that has the message sends it to k - 1 others. It is the
    /// binomial tree for k = 2.
    public static TreeShape nomial(int n, int k) {
        int[] parent = new int[n];
        parent[0] = -1;
        for (int have = 1; have < n; have *= k) {
            for (int pe = have; pe < Math.min(n, have * k); pe++) parent[pe] = pe % have;
        }
        return of(parent);
    }

    /// Returns Karp et al.'s optimal broadcast for LogP with a latency of `ratio` overheads, of which Fibonacci's
    /// tree is one. Each node begins a message every overhead; a message arrives one latency and two overheads
    /// later.
    public static TreeShape fibonacci(int n, int ratio) {
        record Sender(long free, int pe) {}
        PriorityQueue<Sender> senders = new PriorityQueue<>(
                (x, y) -> x.free != y.free ? Long.compare(x.free, y.free) : Integer.compare(x.pe, y.pe));
        senders.add(new Sender(0, 0));
        int[] parent = new int[n];
        parent[0] = -1;
        for (int pe = 1; pe < n; pe++) {
            Sender sender = senders.remove();
            parent[pe] = sender.pe;
            senders.add(new Sender(sender.free + 1, sender.pe));
            senders.add(new Sender(sender.free + ratio + 2, pe));
        }
        return of(parent);
    }
}
