// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/// A communicator of one group of ranks.
public class Intracomm extends Comm {
    Intracomm(String name) {
        super(name);
    }

    @Override
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    @Override
    public Intracomm dup() {
        return clone();
    }

    @Override
    public Intracomm dupWithInfo(Info info) {
        return clone();
    }

    /// {@return a communicator of the ranks with the same colour, ordered by key, or null for `UNDEFINED`} Collective.
    public Intracomm Split(int colour, int key) {
        Intracomm part = split(colour, key);
        return part.isNull() ? null : part;
    }

    public final Intracomm split(int colour, int key) {
        enter("Split");
        return part(new Intracomm("a part of " + getName()), colour, key);
    }

    /// Makes `part` the communicator of the ranks with the same colour.
    <C extends Comm> C part(C part, int colour, int key) {
        if (colour < 0 && colour != MPI.UNDEFINED) {
            throw MPI.refuse(MPI.ERR_ARG, "Split: colour %d is negative; give 0 or more, or UNDEFINED", colour);
        }
        int context = collectives.newContext();
        int[] all = new int[2 * peers.size()];
        Data mine = new Data(new int[] {colour, key}, 0, 2, MPI.INT);
        collectives.toAll(mine, k -> new Data(all, 2 * k, 2, MPI.INT));
        int[] members = IntStream.range(0, peers.size())
                .filter(k -> all[2 * k] == colour)
                .boxed()
                .sorted((a, b) -> Integer.compare(all[2 * a + 1], all[2 * b + 1]))
                .mapToInt(k -> peers.pes[k])
                .toArray();
        if (colour != MPI.UNDEFINED) part.peers.bind(context, members);
        return part;
    }

    /// The PEs of a group of ranks of this communicator.
    private int[] members(String call, Group group) {
        for (int pe : group.pes()) {
            if (peers.ranks[pe] >= 0) continue;
            String mistake = "%s: the group has rank %d of COMM_WORLD, which is not in %s; give a group of its ranks";
            throw MPI.refuse(MPI.ERR_GROUP, mistake, call, pe, this);
        }
        return group.pes();
    }

    /// {@return a communicator of the ranks of a group, or null on the others; groups that are apart make one each}
    /// Collective.
    public Intracomm Create(Group group) {
        Intracomm made = create(group);
        return made.isNull() ? null : made;
    }

    public final Intracomm create(Group group) {
        enter("Create");
        int[] members = members("Create", group);
        int place = group.place(peers.pes[peers.rank]);
        return part(new Intracomm("a part of " + getName()), place < 0 ? MPI.UNDEFINED : members[0], place);
    }

    /// {@return a communicator of the ranks of a group, which alone call this} Collective among them.
    public final Intracomm createGroup(Group group, int tag) {
        peers.live("createGroup");
        if (group.place(peers.pes[peers.rank]) < 0) {
            String mistake = "createGroup: rank %d of %s is not in the group; let the ranks of the group alone call it";
            throw MPI.refuse(MPI.ERR_GROUP, mistake, peers.rank, this);
        }
        Intracomm made = new Intracomm("a part of " + getName());
        made.peers.bind(peers.context, members("createGroup", group)); // to agree on its own number
        made.peers.bind(made.enter("createGroup").newContext(), group.pes());
        return made;
    }

