// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Randlc;
import org.jshmem.nas.npb.Verification;

/// FT: a heat equation in three dimensions, solved in its spectrum.
///
/// - Method: one transform forward; each iteration multiplies the spectrum by its decay and transforms it back.
/// - Original: FT of NPB 3.4 with the layout 1D; its transforms are of radix 2 (see [Fourier]).
/// - Decomposition: a PE has planes z of the grid, and rows y of the spectrum for every z.
/// - Invariant: between iterations `uRe` and `uIm` hold the spectrum after the last one, by y, then by z in the order
///   of `alongZ.frequency`, then by x.
///
/// ```
///   grid: own planes z                       spectrum: own rows y, of every z
///   initial -> along x, y -> alltoall -> along z -> u
///              along y, x <- alltoall <- along z <- u * exp(..)        in each iteration, then the checksum
/// ```
///
/// A row of the symmetric arrays is `nx` real parts, then `nx` imaginary ones. The rows for one PE are adjacent,
/// ordered by plane and then by row.
final class FourierSolver implements Kernel {
    private static final double ALPHA = 1e-6;
    private static final int FORWARD = 1;
    private static final int BACKWARD = -1;
    private static final int TERMS = 1024;

    private final Shmem sh;
    private final FtClass problem;
    private final int me;
    private final int nx;
    private final int planes;
    private final int rows;
    private final SymDoubles send;
    private final SymDoubles receive;

    /// The spectrum, by row, then by z in the order after the forward transform, then by x.
    final double[] uRe;
    private final double[] uIm;

    private final Slab2d plane;
    private final Fourier alongZ;
    private final double[] columnRe;
    private final double[] columnIm;

    /// The factor by which a frequency along each axis decays in one iteration.
    private double[] decayX;
    private double[] decayY;
    private double[] decayZ;

    private double error;

    FourierSolver(Shmem sh, FtClass problem, Access access) {
        this.sh = sh;
        this.problem = problem;
        me = sh.myPe();
        nx = problem.nx;
        planes = problem.nz / sh.nPes();
        rows = problem.ny / sh.nPes();
        send = sh.doubles(elements(problem, sh.nPes()));
        receive = sh.doubles(elements(problem, sh.nPes()));
        int own = Math.toIntExact(problem.points() / sh.nPes());
        uRe = new double[own];
        uIm = new double[own];
        plane = new Slab2d(nx, problem.ny);
        alongZ = new Fourier(problem.nz);
        columnRe = new double[nx * problem.nz];
        columnIm = new double[nx * problem.nz];
        if (access == Access.PTR) sh.world().access(Collective.ALLTOALL, access);
    }

    /// Doubles of each of the two symmetric arrays.
    static long elements(FtClass problem, int npes) {
        return 2 * problem.points() / npes;
    }

    /// Bytes of Java heap that a PE needs: its part of the spectrum, a plane and a column of rows.
    static long javaBytes(FtClass problem, int npes) {
        return 2 * Double.BYTES * (problem.points() / npes + 4L * problem.nx * Math.max(problem.ny, problem.nz));
    }

    @Override
    public void reset() {
        error = 0;
    }

    /// NPB runs the set-up and the forward transform once before it times them.
    @Override
    public void untimed() {
        begin();
    }

    @Override
    public void begin() {
        decayX = decay(nx);
        decayY = decay(problem.ny);
        decayZ = decay(problem.nz);
        for (int z = 0; z < planes; z++) {
            initial(me * planes + z);
            plane.transformX(FORWARD);
            plane.transformY(FORWARD);
            sendPlane(z);
        }
        declare(problem.ny, planes);
        exchange();
        for (int row = 0; row < rows; row++) {
            getColumn(row);
            alongZ.transform(columnRe, columnIm, 0, nx, nx, FORWARD);
            System.arraycopy(columnRe, 0, uRe, row * columnRe.length, columnRe.length);
            System.arraycopy(columnIm, 0, uIm, row * columnIm.length, columnIm.length);
        }
        declare(problem.nz, rows);
        sh.syncAll(); // all PEs have read what they received before any PE receives again
    }

    private static double[] decay(int n) {
        double[] decay = new double[n];
        for (int i = 0; i < n; i++) {
            double k = (i + n / 2) % n - n / 2;
            decay[i] = Math.exp(-4 * ALPHA * Math.PI * Math.PI * k * k);
        }
        return decay;
    }

    private void initial(int z) {
        Randlc random = new Randlc(Randlc.SEED, 2L * nx * problem.ny * z);
        for (int row = 0; row < plane.re.length; row += nx) initialRow(random, row, row + nx);
    }

