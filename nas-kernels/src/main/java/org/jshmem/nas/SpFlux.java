// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.jshmem.nas.Lanes.COUNT;
import static org.jshmem.nas.Lanes.V;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;

/// The spatial operator F(u) for one row of nodes: what one direction adds to the right-hand side.
///
/// The five values of a variable around a node enter by one stencil, diffusion less dissipation, which differs near the
/// boundary only; it comes as five rows, so that the same loops serve a direction along the row and across it.
final class SpFlux {
    private final SpPhysics physics;
    private final SpCell cell;

    /// The stencils across y and z, five rows for each kind of node; along x the cell has them.
    private final double[][][] across = new double[3][][];

    SpFlux(SpPhysics physics, SpCell cell) {
        this.physics = physics;
        this.cell = cell;
        for (int d = 1; d < 3; d++) across[d] = stencils(d);
    }

    private double[][] stencils(int direction) {
        int n = cell.extent(direction);
        double[][] rows = new double[n][];
        for (int position = 0; position < n; position++) {
            double[] s = physics.stencil(direction, cell.low[direction] + position);
            rows[position] = sameAsNeighbour(rows, position, s);
        }
        return rows;
    }

    private double[] sameAsNeighbour(double[][] rows, int position, double[] stencil) {
        int w = cell.width;
        if (position > 0) {
            double[] before = rows[position - 1];
            boolean same = true;
            for (int t = 0; t < 5; t++) same &= before[t * w] == stencil[t];
            if (same) return before;
        }
        double[] fresh = new double[5 * w];
        for (int t = 0; t < 5; t++) Arrays.fill(fresh, t * w, (t + 1) * w, stencil[t]);
        return fresh;
    }

    /// Sets the right-hand side to forcing + F(u), not yet scaled by the time step.
    ///
    /// Along z each line of rows is walked from end to end, so that every row comes to the first-level cache once.
    void apply() {
        SpCell c = cell;
        for (int k = c.first(2); k < c.end(2); k++) {
            for (int j = c.first(1); j < c.end(1); j++) {
                direction(0, k, j, c.forcing, c.stencilX);
                direction(1, k, j, c.rhs, across[1][j]);
            }
        }
        for (int j = c.first(1); j < c.end(1); j++) {
            for (int k = c.first(2); k < c.end(2); k++) direction(2, k, j, c.rhs, across[2][k]);
        }
    }

    private void direction(int d, int k, int j, double[] from, double[] stencil) {
        SpCell c = cell;
        int at = c.uAt(k, j);
        int step = c.uStep(d);
        int aux = c.auxiliaryAt(k, j);
        int auxStep = c.auxiliaryStep(d);
        int out = c.rhsAt(k, j);
        int m = 1 + d;
        int a = d == 0 ? 2 : 1;
        int b = d == 2 ? 2 : 3;
        mass(from, out, at, step, m, stencil);
        along(from, out, at, step, m, aux, auxStep, stencil);
        across(from, out, at, step, a, aux, auxStep, m, stencil);
        across(from, out, at, step, b, aux, auxStep, m, stencil);
        energy(from, out, at, step, aux, auxStep, m, stencil);
    }

