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
/// Each PE owns a strip of rows. In every iteration it puts the rows at its edges to its neighbours, each with a signal,
/// waits for theirs, and applies the star. Without the wait, a PE would use its neighbours' rows of an earlier iteration.
/// docs/guides/performance.md explains its loops.
///
/// `bin/oshrun -np 4 examples/benchmarks/Stencil.java [ITERATIONS [GRID SIZE]]`
public class Stencil {
    static final int RADIUS = 2;
    static final double NEAR = 1.0 / (2 * RADIUS); // weight of a point at distance 1
    static final double FAR = 1.0 / (4 * RADIUS); // and at distance 2; both negative to the left and below
    static final int FROM_BELOW = 0, FROM_ABOVE = 1;

    final Shmem sh;
    final int grid;
    final int first, height; // the rows of this PE
    final double[][] in; // these rows, with RADIUS more on either side
    final double[][] out; // the points of these rows that may have a star
    final SymDoubles halo; // of even iterations, then of odd ones, for either side
    final Signal[] arrived; // the last iteration whose halo is here, for either side
    final double[] edge;

    Stencil(Shmem sh, int grid) {
        this.sh = sh;
        this.grid = grid;
        int least = Math.max(RADIUS * sh.nPes(), 2 * RADIUS + 1);
        if (grid < least) {
            throw new IllegalArgumentException("a grid of " + grid + " x " + grid + " on " + sh.nPes()
                    + " PEs has strips smaller than the radius " + RADIUS + "; use a grid of at least " + least);
        }
        first = first(sh.myPe());
        height = first(sh.myPe() + 1) - first;
        in = new double[height + 2 * RADIUS][grid];
        out = new double[height][grid - 2 * RADIUS];
        edge = new double[RADIUS * grid];
        halo = sh.doubles(2L * 2 * edge.length).named("halo");
        arrived = sh.signals(2);
    }

    private int first(int pe) {
        return (int) ((long) pe * grid / sh.nPes());
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int iterations = a.length > 0 ? Integer.parseInt(a[0]) : 10;
            new Stencil(sh, a.length > 1 ? Integer.parseInt(a[1]) : 1000).run(iterations);
        });
    }

    void run(int iterations) {
        for (int j = 0; j < height; j++) fill(in[j + RADIUS], first + j);
        long begin = 0;
        for (int iteration = 0; iteration <= iterations; iteration++) {
            if (iteration <= 1) sh.barrierAll();
            if (iteration == 1) begin = sh.nanoTime(); // the first one is not timed
            exchange(iteration);
            apply();
            for (int j = 0; j < height; j++) increment(in[j + RADIUS]);
        }
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9) / iterations;
        verify(iterations);
        if (sh.myPe() != 0) return;
        double flops = (2 * (4 * RADIUS + 1) + 1) * Math.pow(grid - 2.0 * RADIUS, 2);
        System.out.printf("Stencil: radius %d, grid %d x %d, %d PEs%nSolution validates%n", RADIUS, grid, grid, sh.nPes());
        System.out.printf("Rate (MFlops/s): %.1f  Avg time (s): %.6f%n", flops / seconds * 1e-6, seconds);
    }

    /// Puts this PE's edges into the halos of its neighbours, and takes theirs. A neighbour may be one iteration ahead,
    /// but not two, since for that it needs this PE's next edge: so two halos in turn are enough.
    void exchange(int iteration) {
        int me = sh.myPe();
        boolean below = me > 0, above = me < sh.nPes() - 1;
        if (above) put(iteration, FROM_BELOW, me + 1, height);
        if (below) put(iteration, FROM_ABOVE, me - 1, RADIUS);
        if (above) take(iteration, FROM_ABOVE, height + RADIUS);
        if (below) take(iteration, FROM_BELOW, 0);
    }

    private long at(int iteration, int from) {
        return (2L * (iteration & 1) + from) * edge.length;
    }

    private void put(int iteration, int from, int pe, int row) {
        for (int k = 0; k < RADIUS; k++) System.arraycopy(in[row + k], 0, edge, k * grid, grid);
        halo.putSignal(at(iteration, from), edge, 0, edge.length, arrived[from], iteration + 1, SignalOp.SET, pe);
    }

    private void take(int iteration, int from, int row) {
        arrived[from].waitUntil(Cmp.GE, iteration + 1);
        for (int k = 0; k < RADIUS; k++) halo.get(at(iteration, from) + (long) k * grid, in[row + k], 0, grid, sh.myPe());
    }

    /// Adds the star around each point that has one to `out`, row by row.
    void apply() {
        int from = Math.max(RADIUS - first, 0), to = Math.min(grid - RADIUS - first, height);
        for (int j = from; j < to; j++) {
            addAlongRow(in[j + 2], out[j]);
            addAcrossRows(in[j], in[j + 1], in[j + 3], in[j + 4], out[j]);
        }
        long points = Math.max(0L, to - from) * (grid - 2 * RADIUS);
        sh.compute(Work.flops(19 * points).bytes(24 * points, 16 * points).vectorized().prefetched());
    }

    // Loops of their own, which the JIT compiles soon and vectorises: each reads no element before the one that it
    // writes.

    static void fill(double[] row, int first) {
        for (int i = 0; i < row.length; i++) row[i] = first + i;
    }

    static void addAlongRow(double[] row, double[] out) {
        for (int i = 0; i < out.length; i++) out[i] += FAR * (row[i + 4] - row[i]) + NEAR * (row[i + 3] - row[i + 1]);
    }

    static void addAcrossRows(double[] below2, double[] below1, double[] above1, double[] above2, double[] out) {
        for (int i = 0; i < out.length; i++) {
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
        double norm = sh.world().reduce(Op.SUM, sum) / Math.pow(grid - 2.0 * RADIUS, 2), expected = 2.0 * (iterations + 1);
        if (Math.abs(norm - expected) <= 1e-8) return; // not for NaN
        throw new AssertionError("L1 norm = " + norm + ", reference L1 norm = " + expected);
    }
}