    private void initialRow(Randlc random, int from, int to) {
        for (int i = from; i < to; i++) {
            plane.re[i] = random.next();
            plane.im[i] = random.next();
        }
    }

    @Override
    public void iterate(int number) {
        for (int row = 0; row < rows; row++) {
            evolve(row);
            alongZ.transform(columnRe, columnIm, 0, nx, nx, BACKWARD);
            sendColumn(row);
        }
        declare(problem.nz, rows);
        exchange();
        double sumRe = 0;
        double sumIm = 0;
        for (int z = 0; z < planes; z++) {
            getPlane(z);
            plane.transformY(BACKWARD);
            plane.transformX(BACKWARD);
            keepPlane(z);
        }
        declare(problem.ny, planes);
        for (int j = 1; j <= TERMS; j++) {
            int z = 5 * j % problem.nz - me * planes;
            if (z < 0 || z >= planes) continue;
            long at = 2L * nx * (z * (long) problem.ny + 3 * j % problem.ny) + j % nx;
            sumRe += send.get(at);
            sumIm += send.get(at + nx);
        }
        double re = sh.world().reduce(Op.SUM, sumRe) / problem.points();
        double im = sh.world().reduce(Op.SUM, sumIm) / problem.points();
        if (number <= problem.iterations()) error = Math.max(error, problem.error(number, re, im));
    }

    // Each loop over rows is a method: with several of them in one, the compiler takes seconds for it.

    private void sendPlane(int z) {
        for (int row = 0; row < problem.ny; row++) {
            int y = plane.frequency(row);
            putRow(place(y / rows, z, y % rows), plane.re, plane.im, row * nx);
        }
    }

    private void getPlane(int z) {
        for (int y = 0; y < problem.ny; y++) getRow(place(y / rows, z, y % rows), plane.re, plane.im, y * nx);
    }

    /// Stores a plane of the result where the checksum reads it.
    private void keepPlane(int z) {
        for (int row = 0; row < problem.ny; row++) {
            putRow(2L * nx * (z * (long) problem.ny + plane.frequency(row)), plane.re, plane.im, row * nx);
        }
    }

    private void getColumn(int row) {
        for (int z = 0; z < problem.nz; z++) {
            getRow(place(z / planes, z % planes, row), columnRe, columnIm, z * nx);
        }
    }

    private void sendColumn(int row) {
        for (int i = 0; i < problem.nz; i++) {
            int z = alongZ.frequency[i];
            putRow(place(z / planes, z % planes, row), columnRe, columnIm, i * nx);
        }
    }

    /// Copies the rows of `u` into the column after one more step of time. Row `i` of `u` holds `frequency[i]`; the
    /// transform back reads rows in the order of frequencies.
    private void evolve(int row) {
        double decayRow = decayY[me * rows + row];
        for (int i = 0; i < problem.nz; i++) {
            int k = alongZ.frequency[i];
            decay(row * columnRe.length + i * nx, k * nx, decayRow * decayZ[k]);
        }
    }

    /// Multiplies a row of `u` by `factor` and by the decay of each x, and copies it into the column.
    private void decay(int u, int column, double factor) {
        for (int x = 0; x < nx; x++) {
            double f = factor * decayX[x];
            double re = uRe[u + x] * f;
            double im = uIm[u + x] * f;
            uRe[u + x] = re;
            uIm[u + x] = im;
            columnRe[column + x] = re;
            columnIm[column + x] = im;
        }
    }

    /// Returns the position of a row that PE `pe` sends or gets: row `row` of its rows in plane `z` of its planes.
    private long place(int pe, int z, int row) {
        return 2L * nx * ((pe * (long) planes + z) * rows + row);
    }

    private void putRow(long at, double[] re, double[] im, int from) {
        send.put(at, re, from, nx, me);
        send.put(at + nx, im, from, nx, me);
    }

    private void getRow(long at, double[] re, double[] im, int to) {
        receive.get(at, re, to, nx, me);
        receive.get(at + nx, im, to, nx, me);
    }

    private void exchange() {
        sh.world().alltoall(receive, send, send.length() / sh.nPes());
    }

    /// Declares `count` groups of `nx` transforms of length `length`.
    private void declare(int length, int count) {
        long points = (long) nx * length * count;
        sh.compute(Work.flops(5 * points * (31 - Integer.numberOfLeadingZeros(length)))
                .bytes(16 * points, 16 * points)
                .vectorized()
                .prefetched());
    }

    @Override
    public Verification verify(int iterations) {
        return Verification.of(problem, iterations, error, FtClass.TOLERANCE, "error " + error);
    }

    @Override
    public void free() {
        send.free();
        receive.free();
    }
}
