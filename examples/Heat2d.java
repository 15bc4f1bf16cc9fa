// SPDX-License-Identifier: Apache-2.0
import java.awt.Color;
import java.io.IOException;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// Heat on a square plate, the pattern of all stencils: each PE owns some rows and keeps a copy of the row above and of
/// the row below. A PE puts its edge rows into the neighbours' copies and sets their signals, so that each PE waits
/// for its neighbours alone.
///
/// Each cell becomes the mean of its four neighbours. This equation has exact solutions, products of sines that decay,
/// so each cell is checked at the end. Without a `waitUntil` the program would read rows of an earlier step; with one
/// grid instead of two, a neighbour that is a step ahead would overwrite rows that are still read.
///
/// `bin/oshrun -np 4 examples/Heat2d.java [CELLS OF A SIDE [STEPS [FRAMES]]]` prints frames and writes `heat2d.png`.
public class Heat2d {
    static final int[][] MODES = {{1, 1}, {3, 2}, {2, 6}};

    final Shmem sh;
    final int me, size, width, first, rows; // this PE has the rows first + 1 to first + rows
    final SymDoubles[] grid = new SymDoubles[2]; // of the even and of the odd steps
    final Signal[] arrived; // 0: the row above, 1: the row below

    Heat2d(Shmem sh, int size) {
        this.sh = sh;
        this.size = size;
        me = sh.myPe();
        width = size + 2; // with the cold border
        first = begin(me);
        rows = begin(me + 1) - first;
        for (int k = 0; k < 2; k++) grid[k] = sh.doubles((Math.ceilDiv(size, sh.nPes()) + 2L) * width).named("grid " + k);
        arrived = sh.signals(2);
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int size = a.length > 0 ? Integer.parseInt(a[0]) : 240, steps = a.length > 1 ? Integer.parseInt(a[1]) : 300;
            if (size < sh.nPes()) {
                throw new IllegalArgumentException(size + " rows for " + sh.nPes() + " PEs; use at least one row a PE");
            }
            new Heat2d(sh, size).run(steps, a.length > 2 ? Integer.parseInt(a[2]) : 3);
        });
    }

    int begin(int pe) {
        return (int) ((long) pe * size / sh.nPes());
    }

    void run(int steps, int frames) throws IOException {
        for (int i = 0; i <= rows + 1; i++) for (int j = 0; j < width; j++) grid[0].set(cell(i, j), exact(0, i, j));
        long time = 0;
        for (int step = 0; step < steps; step++) {
            if (frames > 0 && step % Math.ceilDiv(steps, frames) == 0) frame(step);
            long start = sh.nanoTime();
            step(grid[step % 2], grid[(step + 1) % 2], step + 1);
            time += sh.nanoTime() - start;
        }
        frame(steps);
        double worst = 0;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= size; j++)
                worst = Math.max(worst, Math.abs(grid[steps % 2].get(cell(i, j)) - exact(steps, i, j)));
        worst = sh.world().reduce(Op.MAX, worst);
        if (!(worst < 1e-12)) throw new AssertionError("a cell differs by " + worst + " from the exact solution");
        if (me > 0) return;
        System.out.printf("%d steps in %.4f s, largest error %.1e%nVerification passed%n", steps, time / 1e9, worst);
    }

    void step(SymDoubles from, SymDoubles to, int next) {
        if (next > 1 && me > 0) arrived[0].waitUntil(Cmp.GE, next - 1);
        if (next > 1 && me < sh.nPes() - 1) arrived[1].waitUntil(Cmp.GE, next - 1);
        for (int i = 1; i <= rows; i++) average(from, to, cell(i, 0));
        sh.compute(Work.flops(4L * rows * size).bytes(32L * rows * size, 8L * rows * size).vectorized());
        if (me > 0) {
            int below = begin(me) - begin(me - 1) + 1; // the neighbour's copy of the row below its own
            to.putSignal(cell(below, 0), to, cell(1, 0), width, arrived[1], next, SignalOp.SET, me - 1);
        }
        if (me < sh.nPes() - 1) to.putSignal(0, to, cell(rows, 0), width, arrived[0], next, SignalOp.SET, me + 1);
    }

    void average(SymDoubles from, SymDoubles to, int row) {
        for (int k = row + 1; k <= row + size; k++)
            to.set(k, (from.get(k - width) + from.get(k + width) + from.get(k - 1) + from.get(k + 1)) / 4);
    }

    int cell(int i, int j) {
        return i * width + j;
    }

    double exact(int step, int i, int j) {
        double sum = 0, h = Math.PI / (size + 1);
        for (int[] mode : MODES) {
            double decay = (Math.cos(mode[0] * h) + Math.cos(mode[1] * h)) / 2;
            sum += Math.pow(decay, step) * Math.sin(mode[0] * h * (first + i)) * Math.sin(mode[1] * h * j);
        }
        return sum;
    }

    /// PE 0 reads the rows of all PEs, prints a small picture, and writes the large one.
    void frame(int step) throws IOException {
        sh.barrierAll();
        if (me == 0) {
            var image = new Picture(size, size);
            double[] row = new double[size];
            for (int pe = 0; pe < sh.nPes(); pe++) {
                for (int y = begin(pe); y < begin(pe + 1); y++) {
                    grid[step % 2].get(cell(y - begin(pe) + 1, 1), row, 0, size, pe);
                    for (int x = 0; x < size; x++) {
                        double heat = Math.clamp((row[x] + 2) / 4, 0, 1);
                        image.setRGB(x, y, Color.HSBtoRGB((float) (0.68 * (1 - heat)), 0.85f, 0.95f));
                    }
                    if (y % Math.ceilDiv(size, 12) == 0) System.out.println(line(row));
                }
            }
            System.out.println("step " + step);
            image.write("heat2d.png");
        }
        sh.barrierAll();
    }

    String line(double[] row) {
        var line = new StringBuilder();
        for (int x = 0; x < size; x += Math.ceilDiv(size, 48))
            line.append(" .:-=+*#%@".charAt((int) Math.clamp((row[x] + 2) * 2.5, 0, 9)));
        return line.toString();
    }
}
