// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import org.jshmem.CyclicInts;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;

/// Breadth-first search of Graph500, the pattern of irregular all-to-all: vertex v belongs to PE v mod n. In each level
/// a PE sends every edge that leaves the frontier to the owner of its other end, who sets the parent.
///
/// A parent is set by its owner alone, so it needs no compare-and-swap. Without the reduction of the frontier's size,
/// PEs would stop in different levels, and the mailbox would wait for those that have gone.
///
/// The graph is Graph500's: 2^SCALE vertices, 16 edges for each, by the Kronecker generator. Its five checks follow.
///
/// `bin/oshrun -np 4 examples/Bfs.java [SCALE]`
public class Bfs {
    static final int EDGES_PER_VERTEX = 16;

    final Shmem sh;
    final int me, pes, scale, vertices, own; // vertices of this PE: me, me + pes, ...
    final int[] parents, ends, neighbours; // of own vertex k: neighbours from ends[k - 1] to ends[k] - 1
    final SymInts level; // of own vertex k; -1: not reached
    final CyclicInts levels; // of all vertices

    Bfs(Shmem sh, int scale) {
        this.sh = sh;
        this.scale = scale;
        me = sh.myPe();
        pes = sh.nPes();
        vertices = 1 << scale;
        own = Math.ceilDiv(Math.max(vertices - me, 0), pes);
        parents = new int[own];
        level = sh.ints(Math.ceilDiv(vertices, pes)).named("level");
        levels = level.cyclic();
        int[] degrees = new int[own + 1];
        int[] received = new int[1024]; // pairs: own vertex, neighbour
        try (Mailbox box = sh.mailbox()) {
            for (long e = firstEdge(me); e < firstEdge(me + 1); e++) {
                int u = end(e, 0), v = end(e, 1);
                if (u == v) continue; // a loop
                box.send(u % pes, u, v);
                box.send(v % pes, v, u);
            }
            box.end();
            int n = 0;
            for (Message m; (m = box.take()) != null; n += 2) {
                if (n == received.length) received = Arrays.copyOf(received, 2 * n);
                received[n] = (int) m.word(0) / pes;
                received[n + 1] = (int) m.word(1);
                degrees[received[n]]++;
            }
            Arrays.parallelPrefix(degrees, Integer::sum);
            ends = Arrays.copyOf(degrees, own);
            neighbours = new int[n / 2];
            for (int i = 0; i < n; i += 2) neighbours[--degrees[received[i]]] = received[i + 1];
        }
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int scale = a.length > 0 ? Integer.parseInt(a[0]) : 13;
            if (scale < 2 || scale > 26) throw new IllegalArgumentException("scale " + scale + "; use 2 to 26");
            new Bfs(sh, scale).run();
        });
    }

    long firstEdge(int pe) {
        return (long) EDGES_PER_VERTEX * vertices / pes * pe + Math.min(pe, (long) EDGES_PER_VERTEX * vertices % pes);
    }

    /// One end of edge `e`: the same on every PE, for any number of PEs.
    int end(long e, int side) {
        int[] ends = new int[2];
        for (int bit = 0; bit < scale; bit++) {
            double r = (random(e * scale + bit) >>> 11) * 0x1p-53; // Graph500's A, B, C are 0.57, 0.19, 0.19
            ends[0] = ends[0] << 1 | (r >= 0.76 ? 1 : 0);
            ends[1] = ends[1] << 1 | (r >= 0.57 && r < 0.76 || r >= 0.95 ? 1 : 0);
        }
        return (int) ((ends[side] * 0x9E3779B1L + 12345) & vertices - 1); // an odd factor permutes the numbers
    }

    static long random(long n) { // SplitMix64
        long z = (n + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    void run() {
        int root = end(0, 0);
        sh.barrierAll();
        long begin = sh.nanoTime();
        int last = search(root);
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9);
        sh.barrierAll(); // all levels are set
        long reached = 0, degrees = 0;
        for (int k = 0; k < own; k++) {
            if (level.get(k) < 0) continue;
            reached++;
            degrees += ends[k] - begin(k);
        }
        check(root);
        reached = sh.world().reduce(Op.SUM, reached);
        degrees = sh.world().reduce(Op.SUM, degrees);
        sh.barrierAll(); // all have read the levels of others
        if (me > 0) return;
        System.out.printf("scale %d: %d of %d vertices in %d levels%n", scale, reached, vertices, last);
        System.out.printf("%.3e traversed edges a second on %d PEs%n", degrees / 2 / seconds, pes);
        System.out.println("Verification passed");
    }

    int begin(int k) {
        return k == 0 ? 0 : ends[k - 1];
    }

    int search(int root) {
        Arrays.fill(parents, -1);
        for (int k = 0; k < level.length(); k++) level.set(k, -1);
        int[] frontier = new int[own];
        int size = 0, depth = 0;
        try (Mailbox box = sh.mailbox()) {
            if (root % pes == me) size = reach(root, root, depth, frontier, size);
            while (sh.world().reduce(Op.SUM, (long) size) > 0) {
                for (int f = 0; f < size; f++)
                    for (int i = begin(frontier[f]); i < ends[frontier[f]]; i++)
                        box.send(neighbours[i] % pes, neighbours[i], frontier[f] * pes + me);
                box.end();
                size = 0;
                depth++;
                for (Message m; (m = box.take()) != null; )
                    size = reach((int) m.word(0), (int) m.word(1), depth, frontier, size);
            }
        }
        return depth;
    }

    int reach(int vertex, int parent, int depth, int[] frontier, int size) {
        int k = vertex / pes;
        if (parents[k] >= 0) return size;
        parents[k] = parent;
        level.set(k, depth);
        frontier[size] = k;
        return size + 1;
    }

    /// Graph500's checks: the parents form a tree; a parent is one level up; the ends of an edge differ by at most one
    /// level, or neither is reached; the tree spans the component; a parent is joined to its child by an edge.
    void check(int root) {
        for (int k = 0; k < own; k++) {
            int v = k * pes + me, depth = level.get(k);
            if (depth >= 0 && v == root) require(depth == 0 && parents[k] == root, "the root is not its own parent", v);
            else if (depth >= 0) {
                require(levels.g(parents[k]) == depth - 1, "the parent is not one level up: no tree", v);
                boolean edge = false;
                for (int i = begin(k); i < ends[k]; i++) edge |= neighbours[i] == parents[k];
                require(edge, "no edge leads to the parent", v);
            }
            for (int i = begin(k); i < ends[k]; i++) {
                int other = levels.g(neighbours[i]);
                require((depth < 0) == (other < 0), "an edge leaves the tree: it does not span its component", v);
                require(Math.abs(depth - other) <= 1, "an edge joins levels that differ by more than one", v);
            }
        }
    }

    static void require(boolean holds, String what, int vertex) {
        if (!holds) throw new AssertionError("vertex " + vertex + ": " + what);
    }
}
