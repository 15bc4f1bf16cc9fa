// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import org.jshmem.*;

/// Exchange the edges of a grid
///
/// Each PE has one row of a grid that evens out, and a halo for the rows above and below.
/// Two halos that alternate let a neighbour be one step ahead.
/// With one halo, the neighbour would overwrite a row that this PE still reads.
class Rows {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int width = 8, me = sh.myPe(), last = sh.nPes() - 1;
            SymDoubles halo = sh.doubles(4 * width); // two steps, each with a row above and a row below
            Signal[] arrived = sh.signals(2); // 0: from above, 1: from below
            double[] row = new double[width];
            Arrays.fill(row, me);
            for (int step = 1; step <= 10; step++) {
                int above = step % 2 * 2 * width, below = above + width;
                if (me > 0) halo.putSignal(below, row, 0, width, arrived[1], step, SignalOp.SET, me - 1);
                if (me < last) halo.putSignal(above, row, 0, width, arrived[0], step, SignalOp.SET, me + 1);
                if (me > 0) arrived[0].waitUntil(Cmp.GE, step);
                if (me < last) arrived[1].waitUntil(Cmp.GE, step);
                for (int i = 0; i < width; i++) {
                    double up = me > 0 ? halo.get(above + i) : row[i], down = me < last ? halo.get(below + i) : row[i];
                    row[i] += (up - 2 * row[i] + down) / 4;
                }
            }
            double sum = sh.world().reduce(Op.SUM, row[0]); // stays as it was
            if (Math.abs(sum - last * (last + 1) / 2.0) > 1e-9) throw new AssertionError("the sum is " + sum);
            System.out.printf("PE %d has %.3f%n", me, row[0]);
        });
    }
}
