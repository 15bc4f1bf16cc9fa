// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.jshmem.nas.Lanes.COUNT;
import static org.jshmem.nas.Lanes.V;

import jdk.incubator.vector.DoubleVector;

/// The spatial operator F(u) of one cell: what the three directions add to the right-hand side.
///
/// The five values of a variable around a node enter by one stencil, diffusion less dissipation, which differs
/// near the boundary only.
/*
 * One loop does a variable of a row of nodes in all three directions, so that the middle of its star is loaded once and
 * its right-hand side is stored once. All five variables in one loop would share more loads, but the compiler gives up
 * inlining beyond some 70 vector operations, and then every vector becomes an object: that is also why the sums are
 * written out in place of calls.
 */
final class SpFlux {
    private final SpPhysics physics;
    private final SpCell cell;

    /// The stencils across y and z at each position; along x the cell has them.
    private final double[][][] stencils = new double[3][][];

    SpFlux(SpPhysics physics, SpCell cell) {
        this.physics = physics;
        this.cell = cell;
        for (int d = 1; d < 3; d++) {
            stencils[d] = new double[cell.extent(d)][];
            for (int position = 0; position < stencils[d].length; position++) {
                stencils[d][position] = physics.stencil(d, cell.low[d] + position);
            }
        }
    }

    /// Sets a row of the right-hand side to forcing + F(u), not yet scaled by the time step.
    void apply(int k, int j) {
        mass(k, j);
        for (int d = 0; d < 3; d++) momentum(k, j, d);
        energy(k, j);
    }

    /// Density: what the three momenta carry.
    private void mass(int k, int j) {
        double[] u = cell.u;
        double[] along = cell.stencilX;
        double[] forcing = cell.forcing;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int yu = cell.uStep(1);
        int zu = cell.uStep(2);
        int x = cell.row + 1;
        int y2 = 2 * cell.row;
        int z2 = 3 * cell.row;
        double[] y = stencils[1][j];
        double[] z = stencils[2][k];
        DoubleVector y0 = broadcast(V, y[0]);
        DoubleVector y1 = broadcast(V, y[1]);
        DoubleVector y3 = broadcast(V, y[3]);
        DoubleVector y4 = broadcast(V, y[4]);
        DoubleVector z0 = broadcast(V, z[0]);
        DoubleVector z1 = broadcast(V, z[1]);
        DoubleVector z3 = broadcast(V, z[3]);
        DoubleVector z4 = broadcast(V, z[4]);
        DoubleVector centre = broadcast(V, y[2] + z[2]);
        DoubleVector t2 = broadcast(V, -physics.t2);
        int out = cell.rhsAt(k, j);
        int at = cell.uAt(k, j);
        for (int i = 0; i < width; i += COUNT, out += COUNT, at += COUNT) {
            DoubleVector sum = fromArray(V, along, i).fma(fromArray(V, u, at - 2), fromArray(V, forcing, out));
            sum = fromArray(V, along, width + i).fma(fromArray(V, u, at - 1), sum);
            sum = fromArray(V, along, 2 * width + i).add(centre).fma(fromArray(V, u, at), sum);
            sum = fromArray(V, along, 3 * width + i).fma(fromArray(V, u, at + 1), sum);
            sum = fromArray(V, along, 4 * width + i).fma(fromArray(V, u, at + 2), sum);
            sum = y0.fma(fromArray(V, u, at - 2 * yu), sum);
            sum = y1.fma(fromArray(V, u, at - yu), sum);
            sum = y3.fma(fromArray(V, u, at + yu), sum);
            sum = y4.fma(fromArray(V, u, at + 2 * yu), sum);
            sum = z0.fma(fromArray(V, u, at - 2 * zu), sum);
            sum = z1.fma(fromArray(V, u, at - zu), sum);
            sum = z3.fma(fromArray(V, u, at + zu), sum);
            sum = z4.fma(fromArray(V, u, at + 2 * zu), sum);
            DoubleVector gain =
                    fromArray(V, u, at + x).add(fromArray(V, u, at + y2 + yu)).add(fromArray(V, u, at + z2 + zu));
            DoubleVector loss = fromArray(V, u, at + x - 2)
                    .add(fromArray(V, u, at + y2 - yu))
                    .add(fromArray(V, u, at + z2 - zu));
            gain.sub(loss).fma(t2, sum).intoArray(rhs, out);
        }
    }

