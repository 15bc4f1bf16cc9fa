// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// The Stencil of the Parallel Research Kernels: a star of radius 2 over a square grid.
///
/// Each PE owns a tile of the grid. In every iteration it puts the edges of its tile to its neighbours, each with a
/// signal, waits for theirs, and applies the star. docs/guides/porting.md explains its loops.
///
/// `bin/oshrun -np 4 examples/Stencil.java [ITERATIONS [GRID SIZE]]`
public class Stencil {
    static final int RADIUS = 2;
    static final double NEAR = 1.0 / (2 * RADIUS); // weight of a point at distance 1
    static final double FAR = 1.0 / (4 * RADIUS); // and at distance 2; both negative to the left and below
    static final int FROM_LEFT = 0, FROM_RIGHT = 1, FROM_BELOW = 2, FROM_ABOVE = 3;

    final Shmem sh;
    final int grid;
    final int tilesX, tilesY;
    final int tileX, tileY; // the place of this PE's tile among them
    final int firstX, firstY, width, height;
    final double[][] in; // the tile, with RADIUS more points on every side
    final double[][] out;
    final SymDoubles halo; // of even iterations, then of odd ones, for each of the four sides
    final Signal[] arrived; // the last iteration whose halo is here, for each side
    final int side; // points of the longest edge of any tile
    final double[] edge;

    Stencil(Shmem sh, int grid) {
        this.sh = sh;
        this.grid = grid;
        int pes = sh.nPes(), columns = (int) Math.sqrt(pes);
        while (pes % columns != 0) columns--;
        tilesX = columns;
        tilesY = pes / columns;
        tileX = sh.myPe() % tilesX;
        tileY = sh.myPe() / tilesX;
        firstX = first(tileX, tilesX);
        firstY = first(tileY, tilesY);
        width = first(tileX + 1, tilesX) - firstX;
        height = first(tileY + 1, tilesY) - firstY;
        if (grid / tilesY < RADIUS || grid <= 2 * RADIUS) {
            throw new IllegalArgumentException("a grid of " + grid + " x " + grid + " on " + pes
                    + " PEs has tiles smaller than the radius " + RADIUS + "; use a grid of at least "
                    + Math.max(RADIUS * tilesY, 2 * RADIUS + 1));
        }
        in = new double[height + 2 * RADIUS][width + 2 * RADIUS];
        out = new double[height][width];
        side = RADIUS * ((grid + tilesX - 1) / tilesX + (grid + tilesY - 1) / tilesY);
        edge = new double[side];
        halo = sh.doubles(2L * 4 * side).named("halo");
        arrived = sh.signals(4);
    }

