// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.Team;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Verification;

/// CG: the smallest eigenvalue of a sparse matrix.
///
/// - Method: inverse iteration; each iteration solves a system by 25 steps of conjugate gradients.
/// - Original: CG of NPB 3.4; `conjGrad` has its steps in their order. A product adds up each row in four partial
///   sums, where the original has one.
/// - Decomposition: a grid of [MatrixBlocks]. A PE has the part of each vector that its column of blocks needs, so the
///   PEs of a column have equal parts.
/// - Invariant: the parts of `x`, `z`, `p`, `q` and `r` have equal bits on all PEs of a column. A product is summed
///   along its row of blocks, then each PE fetches the elements of its own columns.
final class ConjugateGradient implements Kernel {
    /// A product's buffer is written again three products later: the PEs of a row may be one product ahead of PEs
    /// that still fetch from it, but not two.
    private static final int BUFFERS = 3;

    private final Shmem sh;
    private final CgClass problem;
    private final MatrixBlocks blocks;
    private final Team row;
    private final Team column;
    final SparseBlock matrix;

    /// The parts of the product on each PE: all rows of its row of blocks.
    private final SymDoubles[] products = new SymDoubles[BUFFERS];

    private final boolean direct;

    private final double[] sums;
    private final int length;
    private final double[] x;
    private double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] r;
    private int turn;
    private double zeta;
    private double residual;

    ConjugateGradient(Shmem sh, CgClass problem, Access access) {
        this.sh = sh;
        this.problem = problem;
        blocks = MatrixBlocks.of(problem.order, sh.nPes(), sh.myPe());
        Grid grid = sh.world().split2d(blocks.columns());
        row = grid.x();
        column = grid.y();
        int firstRow = blocks.firstRow(blocks.row());
        int firstColumn = blocks.firstColumn(blocks.column());
        length = blocks.firstColumn(blocks.column() + 1) - firstColumn;
        matrix = new SparseBlock(
                problem, firstRow, blocks.firstRow(blocks.row() + 1), firstColumn, firstColumn + length);
        direct = access == Access.PTR;
        for (int i = 0; i < BUFFERS; i++) products[i] = sh.doubles(room(problem, blocks));
        sums = new double[matrix.rows()];
        x = new double[length];
        p = new double[length];
        q = new double[length];
        r = new double[length];
        if (direct) row.access(Collective.REDUCE, access);
    }

    /// Elements of each buffer: the rows of the largest row of blocks.
    static long room(CgClass problem, MatrixBlocks blocks) {
        return (problem.order + blocks.rows() - 1L) / blocks.rows();
    }

    static long heapBytes(CgClass problem, MatrixBlocks blocks) {
        return BUFFERS * Double.BYTES * room(problem, blocks) + (1 << 20);
    }

    @Override
    public void reset() {
        Arrays.fill(x, 1);
    }

    @Override
    public void iterate(int number) {
        conjGrad();
        double xz = across(dot(x, z));
        double zz = across(dot(z, z));
        zeta = problem.shift + 1 / xz;
        double scale = 1 / Math.sqrt(zz);
        combine(0, x, scale, z);
        declare(1, 2);
    }

    /// Solves `A z = x` by 25 steps from 0, and sets `residual` to the norm of the residual.
    private void conjGrad() {
        z = new double[length]; // a loop of zeros would be compiled four times
        System.arraycopy(x, 0, r, 0, length);
        System.arraycopy(x, 0, p, 0, length);
        double rho = across(dot(r, r));
        for (int step = 0; step < CgClass.STEPS; step++) {
            multiply(p, q);
            double alpha = rho / across(dot(p, q));
            combine(1, z, alpha, p);
            combine(1, r, -alpha, q);
            double before = rho;
            rho = across(dot(r, r));
            double beta = rho / before;
            combine(beta, p, 1, r);
            declare(6, 9);
        }
        multiply(z, r);
        combine(-1, r, 1, x);
        residual = Math.sqrt(across(dot(r, r)));
    }

    /// Sets `to` to the matrix times `from`.
    private void multiply(double[] from, double[] to) {
        matrix.multiply(from, sums);
        long elements = matrix.elements();
        sh.compute(Work.flops(2 * elements)
                .bytes(elements * (2 * Double.BYTES + Integer.BYTES), (long) matrix.rows() * Double.BYTES)
                .footprint(elements * (Double.BYTES + Integer.BYTES) + (long) length * Double.BYTES));
        turn = (turn + 1) % BUFFERS;
        SymDoubles product = products[turn];
        product.put(0, sums, 0, sums.length, sh.myPe());
        if (blocks.columns() > 1) row.reduce(Op.SUM, product, product, sums.length);
        column.barrier();
        int begin = blocks.firstColumn(blocks.column());
        for (int k = 0; k < blocks.rows(); k++) { // this PE's row of blocks first: spreads the load
            int b = (blocks.row() + k) % blocks.rows();
            int low = Math.max(begin, blocks.firstRow(b));
            int high = Math.min(begin + length, blocks.firstRow(b + 1));
            if (low >= high) continue;
            int pe = b * blocks.columns() + blocks.column();
            fetch(pe, low - blocks.firstRow(b), to, low - begin, high - low);
        }
    }

    /// Copies `n` elements of the part of PE `pe`, from `index` on, to `to[at]` and following.
    private void fetch(int pe, long index, double[] to, int at, int n) {
        if (!direct) products[turn].get(index, to, at, n, pe);
        else MemorySegment.copy(products[turn].ptr(pe), ValueLayout.JAVA_DOUBLE, index * Double.BYTES, to, at, n);
    }

    // Loops of their own, one for all sums of two vectors: the compiler has each ready sooner than a method with all of
    // them, and compiles each twice.

    /// Sets `to` to `own` times itself and `factor` times `a`.
    private static void combine(double own, double[] to, double factor, double[] a) {
        for (int i = 0; i < to.length; i++) to[i] = own * to[i] + factor * a[i];
    }

    private static double dot(double[] a, double[] b) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i < a.length - 3; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        for (; i < a.length; i++) s0 += a[i] * b[i];
        return (s0 + s1) + (s2 + s3);
    }

    /// Returns the sum over the columns of blocks: the whole product from its parts.
    private double across(double part) {
        declare(2, 2);
        if (blocks.columns() == 1) return part;
        return row.reduce(Op.SUM, part);
    }

    private void declare(int operations, int touched) {
        sh.compute(Work.flops((long) length * operations)
                .bytes((long) length * touched * Double.BYTES, (long) length * Double.BYTES)
                .prefetched());
    }

    @Override
    public Verification verify(int iterations) {
        double error = Verification.distance(zeta, problem.zeta);
        String detail = "zeta " + zeta + ", residual " + residual;
        return Verification.of(problem, iterations, error, CgClass.TOLERANCE, detail);
    }

    @Override
    public void free() {
        for (SymDoubles product : products) product.free();
        row.close();
        column.close();
    }
}