    /// The momentum along direction `d`, which pressure drives and the three velocities carry.
    private void momentum(int k, int j, int d) {
        double[] u = cell.u;
        double[] f = cell.auxiliary;
        double[] along = cell.stencilX;
        double[] forcing = cell.forcing;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int row = cell.row;
        int m = 1 + d;
        int yu = cell.uStep(1);
        int zu = cell.uStep(2);
        int ya = cell.auxiliaryStep(1);
        int za = cell.auxiliaryStep(2);
        int pressure = SpCell.PRESSURE * row;
        int step = cell.auxiliaryStep(d);
        int velocity = m * row; // the velocity along a direction has the momentum's number
        double shear = physics.con2;
        DoubleVector xShear = broadcast(V, d == 0 ? shear * 4 / 3 : shear);
        DoubleVector yShear = broadcast(V, d == 1 ? shear * 4 / 3 : shear);
        DoubleVector zShear = broadcast(V, d == 2 ? shear * 4 / 3 : shear);
        DoubleVector middle = broadcast(V, -2 * (shear * 4 / 3 + shear + shear));
        double[] y = stencils[1][j];
        double[] z = stencils[2][k];
        DoubleVector y0 = broadcast(V, y[0]);
        DoubleVector y1 = broadcast(V, y[1]);
        DoubleVector y3 = broadcast(V, y[3]);
        DoubleVector y4 = broadcast(V, y[4]);
        DoubleVector z0 = broadcast(V, z[0]);
        DoubleVector z1 = broadcast(V, z[1]);
        DoubleVector z3 = broadcast(V, z[3]);
        DoubleVector z4 = broadcast(V, z[4]);
        DoubleVector centre = broadcast(V, y[2] + z[2]);
        DoubleVector t2 = broadcast(V, -physics.t2);
        int out = cell.rhsAt(k, j) + m * width;
        int at = cell.uAt(k, j) + m * row;
        int fi = cell.auxiliaryAt(k, j);
        for (int i = 0; i < width; i += COUNT, out += COUNT, at += COUNT, fi += COUNT) {
            DoubleVector sum = fromArray(V, along, i).fma(fromArray(V, u, at - 2), fromArray(V, forcing, out));
            sum = fromArray(V, along, width + i).fma(fromArray(V, u, at - 1), sum);
            sum = fromArray(V, along, 2 * width + i).add(centre).fma(fromArray(V, u, at), sum);
            sum = fromArray(V, along, 3 * width + i).fma(fromArray(V, u, at + 1), sum);
            sum = fromArray(V, along, 4 * width + i).fma(fromArray(V, u, at + 2), sum);
            sum = y0.fma(fromArray(V, u, at - 2 * yu), sum);
            sum = y1.fma(fromArray(V, u, at - yu), sum);
            sum = y3.fma(fromArray(V, u, at + yu), sum);
            sum = y4.fma(fromArray(V, u, at + 2 * yu), sum);
            sum = z0.fma(fromArray(V, u, at - 2 * zu), sum);
            sum = z1.fma(fromArray(V, u, at - zu), sum);
            sum = z3.fma(fromArray(V, u, at + zu), sum);
            sum = z4.fma(fromArray(V, u, at + 2 * zu), sum);
            int p = fi + pressure;
            DoubleVector gain = fromArray(V, u, at + 1).fma(fromArray(V, f, fi + row + 1), fromArray(V, f, p + step));
            gain = fromArray(V, u, at + yu).fma(fromArray(V, f, fi + 2 * row + ya), gain);
            gain = fromArray(V, u, at + zu).fma(fromArray(V, f, fi + 3 * row + za), gain);
            DoubleVector loss = fromArray(V, u, at - 1).fma(fromArray(V, f, fi + row - 1), fromArray(V, f, p - step));
            loss = fromArray(V, u, at - yu).fma(fromArray(V, f, fi + 2 * row - ya), loss);
            loss = fromArray(V, u, at - zu).fma(fromArray(V, f, fi + 3 * row - za), loss);
            int v = fi + velocity;
            sum = middle.fma(fromArray(V, f, v), sum);
            sum = xShear.fma(fromArray(V, f, v - 1).add(fromArray(V, f, v + 1)), sum);
            sum = yShear.fma(fromArray(V, f, v - ya).add(fromArray(V, f, v + ya)), sum);
            sum = zShear.fma(fromArray(V, f, v - za).add(fromArray(V, f, v + za)), sum);
            gain.sub(loss).fma(t2, sum).intoArray(rhs, out);
        }
    }