    /// Density: what the momentum `m` along the direction carries.
    private void mass(double[] from, int out, int at, int step, int m, double[] stencil) {
        double[] u = cell.u;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int mAt = at + m * cell.row;
        DoubleVector t2 = broadcast(V, -physics.t2);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector sum =
                    fromArray(V, stencil, i).fma(fromArray(V, u, at - 2 * step + i), fromArray(V, from, out + i));
            sum = fromArray(V, stencil, width + i).fma(fromArray(V, u, at - step + i), sum);
            sum = fromArray(V, stencil, 2 * width + i).fma(fromArray(V, u, at + i), sum);
            sum = fromArray(V, stencil, 3 * width + i).fma(fromArray(V, u, at + step + i), sum);
            sum = fromArray(V, stencil, 4 * width + i).fma(fromArray(V, u, at + 2 * step + i), sum);
            fromArray(V, u, mAt + step + i)
                    .sub(fromArray(V, u, mAt - step + i))
                    .fma(t2, sum)
                    .intoArray(rhs, out + i);
        }
    }

    /// The momentum along the direction, which pressure drives.
    private void along(double[] from, int out, int at, int step, int m, int aux, int auxStep, double[] stencil) {
        double[] u = cell.u;
        double[] f = cell.auxiliary;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int row = cell.row;
        int mAt = at + m * row;
        int w = aux + m * row; // the velocity along the direction has the momentum's number
        int p = aux + SpCell.PRESSURE * row;
        int mOut = out + m * width;
        DoubleVector t2 = broadcast(V, -physics.t2);
        DoubleVector viscosity = broadcast(V, physics.con2 * 4 / 3);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector before = fromArray(V, u, mAt - step + i);
            DoubleVector behind = fromArray(V, u, mAt + step + i);
            DoubleVector w1 = fromArray(V, f, w - auxStep + i);
            DoubleVector w2 = fromArray(V, f, w + i);
            DoubleVector w3 = fromArray(V, f, w + auxStep + i);
            DoubleVector pressure = fromArray(V, f, p + auxStep + i).sub(fromArray(V, f, p - auxStep + i));
            DoubleVector flux = behind.fma(w3, pressure).sub(before.mul(w1));
            DoubleVector shear = w3.sub(w2.add(w2)).add(w1);
            DoubleVector sum =
                    fromArray(V, stencil, i).fma(fromArray(V, u, mAt - 2 * step + i), fromArray(V, from, mOut + i));
            sum = fromArray(V, stencil, width + i).fma(before, sum);
            sum = fromArray(V, stencil, 2 * width + i).fma(fromArray(V, u, mAt + i), sum);
            sum = fromArray(V, stencil, 3 * width + i).fma(behind, sum);
            sum = fromArray(V, stencil, 4 * width + i).fma(fromArray(V, u, mAt + 2 * step + i), sum);
            flux.fma(t2, shear.fma(viscosity, sum)).intoArray(rhs, mOut + i);
        }
    }

    /// A momentum across the direction.
    private void across(
            double[] from, int out, int at, int step, int m, int aux, int auxStep, int w, double[] stencil) {
        double[] u = cell.u;
        double[] f = cell.auxiliary;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int mAt = at + m * cell.row;
        int wAt = aux + w * cell.row;
        int vAt = aux + m * cell.row;
        int mOut = out + m * width;
        DoubleVector t2 = broadcast(V, -physics.t2);
        DoubleVector viscosity = broadcast(V, physics.con2);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector before = fromArray(V, u, mAt - step + i);
            DoubleVector behind = fromArray(V, u, mAt + step + i);
            DoubleVector flux =
                    behind.mul(fromArray(V, f, wAt + auxStep + i)).sub(before.mul(fromArray(V, f, wAt - auxStep + i)));
            DoubleVector v = fromArray(V, f, vAt + i);
            DoubleVector shear =
                    fromArray(V, f, vAt + auxStep + i).sub(v.add(v)).add(fromArray(V, f, vAt - auxStep + i));
            DoubleVector sum =
                    fromArray(V, stencil, i).fma(fromArray(V, u, mAt - 2 * step + i), fromArray(V, from, mOut + i));
            sum = fromArray(V, stencil, width + i).fma(before, sum);
            sum = fromArray(V, stencil, 2 * width + i).fma(fromArray(V, u, mAt + i), sum);
            sum = fromArray(V, stencil, 3 * width + i).fma(behind, sum);
            sum = fromArray(V, stencil, 4 * width + i).fma(fromArray(V, u, mAt + 2 * step + i), sum);
            flux.fma(t2, shear.fma(viscosity, sum)).intoArray(rhs, mOut + i);
        }
    }

    /// Energy: convection, the work of viscous stress, the conduction of heat.
    private void energy(double[] from, int out, int at, int step, int aux, int auxStep, int w, double[] stencil) {
        double[] u = cell.u;
        double[] f = cell.auxiliary;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int eAt = at + 4 * cell.row;
        int wAt = aux + w * cell.row;
        int p = aux + SpCell.PRESSURE * cell.row;
        int h = aux + SpCell.HEAT * cell.row;
        int eOut = out + 4 * width;
        DoubleVector t2 = broadcast(V, -physics.t2);
        DoubleVector con4 = broadcast(V, physics.con4);
        for (int i = 0; i < width; i += COUNT) {
            DoubleVector before = fromArray(V, u, eAt - step + i);
            DoubleVector behind = fromArray(V, u, eAt + step + i);
            DoubleVector w1 = fromArray(V, f, wAt - auxStep + i);
            DoubleVector w2 = fromArray(V, f, wAt + i);
            DoubleVector w3 = fromArray(V, f, wAt + auxStep + i);
            DoubleVector flux3 = behind.add(fromArray(V, f, p + auxStep + i)).mul(w3);
            DoubleVector flux1 = before.add(fromArray(V, f, p - auxStep + i)).mul(w1);
            DoubleVector h2 = fromArray(V, f, h + i);
            DoubleVector heat = fromArray(V, f, h + auxStep + i).sub(h2.add(h2)).add(fromArray(V, f, h - auxStep + i));
            DoubleVector work = w3.fma(w3, w1.mul(w1)).sub(w2.add(w2).mul(w2));
            DoubleVector sum =
                    fromArray(V, stencil, i).fma(fromArray(V, u, eAt - 2 * step + i), fromArray(V, from, eOut + i));
            sum = fromArray(V, stencil, width + i).fma(before, sum);
            sum = fromArray(V, stencil, 2 * width + i).fma(fromArray(V, u, eAt + i), sum);
            sum = fromArray(V, stencil, 3 * width + i).fma(behind, sum);
            sum = fromArray(V, stencil, 4 * width + i).fma(fromArray(V, u, eAt + 2 * step + i), sum);
            flux3.sub(flux1).fma(t2, work.fma(con4, heat.add(sum))).intoArray(rhs, eOut + i);
        }
    }
}
