// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import java.util.Arrays;
import java.util.Comparator;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Randlc;

/// The right-hand side of MG: one random number for each point; +1 at the ten points with the largest numbers, -1 at
/// the ten with the smallest.
final class Charges {
    private static final int EACH = 10;

    private record Point(double value, long index) {}

    private static final Comparator<Point> BY_VALUE = Comparator.comparingDouble(Point::value);

    private Charges() {}

    /// Sets `v` on this PE's planes. Collective.
    static void place(Shmem sh, Level finest, double[] v) {
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
        Arrays.fill(v, 0);
        for (int i = 0; i < EACH; i++) {
            set(finest, v, points[i].index, -1);
            set(finest, v, points[points.length - 1 - i].index, 1);
        }
    }

    /// Returns the ten smallest and the ten largest numbers of this PE's points, with their points.
    private static Point[] extremes(Level finest) {
        long edge = finest.edge;
        long from = edge * edge * finest.slab.first();
        long points = edge * edge * finest.planes;
        Randlc random = new Randlc(Randlc.SEED, from);
        Point[] least = new Point[EACH]; // in order, the outermost first
        Point[] most = new Point[EACH];
        Arrays.fill(least, new Point(2, -1));
        Arrays.fill(most, new Point(-1, -1));
        for (long i = 0; i < points; i++) {
            double value = random.next();
            if (value < least[EACH - 1].value) insert(least, new Point(value, from + i), 1);
            if (value > most[EACH - 1].value) insert(most, new Point(value, from + i), -1);
        }
        Point[] both = Arrays.copyOf(least, 2 * EACH);
        System.arraycopy(most, 0, both, EACH, EACH);
        return both;
    }

    private static void insert(Point[] order, Point point, int sign) {
        int at = EACH - 1;
        while (at > 0 && sign * BY_VALUE.compare(point, order[at - 1]) < 0) order[at] = order[--at];
        order[at] = point;
    }

    private static void set(Level finest, double[] v, long index, double value) {
        long edge = finest.edge;
        long z = index / (edge * edge) - finest.slab.first();
        if (index < 0 || z < 0 || z >= finest.planes) return;
        int y = (int) (index / edge % edge);
        int x = (int) (index % edge);
        v[(((int) z + 1) * finest.side + y + 1) * finest.side + x + 1] = value;
    }
}