    /// Energy: convection, the work of viscous stress, the conduction of heat.
    private void energy(int k, int j) {
        double[] u = cell.u;
        double[] f = cell.auxiliary;
        double[] along = cell.stencilX;
        double[] forcing = cell.forcing;
        double[] rhs = cell.rhs;
        int width = cell.width;
        int row = cell.row;
        int yu = cell.uStep(1);
        int zu = cell.uStep(2);
        int ya = cell.auxiliaryStep(1);
        int za = cell.auxiliaryStep(2);
        int pressure = SpCell.PRESSURE * row;
        int heat = SpCell.HEAT * row;
        DoubleVector con4 = broadcast(V, physics.con4);
        DoubleVector minusSix = broadcast(V, -6);
        DoubleVector minusTwo = broadcast(V, -2);
        double[] y = stencils[1][j];
        double[] z = stencils[2][k];
        DoubleVector y0 = broadcast(V, y[0]);
        DoubleVector y1 = broadcast(V, y[1]);
        DoubleVector y3 = broadcast(V, y[3]);
        DoubleVector y4 = broadcast(V, y[4]);
        DoubleVector z0 = broadcast(V, z[0]);
        DoubleVector z1 = broadcast(V, z[1]);
        DoubleVector z3 = broadcast(V, z[3]);
        DoubleVector z4 = broadcast(V, z[4]);
        DoubleVector centre = broadcast(V, y[2] + z[2]);
        DoubleVector t2 = broadcast(V, -physics.t2);
        int out = cell.rhsAt(k, j) + 4 * width;
        int at = cell.uAt(k, j) + 4 * row;
        int fi = cell.auxiliaryAt(k, j);
        for (int i = 0; i < width; i += COUNT, out += COUNT, at += COUNT, fi += COUNT) {
            DoubleVector sum = fromArray(V, along, i).fma(fromArray(V, u, at - 2), fromArray(V, forcing, out));
            sum = fromArray(V, along, width + i).fma(fromArray(V, u, at - 1), sum);
            sum = fromArray(V, along, 2 * width + i).add(centre).fma(fromArray(V, u, at), sum);
            sum = fromArray(V, along, 3 * width + i).fma(fromArray(V, u, at + 1), sum);
            sum = fromArray(V, along, 4 * width + i).fma(fromArray(V, u, at + 2), sum);
            sum = y0.fma(fromArray(V, u, at - 2 * yu), sum);
            sum = y1.fma(fromArray(V, u, at - yu), sum);
            sum = y3.fma(fromArray(V, u, at + yu), sum);
            sum = y4.fma(fromArray(V, u, at + 2 * yu), sum);
            sum = z0.fma(fromArray(V, u, at - 2 * zu), sum);
            sum = z1.fma(fromArray(V, u, at - zu), sum);
            sum = z3.fma(fromArray(V, u, at + zu), sum);
            sum = z4.fma(fromArray(V, u, at + 2 * zu), sum);
            int h = fi + heat;
            sum = minusSix.fma(fromArray(V, f, h), sum);
            sum = sum.add(fromArray(V, f, h - 1)).add(fromArray(V, f, h + 1));
            sum = sum.add(fromArray(V, f, h - ya)).add(fromArray(V, f, h + ya));
            sum = sum.add(fromArray(V, f, h - za)).add(fromArray(V, f, h + za));

            int p = fi + pressure;
            int x = fi + row;
            int yv = fi + 2 * row;
            int zv = fi + 3 * row;
            DoubleVector w = fromArray(V, f, x + 1);
            DoubleVector gain =
                    fromArray(V, u, at + 1).add(fromArray(V, f, p + 1)).mul(w);
            DoubleVector work = w.mul(w);
            w = fromArray(V, f, yv + ya);
            gain = fromArray(V, u, at + yu).add(fromArray(V, f, p + ya)).fma(w, gain);
            work = w.fma(w, work);
            w = fromArray(V, f, zv + za);
            gain = fromArray(V, u, at + zu).add(fromArray(V, f, p + za)).fma(w, gain);
            work = w.fma(w, work);
            w = fromArray(V, f, x - 1);
            DoubleVector loss =
                    fromArray(V, u, at - 1).add(fromArray(V, f, p - 1)).mul(w);
            work = w.fma(w, work);
            w = fromArray(V, f, yv - ya);
            loss = fromArray(V, u, at - yu).add(fromArray(V, f, p - ya)).fma(w, loss);
            work = w.fma(w, work);
            w = fromArray(V, f, zv - za);
            loss = fromArray(V, u, at - zu).add(fromArray(V, f, p - za)).fma(w, loss);
            work = w.fma(w, work);
            DoubleVector v1 = fromArray(V, f, x);
            DoubleVector v2 = fromArray(V, f, yv);
            DoubleVector v3 = fromArray(V, f, zv);
            work = v1.fma(v1, v2.fma(v2, v3.mul(v3))).fma(minusTwo, work);
            gain.sub(loss).fma(t2, work.fma(con4, sum)).intoArray(rhs, out);
        }
    }
}
