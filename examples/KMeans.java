// SPDX-License-Identifier: Apache-2.0
import java.awt.Color;
import java.io.IOException;
import java.util.SplittableRandom;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// Clusters of points by Lloyd's k-means, the pattern of data-parallel learning: each PE has points of its own and the
/// same centres. A step adds up the points of each cluster, first on the PE, then over all PEs by one reduction of a
/// Java array.
///
/// All PEs get the same bits from a reduction, so all stop in the same step. If each PE compared sums of its own, some
/// would leave the loop while others wait for them in the next reduction.
///
/// `bin/oshrun -np 4 examples/KMeans.java [POINTS OF A PE]` writes `kmeans.png`.
public class KMeans {
    static final double[][] CLUSTERS = {{-6, -5}, {-4, 5}, {0, 0}, {5, -6}, {6, 4}, {1, 7}};
    static final int K = CLUSTERS.length, SIDE = 480, SHOWN = 1500;

    final Shmem sh;
    final int points;
    final double[] x, y;
    final int[] nearest;
    final double[] centres = new double[2 * K]; // x and y of each

    KMeans(Shmem sh, int points) {
        this.sh = sh;
        this.points = points;
        x = new double[points];
        y = new double[points];
        nearest = new int[points];
        var random = new SplittableRandom(2020 + sh.myPe());
        for (int i = 0; i < points; i++) {
            double[] around = CLUSTERS[random.nextInt(K)];
            x[i] = around[0] + random.nextGaussian();
            y[i] = around[1] + random.nextGaussian();
        }
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int points = a.length > 0 ? Integer.parseInt(a[0]) : 20_000;
            if (points < K) throw new IllegalArgumentException(points + " points; use at least " + K + " on each PE");
            new KMeans(sh, points).run();
        });
    }

    void run() throws IOException {
        spread();
        int steps = 0;
        while (step() > 1e-9) steps++;
        for (double[] cluster : CLUSTERS) {
            double distance = Double.MAX_VALUE;
            for (int k = 0; k < K; k++)
                distance = Math.min(distance, Math.hypot(centres[2 * k] - cluster[0], centres[2 * k + 1] - cluster[1]));
            if (distance > 0.3) throw new AssertionError("no centre is within 0.3 of " + cluster[0] + ", " + cluster[1]);
        }
        picture();
        if (sh.myPe() > 0) return;
        System.out.printf("%d points in %d clusters after %d steps%n", (long) points * sh.nPes(), K, steps);
        System.out.println("Verification passed");
    }

    /// Begins with centres that are far apart: each next one is the point of PE 0 that is farthest from all so far.
    void spread() {
        for (int k = 0; k < K; k++) {
            int best = 0;
            double farthest = -1;
            for (int i = 0; k > 0 && i < points; i++) {
                double distance = distance(nearest(i, k), i);
                if (distance > farthest) {
                    farthest = distance;
                    best = i;
                }
            }
            centres[2 * k] = sh.world().broadcast(x[best], 0);
            centres[2 * k + 1] = sh.world().broadcast(y[best], 0);
        }
    }

    /// Moves each centre to the mean of its points; returns by how much the centres moved.
    double step() {
        double[] sums = new double[3 * K]; // of x, of y, and how many
        for (int i = 0; i < points; i++) {
            int k = nearest[i] = nearest(i, K);
            sums[3 * k] += x[i];
            sums[3 * k + 1] += y[i];
            sums[3 * k + 2]++;
        }
        sh.compute(Work.flops(8L * K * points).bytes(16L * points, 4L * points));
        sh.world().reduce(Op.SUM, sums);
        double moved = 0;
        for (int k = 0; k < K; k++) {
            if (sums[3 * k + 2] == 0) continue;
            for (int d = 0; d < 2; d++) {
                double mean = sums[3 * k + d] / sums[3 * k + 2];
                moved += Math.abs(mean - centres[2 * k + d]);
                centres[2 * k + d] = mean;
            }
        }
        return moved;
    }

    int nearest(int i, int among) {
        int best = 0;
        for (int k = 1; k < among; k++) if (distance(k, i) < distance(best, i)) best = k;
        return best;
    }

    double distance(int k, int i) {
        double dx = x[i] - centres[2 * k], dy = y[i] - centres[2 * k + 1];
        return dx * dx + dy * dy;
    }

    /// PE 0 gathers some points of each PE and draws them in the colours of their clusters.
    void picture() throws IOException {
        int shown = Math.min(points, SHOWN), each = 3 * shown;
        SymDoubles mine = sh.doubles(each), all = sh.doubles((long) each * sh.nPes());
        for (int i = 0; i < shown; i++) {
            mine.set(3L * i, x[i]);
            mine.set(3L * i + 1, y[i]);
            mine.set(3L * i + 2, nearest[i]);
        }
        sh.world().gather(all, mine, each, 0);
        if (sh.myPe() > 0) return;
        var image = new Picture(SIDE, SIDE);
        for (long i = 0; i < all.length(); i += 3) {
            int rgb = Color.HSBtoRGB((float) all.get(i + 2) / K, 0.7f, 0.9f);
            dot(image, all.get(i), all.get(i + 1), 0, rgb);
        }
        for (int k = 0; k < K; k++) dot(image, centres[2 * k], centres[2 * k + 1], 3, 0xffffff);
        image.write("kmeans.png");
    }

    static void dot(Picture image, double x, double y, int size, int rgb) {
        int column = (int) ((x + 11) / 22 * SIDE), row = (int) ((11 - y) / 22 * SIDE);
        for (int i = Math.max(row - size, 0); i <= Math.min(row + size, SIDE - 1); i++)
            for (int j = Math.max(column - size, 0); j <= Math.min(column + size, SIDE - 1); j++) image.setRGB(j, i, rgb);
    }
}