    /// {@return a communicator with a grid, or null on ranks that the grid has no place for} Collective.
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        CartComm made = createCart(dims, periods, reorder);
        return made.isNull() ? null : made;
    }

    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        enter("Create_cart");
        int places = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        boolean negative = Arrays.stream(dims).anyMatch(d -> d < 1);
        if (dims.length != periods.length || negative || places > peers.size()) {
            String mistake = "Create_cart: a grid of %s with %d periods for %d ranks; give dimensions whose product is"
                    + " 1 to %d, and a period for each";
            throw MPI.refuse(MPI.ERR_DIMS, mistake, Arrays.toString(dims), periods.length, peers.size(), peers.size());
        }
        CartComm grid = new CartComm("a grid of " + getName(), dims.clone(), periods.clone());
        return part(grid, peers.rank < places ? 0 : MPI.UNDEFINED, peers.rank);
    }

    /// {@return a communicator with a graph, or null on ranks beyond its nodes} Collective.
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        GraphComm graph = createGraph(index, edges, reorder);
        return graph.isNull() ? null : graph;
    }

    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        enter("Create_graph");
        int last = 0;
        boolean fits = index.length <= peers.size();
        for (int end : index) {
            fits &= last <= end && end <= edges.length;
            last = end;
        }
        if (!fits || Arrays.stream(edges).anyMatch(k -> k < 0 || k >= index.length)) {
            String mistake = "Create_graph: index %s and edges %s are no graph of at most %d ranks; give for each rank"
                    + " the end of its neighbours in edges, and neighbours from 0 to %d";
            String ends = Arrays.toString(index);
            throw MPI.refuse(MPI.ERR_TOPOLOGY, mistake, ends, Arrays.toString(edges), peers.size(), index.length - 1);
        }
        GraphComm graph = new GraphComm("a graph of " + getName(), index.clone(), edges.clone(), null);
        return part(graph, peers.rank < index.length ? 0 : MPI.UNDEFINED, peers.rank);
    }

    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        return createDistGraphAdjacent(sources, null, destinations, null, info, reorder);
    }

    /// {@return a communicator with a graph of which each rank gives the edges that end, and that begin here} The graph
    /// has no weights if these are null. Collective.
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, Info info, boolean reorder) {
        int[][] weights = sourceWeights == null ? null : new int[][] {sourceWeights.clone(), destWeights.clone()};
        return graph("createDistGraphAdjacent", weights, sources.clone(), destinations.clone());
    }

    private GraphComm graph(String call, int[][] weights, int[]... ranks) {
        for (int[] each : ranks) for (int rank : each) peers.checkRank(call, "neighbour", rank, false);
        enter("createDistGraph");
        DistGraphNeighbors own = new DistGraphNeighbors(ranks, weights);
        return part(new GraphComm("a graph of " + getName(), null, null, own), 0, peers.rank);
    }

    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder) {
        return createDistGraph(sources, degrees, destinations, null, info, reorder);
    }

    /// {@return a communicator with a graph of which each rank gives any edges: `degrees` of them begin at each of the
    /// `sources`} The graph has no weights if these are null. Collective.
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder) {
        int edges = Arrays.stream(degrees, 0, sources.length).sum(); // the arrays may be longer
        int[] mine = new int[3 * edges]; // where an edge begins and ends, and its weight
        for (int k = 0, edge = 0; k < sources.length; k++) {
            for (int end = edge + degrees[k]; edge < end; edge++) {
                mine[3 * edge] = sources[k];
                mine[3 * edge + 1] = destinations[edge];
                mine[3 * edge + 2] = weights == null ? 1 : weights[edge];
            }
        }
        int[] counts = new int[peers.size()];
        Allgather(new int[] {mine.length}, 0, 1, MPI.INT, counts, 0, 1, MPI.INT);
        int[] places = new int[peers.size() + 1];
        for (int k = 0; k < counts.length; k++) places[k + 1] = places[k] + counts[k];
        int[] all = new int[places[counts.length]];
        Allgatherv(mine, 0, mine.length, MPI.INT, all, 0, counts, places, MPI.INT);
        int[][] of = weights == null ? null : new int[][] {column(all, 1, 2), column(all, 0, 2)};
        return graph("createDistGraph", of, column(all, 1, 0), column(all, 0, 1));
    }

    /// A part of each edge that has this rank in another part.
    private int[] column(int[] edges, int own, int part) {
        return IntStream.iterate(0, k -> k < edges.length, k -> k + 3)
                .filter(k -> edges[k + own] == peers.rank)
                .map(k -> edges[k + part])
                .toArray();
    }

    public final void scan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        Scan(sbuf, 0, rbuf, 0, count, type, op);
    }

    public final void scan(Object rbuf, int count, Datatype type, Op op) {
        Scan(rbuf, 0, rbuf, 0, count, type, op);
    }

    public final void exScan(Object sbuf, Object rbuf, int count, Datatype type, Op op) {
        exscan(sbuf, rbuf, count, type, op);
    }

    public final void exScan(Object buf, int count, Datatype type, Op op) {
        exscan(buf, buf, count, type, op);
    }
}
