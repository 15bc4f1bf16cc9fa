// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import java.util.Arrays;
import java.util.Comparator;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Randlc;

/// The right-hand side of MG: one random number for each point; +1 at the ten points with the largest numbers, -1 at
/// the ten with the smallest.
final class RightHandSide {
    private static final int EACH = 10;

    private record Point(double value, long index) {}

    private static final Comparator<Point> BY_VALUE = Comparator.comparingDouble(Point::value);

    private RightHandSide() {}

    /// Sets `v` on this PE's planes, which are 0. Collective.
    static void zran3(Shmem sh, Level finest) {
        Point[] mine = extremes(finest);
        SymDoubles source = sh.doubles(4L * EACH);
        SymDoubles all = sh.doubles(4L * EACH * sh.nPes());
        for (int i = 0; i < mine.length; i++) {
            source.set(2L * i, mine[i].value);
            source.set(2L * i + 1, mine[i].index);
        }
        sh.world().fcollect(all, source, 4L * EACH);
        Point[] points = new Point[2 * EACH * sh.nPes()];
        for (int i = 0; i < points.length; i++) points[i] = new Point(all.get(2L * i), (long) all.get(2L * i + 1));
        Arrays.sort(points, BY_VALUE);
        source.free();
        all.free();
        for (int i = 0; i < EACH; i++) {
            set(finest, points[i].index, -1);
            set(finest, points[points.length - 1 - i].index, 1);
        }
    }

    /// Returns the ten smallest and the ten largest numbers of this PE's points, with their points.
    private static Point[] extremes(Level finest) {
        long edge = finest.v.edge();
        long from = edge * edge * finest.slab.first();
        long points = edge * edge * finest.v.planes();
        Randlc random = new Randlc(Randlc.SEED, from);
        Point[] least = new Point[EACH]; // in order, the outermost first
        Point[] most = new Point[EACH];
        Arrays.fill(least, new Point(2, -1));
        Arrays.fill(most, new Point(-1, -1));
        double[] row = new double[(int) edge];
        for (long i = 0; i < points; i += edge) {
            random.fill(row);
            scan(row, from + i, least, most);
        }
        Point[] both = Arrays.copyOf(least, 2 * EACH);
        System.arraycopy(most, 0, both, EACH, EACH);
        return both;
    }

    private static void scan(double[] row, long index, Point[] least, Point[] most) {
        double low = least[EACH - 1].value;
        double high = most[EACH - 1].value;
        for (int i = 0; i < row.length; i++) {
            double value = row[i];
            if (value >= low && value <= high) continue;
            Point point = new Point(value, index + i);
            if (value < low) insert(least, point, 1);
            if (value > high) insert(most, point, -1);
            low = least[EACH - 1].value;
            high = most[EACH - 1].value;
        }
    }

    private static void insert(Point[] order, Point point, int sign) {
        int at = EACH - 1;
        while (at > 0 && sign * BY_VALUE.compare(point, order[at - 1]) < 0) order[at] = order[--at];
        order[at] = point;
    }

    private static void set(Level finest, long index, double value) {
        Cube v = finest.v;
        long edge = v.edge();
        long z = index / (edge * edge) - finest.slab.first();
        if (index < 0 || z < 0 || z >= v.planes()) return;
        int y = (int) (index / edge % edge);
        int x = (int) (index % edge);
        v.a()[v.row((int) z + 1, y + 1) + x + 1] = value;
    }
}
