// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// Synch_p2p of the Parallel Research Kernels: a pipeline of PEs, in which one element and a signal pass from each PE to
/// the next for every row of a grid. Without the fence between the two, the signal could overtake the element.
///
/// `bin/oshrun -np 4 examples/benchmarks/SynchP2p.java [ITERATIONS [COLUMNS [ROWS]]]`
public class SynchP2p {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int iterations = a.length > 0 ? Integer.parseInt(a[0]) : 10;
            int columns = a.length > 1 ? Integer.parseInt(a[1]) : 1000;
            int rows = a.length > 2 ? Integer.parseInt(a[2]) : 1000;
            if (iterations < 1) throw new IllegalArgumentException(iterations + " iterations; use at least 1");
            if (columns <= sh.nPes() || rows < 2) {
                throw new IllegalArgumentException("a grid of " + columns + " x " + rows + " on " + sh.nPes()
                        + " PEs is too small; use at least " + (sh.nPes() + 1) + " columns and 2 rows");
            }
            new SynchP2p(sh, columns, rows).run(iterations);
        });
    }

    final Shmem sh;
    final int columns, rows;
    final int first, width; // this PE's columns
    final double[][] grid; // its part of each row, with the element before it in front
    final SymDoubles left; // for each row, the last element of the PE on the left; in row 0 the corner
    final Signal ready; // how many of them have come

    SynchP2p(Shmem sh, int columns, int rows) {
        this.sh = sh;
        this.columns = columns;
        this.rows = rows;
        first = first(sh.myPe());
        width = first(sh.myPe() + 1) - first;
        grid = new double[rows][width + 1];
        left = sh.doubles(rows).named("left");
        ready = sh.signal().named("ready");
    }

    /// The first column of a PE: those that are left over go to the first PEs.
    private int first(int pe) {
        return pe * (columns / sh.nPes()) + Math.min(pe, columns % sh.nPes());
    }

    void run(int iterations) {
        int me = sh.myPe(), last = sh.nPes() - 1;
        if (me == last) {
            System.out.printf("Parallel Research Kernels: pipeline execution on 2D grid%n");
            System.out.printf("Number of PEs        = %d%n", sh.nPes());
            System.out.printf("Grid sizes           = %d, %d%n", columns, rows);
            System.out.printf("Number of iterations = %d%n", iterations);
        }
        for (int i = 0; i <= width; i++) grid[0][i] = first + i - 1; // the lowest row
        if (me == 0) for (int j = 0; j < rows; j++) grid[j][1] = j; // and the leftmost column
        sh.barrierAll();
        long begin = 0;
        for (int iteration = 0; iteration <= iterations; iteration++) {
            if (iteration == 1) { // the first one is not timed
                sh.barrierAll();
                begin = sh.nanoTime();
            }
            pipeline(iteration);
        }
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9) / iterations;
        double corner = sh.world().reduce(Op.SUM, me == last ? grid[rows - 1][width] : 0);
        double expected = (iterations + 1.0) * (columns + rows - 2);
        if (!(Math.abs(corner - expected) / expected < 1e-8)) { // also for NaN
            throw new AssertionError("checksum " + corner + " does not match verification value " + expected);
        }
        if (me == last) {
            System.out.printf("Solution validates; verification value = %.0f%n", corner);
            System.out.printf("Point-to-point synchronizations/s: %.0f%n", (rows - 1.0) * last / seconds);
            double flops = 2.0 * (columns - 1) * (rows - 1);
            System.out.printf("Rate (MFlops/s): %.1f  Avg time (s): %.6f%n", flops / seconds * 1e-6, seconds);
        }
    }

    /// All rows once. The corner that the last PE computes is where the first one begins the next time.
    void pipeline(int iteration) {
        int me = sh.myPe(), last = sh.nPes() - 1;
        long done = (long) iteration * rows;
        if (me == 0 && iteration > 0) {
            if (last > 0) ready.waitUntil(Cmp.GE, done);
            grid[0][1] = last > 0 ? left.get(0) : -grid[rows - 1][width];
        }
        for (int j = 1; j < rows; j++) row(j, done);
        if (me == last && last > 0) send(0, -grid[rows - 1][width], done + rows, 0);
    }

    /// One row. The JIT compiles a method that is called often sooner than a loop that runs long.
    private void row(int j, long done) {
        int me = sh.myPe();
        if (me > 0) {
            ready.waitUntil(Cmp.GE, done + j);
            grid[j][0] = left.get(j);
        }
        sweep(grid[j - 1], grid[j], me == 0 ? 2 : 1);
        sh.compute(Work.flops(2L * width).bytes(8L * width, 8L * width).prefetched());
        if (me < sh.nPes() - 1) send(j, grid[j][width], done + j, me + 1);
    }

    /// The fence orders the element, and all those before it, before the signal.
    private void send(int row, double value, long count, int pe) {
        left.p(row, value, pe);
        sh.fence();
        ready.set(count, pe);
    }

    /// Each element is the sum of those to the left and below, less the one between them. The brackets leave one
    /// addition that has to wait for the element before.
    static void sweep(double[] below, double[] row, int from) {
        double value = row[from - 1];
        for (int i = from; i < row.length; i++) {
            value += below[i] - below[i - 1];
            row[i] = value;
        }
    }
}