    /// The first row or column of a tile: those that are left over go to the first tiles.
    private int first(int tile, int tiles) {
        return tile * (grid / tiles) + Math.min(tile, grid % tiles);
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int iterations = a.length > 0 ? Integer.parseInt(a[0]) : 10;
            int grid = a.length > 1 ? Integer.parseInt(a[1]) : 1000;
            if (iterations < 1) throw new IllegalArgumentException(iterations + " iterations; use at least 1");
            new Stencil(sh, grid).run(iterations);
        });
    }

    void run(int iterations) {
        if (sh.myPe() == 0) {
            System.out.printf("Parallel Research Kernels: stencil execution on 2D grid%n");
            System.out.printf("Number of PEs          = %d%n", sh.nPes());
            System.out.printf("Grid size              = %d%n", grid);
            System.out.printf("Radius of stencil      = %d%n", RADIUS);
            System.out.printf("Tiles in x/y-direction = %d/%d%n", tilesX, tilesY);
            System.out.printf("Number of iterations   = %d%n", iterations);
        }
        for (int j = 0; j < height; j++) fill(in[j + RADIUS], firstX + firstY + j);
        long begin = 0;
        for (int iteration = 0; iteration <= iterations; iteration++) {
            if (iteration == 1) { // the first one is not timed
                sh.barrierAll();
                begin = sh.nanoTime();
            }
            exchange(iteration);
            apply();
            increment();
        }
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9) / iterations;
        verify(iterations);
        double points = Math.pow(grid - 2.0 * RADIUS, 2);
        if (sh.myPe() == 0) {
            System.out.printf("Solution validates%n");
            double flops = (2 * (4 * RADIUS + 1) + 1) * points;
            System.out.printf("Rate (MFlops/s): %.1f  Avg time (s): %.6f%n", flops / seconds * 1e-6, seconds);
        }
    }

    /// Puts this tile's edges into the halos of its neighbours, and takes theirs. A neighbour may be one iteration
    /// ahead, but not two, since for that it needs this PE's next edge: so two halos in turn are enough.
    void exchange(int iteration) {
        int me = sh.myPe();
        boolean left = tileX > 0, right = tileX < tilesX - 1, below = tileY > 0, above = tileY < tilesY - 1;
        if (above) put(iteration, FROM_BELOW, me + tilesX, rows(height));
        if (below) put(iteration, FROM_ABOVE, me - tilesX, rows(RADIUS));
        if (right) put(iteration, FROM_LEFT, me + 1, columns(width));
        if (left) put(iteration, FROM_RIGHT, me - 1, columns(RADIUS));
        if (above) takeRows(iteration, FROM_ABOVE, height + RADIUS);
        if (below) takeRows(iteration, FROM_BELOW, 0);
        if (right) takeColumns(iteration, FROM_RIGHT, width + RADIUS);
        if (left) takeColumns(iteration, FROM_LEFT, 0);
    }

    /// Copies RADIUS rows from `row` on to `edge`.
    private int rows(int row) {
        for (int k = 0; k < RADIUS; k++) System.arraycopy(in[row + k], RADIUS, edge, k * width, width);
        return RADIUS * width;
    }

    private int columns(int column) {
        for (int j = 0; j < height; j++) System.arraycopy(in[j + RADIUS], column, edge, j * RADIUS, RADIUS);
        return RADIUS * height;
    }

    private long at(int iteration, int from) {
        return (4L * (iteration & 1) + from) * side;
    }

    private void put(int iteration, int from, int pe, int points) {
        halo.putSignal(at(iteration, from), edge, 0, points, arrived[from], iteration + 1, SignalOp.SET, pe);
    }

    private void takeRows(int iteration, int from, int row) {
        arrived[from].waitUntil(Cmp.GE, iteration + 1);
        for (int k = 0; k < RADIUS; k++) {
            halo.get(at(iteration, from) + (long) k * width, in[row + k], RADIUS, width, sh.myPe());
        }
    }

    private void takeColumns(int iteration, int from, int column) {
        arrived[from].waitUntil(Cmp.GE, iteration + 1);
        halo.get(at(iteration, from), edge, 0, RADIUS * height, sh.myPe());
        for (int j = 0; j < height; j++) System.arraycopy(edge, j * RADIUS, in[j + RADIUS], column, RADIUS);
    }

    /// Adds the star around each point that has one to `out`, row by row.
    void apply() {
        int fromX = Math.max(RADIUS - firstX, 0), toX = Math.min(grid - RADIUS - firstX, width);
        int fromY = Math.max(RADIUS - firstY, 0), toY = Math.min(grid - RADIUS - firstY, height);
        for (int j = fromY; j < toY; j++) {
            addAlongRow(in[j + 2], out[j], fromX, toX);
            addAcrossRows(in[j], in[j + 1], in[j + 3], in[j + 4], out[j], fromX, toX);
        }
        long points = Math.max(0L, toX - fromX) * Math.max(0, toY - fromY);
        sh.compute(Work.flops((2 * (4 * RADIUS + 1) + 1) * points)
                .bytes(24 * points, 16 * points)
                .vectorized()
                .prefetched());
    }

    private void increment() {
        for (int j = 0; j < height; j++) increment(in[j + RADIUS]);
    }

    // Loops of their own, which the JIT compiles soon and vectorises: each reads no element before the one that it
    // writes.

    private void fill(double[] row, int first) {
        for (int i = 0; i < width; i++) row[i + RADIUS] = first + i;
    }

    static void addAlongRow(double[] row, double[] out, int from, int to) {
        for (int i = from; i < to; i++) out[i] += FAR * (row[i + 4] - row[i]) + NEAR * (row[i + 3] - row[i + 1]);
    }

    static void addAcrossRows(
            double[] below2, double[] below1, double[] above1, double[] above2, double[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] += FAR * (above2[i + 2] - below2[i + 2]) + NEAR * (above1[i + 2] - below1[i + 2]);
        }
    }

    static void increment(double[] row) {
        for (int i = 0; i < row.length; i++) row[i] += 1;
    }

    /// Each application adds 2 to every point, and there was one before the clock.
    void verify(int iterations) {
        double sum = 0;
        for (double[] row : out) for (double value : row) sum += Math.abs(value);
        double norm = sh.world().reduce(Op.SUM, sum) / Math.pow(grid - 2.0 * RADIUS, 2);
        double expected = 2.0 * (iterations + 1);
        if (!(Math.abs(norm - expected) <= 1e-8)) { // also for NaN
            throw new AssertionError("L1 norm = " + norm + ", reference L1 norm = " + expected);
        }
    }
}
