// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/// A communicator whose ranks are the places of a grid, the last dimension fastest.
public class Cartcomm extends Intracomm {
    private final int[] dims;
    private final boolean[] periods;

    Cartcomm(String name, int[] dims, boolean[] periods) {
        super(name);
        this.dims = dims;
        this.periods = periods;
    }

    @Override
    Comm empty(String name) {
        return new CartComm(name, dims, periods);
    }

    /// Along each dimension the lower one and the upper one.
    @Override
    int[][] neighbours() {
        int[] both = IntStream.range(0, 2 * dims.length)
                .map(k -> neighbour(k / 2, k % 2 == 0 ? -1 : 1))
                .toArray();
        return new int[][] {both, both};
    }

    /// {@return the rank at these coordinates, which wrap around in periodic dimensions}
    public int Rank(int[] coords) {
        peers.live("Rank");
        int at = coords.length == dims.length ? find(coords) : MPI.PROC_NULL;
        if (at != MPI.PROC_NULL) return at;
        String mistake = "Rank: coordinates %s are outside of the grid %s; give 0 to its dimension - 1";
        throw MPI.refuse(MPI.ERR_ARG, mistake, Arrays.toString(coords), Arrays.toString(dims));
    }

    private int find(int[] coords) {
        int at = 0;
        for (int d = 0; d < dims.length; d++) {
            int c = periods[d] ? Math.floorMod(coords[d], dims[d]) : coords[d];
            if (c < 0 || c >= dims[d]) return MPI.PROC_NULL;
            at = at * dims[d] + c;
        }
        return at;
    }

    public int[] Coords(int rank) {
        peers.checkRank("Coords", "rank", rank, false);
        int[] coords = new int[dims.length];
        for (int d = dims.length - 1, rest = rank; d >= 0; rest /= dims[d--]) coords[d] = rest % dims[d];
        return coords;
    }

    /// {@return the neighbours of this rank along a dimension, `PROC_NULL` where the grid ends}
    public ShiftParms Shift(int direction, int disp) {
        peers.live("Shift");
        if (direction < 0 || direction >= dims.length) {
            String mistake = "Shift: dimension %d does not exist; give 0 to %d";
            throw MPI.refuse(MPI.ERR_DIMS, mistake, direction, dims.length - 1);
        }
        return new ShiftParms(neighbour(direction, -disp), neighbour(direction, disp));
    }

    private int neighbour(int direction, int disp) {
        int[] coords = Coords(peers.rank);
        coords[direction] += disp;
        return find(coords);
    }

    /// {@return the grid of the dimensions that remain, among ranks that agree in the others} Collective.
    public Cartcomm Sub(boolean[] remain) {
        enter("Create_cart");
        int[] coords = Coords(peers.rank);
        int[] kept = IntStream.range(0, dims.length).filter(d -> remain[d]).toArray();
        int[] rest = Arrays.stream(kept).map(d -> dims[d]).toArray();
        boolean[] wrap = new boolean[kept.length];
        for (int k = 0; k < kept.length; k++) wrap[k] = periods[kept[k]];
        int colour = 0;
        for (int d = 0; d < dims.length; d++) if (!remain[d]) colour = colour * dims[d] + coords[d];
        return part(new CartComm("a grid of " + getName(), rest, wrap), colour, peers.rank);
    }

    /// {@return the rank that this one would have in such a grid, which is the same, or `UNDEFINED` beyond its
    /// places}
    public int Map(int[] dims, boolean[] periods) {
        peers.live("Map");
        return peers.rank < Arrays.stream(dims).reduce(1, (a, b) -> a * b) ? peers.rank : MPI.UNDEFINED;
    }

    public CartParms Get() {
        return new CartParms(dims.clone(), periods.clone(), Coords(peers.rank));
    }

    /// Fills the dimensions that are 0, so that the product is `nnodes` and they differ little.
    public static void Dims_create(int nnodes, int[] dims) {
        int given = Arrays.stream(dims).filter(d -> d > 0).reduce(1, (a, b) -> a * b);
        int open = (int) Arrays.stream(dims).filter(d -> d == 0).count();
        boolean negative = Arrays.stream(dims).anyMatch(d -> d < 0);
        if (nnodes < 1 || negative || nnodes % given != 0 || open == 0 && nnodes != given) {
            String mistake = "Dims_create: %d ranks do not fill dimensions %s; give 0 for those to choose";
            throw MPI.refuse(MPI.ERR_DIMS, mistake, nnodes, Arrays.toString(dims));
        }
        int[] found = new int[open];
        factors(nnodes / given, found, 0, nnodes);
        Arrays.sort(found);
        for (int d = 0; d < dims.length; d++) if (dims[d] == 0) dims[d] = found[--open];
    }

    /// Fills `found` from `k` on with factors of `rest`, the greatest first, which is as small as it can be.
    private static boolean factors(int rest, int[] found, int k, int most) {
        if (k == found.length) return rest == 1;
        for (int n = 1; n <= Math.min(rest, most); n++) {
            found[k] = n;
            boolean enough = Math.pow(n, found.length - k) >= rest * (1 - 1e-9);
            if (rest % n == 0 && enough && factors(rest / n, found, k + 1, n)) return true;
        }
        return false;
    }
}
