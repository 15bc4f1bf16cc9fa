// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.junit.ShmemTest;

/// Communicators with a graph, and those that the ranks of a group alone make.
class GraphsTest extends Ranks {
    /// The star of MPI's standard, and a rank beyond it.
    @ShmemTest(npes = 5)
    void graphsHaveNeighbours() {
        int[] index = {3, 4, 5, 6};
        int[] edges = {1, 2, 3, 0, 0, 0};
        Graphcomm graph = world.Create_graph(index, edges, true);
        if (me == 4) {
            assertNull(graph);
            return;
        }
        assertEquals(4, graph.Size());
        assertEquals(me, graph.Rank());
        assertEquals(MPI.GRAPH, graph.Topo_test());
        assertArrayEquals(index, graph.Get().index);
        assertArrayEquals(edges, graph.Get().edges);
        assertEquals(me == 3 ? MPI.UNDEFINED : me, graph.Map(new int[] {0, 0, 0}, new int[0]));
        int[] sum = new int[1];
        for (int other : graph.Neighbours(me)) graph.Isend(new int[] {me + 1}, 0, 1, MPI.INT, other, 0);
        for (int other : graph.Neighbours(me)) {
            int[] got = new int[1];
            graph.Recv(got, 0, 1, MPI.INT, other, 0);
            sum[0] += got[0];
        }
        assertEquals(me == 0 ? 2 + 3 + 4 : 1, sum[0]);
        Graphcomm copy = (Graphcomm) graph.clone();
        assertArrayEquals(new int[] {0}, copy.Neighbours(3));
        GraphParms same = ((GraphComm) copy).getDims();
        assertEquals(
                List.of(4, 3, 6, 0),
                List.of(same.getIndexCount(), same.getIndex(0), same.getEdgeCount(), same.getEdge(5)));
    }

    /// Rings, of which rank 0 or each rank gives the edges, and two grids.
    @ShmemTest(npes = {1, 2, 5})
    void neighboursExchange() {
        int left = (me + n - 1) % n;
        int right = (me + 1) % n;
        int[] all = IntStream.range(0, me == 0 ? n : 0).toArray();
        int[] ones = IntStream.range(0, n).map(_ -> 1).toArray(); // longer than the edges of ranks that give none
        int[] next = IntStream.range(0, n).map(k -> (k + 1) % n).toArray();
        GraphComm[] rings = {
            world.createDistGraphAdjacent(new int[] {left}, new int[] {right}, new Info(), false),
            world.createDistGraph(all, ones, next, MPI.INFO_NULL, false),
            world.createDistGraph(all, ones, next, next, MPI.INFO_NULL, false).dup()
        };
        for (GraphComm ring : rings) {
            DistGraphNeighbors own = ring.getDistGraphNeighbors();
            int weight = own.isWeighted() ? me : 1;
            int[] got = {own.getInDegree(), own.getOutDegree(), own.getSource(0), own.getDestination(0)};
            assertArrayEquals(new int[] {1, 1, left, right}, got);
            assertEquals(List.of(MPI.DIST_GRAPH, weight), List.of(ring.getTopology(), own.getSourceWeight(0)));
            assertEquals(ring == rings[2], own.isWeighted());
            int[] one = {1};
            ring.neighborAllGather(new int[] {me}, 1, MPI.INT, got, 1, MPI.INT);
            ring.neighborAllToAllv(new int[] {9, 10 + me}, one, one, MPI.INT, got, one, one, MPI.INT);
            assertArrayEquals(new int[] {left, 10 + left, left, right}, got);
        }
        int[] mine = {10 + me, 20 + me};
        int[] got = {-1, -1};
        world.createCart(new int[] {n}, new boolean[] {true}, false)
                .neighborAllToAll(mine, 1, MPI.INT, got, 1, MPI.INT);
        assertArrayEquals(new int[] {20 + left, 10 + right}, got);
        int[] open = {-1, -1};
        int[] counts = {1, 1};
        world.createCart(new int[] {n}, new boolean[] {false}, false)
                .neighborAllGatherv(mine, 1, MPI.INT, open, counts, new int[] {1, 0}, MPI.INT);
        assertArrayEquals(new int[] {right == 0 ? -1 : 10 + right, me == 0 ? -1 : 10 + left}, open);
    }

    /// The odd ranks make no call, and the even ones order themselves.
    @ShmemTest(npes = {5, 6})
    void theRanksOfAGroupMakeACommunicator() {
        int n = world.Size();
        Group evens = world.getGroup().rangeIncl(new int[][] {{n % 2 == 0 ? n - 2 : n - 1, 0, -2}});
        for (int k = 0; k < 3; k++) {
            if (me % 2 == 0) {
                Intracomm part = world.createGroup(evens, 0);
                assertEquals((n - 1) / 2 - me / 2, part.getRank());
                int[] sum = new int[1];
                part.allReduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM);
                assertEquals(0 + 2 + 4, sum[0]);
            }
            int[] all = {1};
            world.allReduce(all, 1, MPI.INT, MPI.SUM); // its number is another one
            assertEquals(n, all[0]);
        }
        Intracomm later = world.clone();
        int[] all = {1};
        later.allReduce(all, 1, MPI.INT, MPI.SUM);
        assertEquals(n, all[0]);
    }
}
