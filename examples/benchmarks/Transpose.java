// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// Transpose of the Parallel Research Kernels: B += A^T, A += 1, for square matrices that PEs own by blocks of columns.
///
/// A PE transposes one block for each other PE, puts it there with a signal, and adds what comes from the others to its
/// part of B. A signal in the other direction reports that the block has been read. Without the wait for it, a fast PE
/// would overwrite a block that its receiver still adds.
///
/// `bin/oshrun -np 4 examples/benchmarks/Transpose.java [ITERATIONS [ORDER [TILE SIZE]]]`
public class Transpose {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int iterations = a.length > 0 ? Integer.parseInt(a[0]) : 10;
            int order = a.length > 1 ? Integer.parseInt(a[1]) : 256 * sh.nPes();
            int tile = a.length > 2 ? Integer.parseInt(a[2]) : 32;
            long nearest = Math.max(1, Math.round((double) order / sh.nPes())) * sh.nPes();
            if (order != nearest) {
                throw new IllegalArgumentException("a matrix of order " + order + " cannot be divided among " + sh.nPes()
                        + " PEs; the nearest order is " + nearest);
            }
            new Transpose(sh, order, tile > 0 ? tile : order).run(iterations);
        });
    }

    final Shmem sh;
    final int order, tile;
    final int block; // columns of a PE, and rows of a block
    final double[][] a, b; // this PE's columns
    final double[] turned; // columns of a block in transposed form, as many as a tile has
    final SymDoubles inbox; // a block from each PE
    final Signal[] arrived, read; // how many columns have come from that PE; how often it has read its inbox

    Transpose(Shmem sh, int order, int tile) {
        this.sh = sh;
        this.order = order;
        block = order / sh.nPes();
        this.tile = Math.min(tile, block);
        a = new double[block][order];
        b = new double[block][order];
        turned = new double[this.tile * block];
        inbox = sh.doubles((long) order * block).named("inbox");
        arrived = sh.signals(sh.nPes());
        read = sh.signals(sh.nPes());
    }

    void run(int iterations) {
        int me = sh.myPe(), pes = sh.nPes();
        for (int j = 0; j < block; j++) for (int i = 0; i < order; i++) a[j][i] = (double) order * (me * block + j) + i;
        long begin = 0;
        for (int iteration = 0; iteration <= iterations; iteration++) {
            if (iteration <= 1) sh.barrierAll();
            if (iteration == 1) begin = sh.nanoTime(); // the first one is not timed
            send(iteration, me);
            for (int phase = 1; phase < pes; phase++) {
                send(iteration, (me - phase + pes) % pes);
                receive(iteration, (me + phase) % pes);
            }
        }
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9) / iterations;
        verify(iterations);
        if (me != 0) return;
        double bytes = 2.0 * Double.BYTES * order * order;
        System.out.printf("Transpose: order %d, tiles of %d, %d PEs%nSolution validates%n", order, tile, pes);
        System.out.printf("Rate (MB/s): %.1f Avg time (s): %.6f%n", bytes / seconds * 1e-6, seconds);
    }

    /// Transposes the block of rows that belongs to `pe`, a tile's columns at a time: these are still in the cache when
    /// they are put, or added where `pe` is this PE.
    private void send(int iteration, int pe) {
        int me = sh.myPe();
        if (pe != me) read[pe].waitUntil(Cmp.GE, iteration);
        for (int row = 0; row < block; row += tile) {
            int n = Math.min(tile, block - row);
            for (int column = 0; column < block; column += tile) {
                turn(pe * block + row, n, column, Math.min(tile, block - column));
            }
            sh.compute(Work.flops((long) n * block).bytes(8L * n * block, 16L * n * block));
            if (pe == me) {
                for (int k = 0; k < n; k++) add(turned, k * block, b[row + k], me * block, block);
            } else {
                long at = ((long) me * block + row) * block;
                inbox.putSignal(at, turned, 0, n * block, arrived[me], n, SignalOp.ADD, pe);
            }
        }
    }

    /// One tile: rows `row` to `row + n` of `m` columns become columns of `turned`.
    private void turn(int row, int n, int column, int m) {
        for (int j = column; j < column + m; j++) turnColumn(a[j], row, n, turned, j, block);
    }

    static void turnColumn(double[] from, int row, int n, double[] to, int at, int block) {
        for (int k = 0; k < n; k++) {
            to[k * block + at] = from[row + k];
            from[row + k] += 1;
        }
    }

    /// Adds the block that `pe` has sent to this PE's columns, and lets it send the next one.
    private void receive(int iteration, int pe) {
        arrived[pe].waitUntil(Cmp.GE, (iteration + 1L) * block);
        for (int j = 0; j < block; j++) {
            inbox.get(((long) pe * block + j) * block, turned, 0, block, sh.myPe());
            add(turned, 0, b[j], pe * block, block);
        }
        sh.compute(Work.flops((long) block * block).bytes(16L * block * block, 8L * block * block).prefetched());
        read[sh.myPe()].set(iteration + 1, pe);
    }

    static void add(double[] from, int at, double[] to, int first, int n) {
        for (int i = 0; i < n; i++) to[first + i] += from[at + i];
    }

    void verify(int iterations) {
        double sum = 0, added = 0.5 * (iterations + 1.0) * iterations;
        for (int j = 0; j < block; j++) {
            for (int i = 0; i < order; i++) {
                double element = (double) order * i + sh.myPe() * block + j;
                sum += Math.abs(b[j][i] - (element * (iterations + 1.0) + added));
            }
        }
        double error = sh.world().reduce(Op.SUM, sum);
        if (!(error <= 1e-8)) throw new AssertionError("aggregate error " + error + " exceeds threshold 1e-8");
    }
}
