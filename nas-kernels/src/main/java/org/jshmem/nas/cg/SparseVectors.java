// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import org.jshmem.nas.npb.Randlc;

/// The random sparse vectors that compose NPB's matrix: one for each row, with a few elements at random positions and
/// 0.5 at its own position.
final class SparseVectors {
    private static final double CONDITION = 0.1;
    private static final double OWN = 0.5;

    final int order;

    /// The position and value of each entry; the entries of vector `i` are [#first] to [#end].
    final int[] position;

    final double[] value;

    private final int room;
    private final int[] size;

    /// The weight of the product of each vector with itself in the sum.
    final double[] weight;

    SparseVectors(CgClass problem) {
        order = problem.order;
        room = problem.drawn + 1;
        position = new int[order * room];
        value = new double[order * room];
        size = new int[order];
        weight = new double[order];
        double ratio = Math.pow(CONDITION, 1.0 / order);
        double w = 1;
        Randlc random = new Randlc(Randlc.SEED, 1); // NPB discards the first number
        int[] latest = new int[order];
        int power = Integer.highestOneBit(order - 1) << 1;
        for (int i = 0; i < order; i++) {
            draw(i, problem.drawn, random, power, latest);
            weight[i] = w;
            w *= ratio;
        }
    }

    /// Draws vector `i`. `latest` has the end of the list of entries after the latest one at each position.
    private void draw(int i, int drawn, Randlc random, int power, int[] latest) {
        int first = first(i);
        int end = first;
        while (end - first < drawn) {
            double v = random.next();
            int at = (int) (power * random.next());
            if (at >= order || latest[at] > first) continue; // the vector has an element there
            position[end] = at;
            value[end++] = v;
            latest[at] = end;
        }
        if (latest[i] > first) {
            value[latest[i] - 1] = OWN;
        } else {
            position[end] = i;
            value[end++] = OWN;
        }
        size[i] = end - first;
    }

    /// The vector that an entry belongs to.
    int vector(int entry) {
        return entry / room;
    }

    int first(int i) {
        return i * room;
    }

    int end(int i) {
        return i * room + size[i];
    }
}
