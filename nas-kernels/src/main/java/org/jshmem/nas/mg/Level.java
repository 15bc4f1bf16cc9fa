// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

/// One level of the grid on one PE: its planes, and the exchange of ghost planes with the PEs below and above.
///
/// ```
///   PE below        this PE        PE above
///   ... last  -->  ghost 0
///                  1 .. planes  -->  ghost 0 ...          put with signal, into one of two buffers in turn
///   ghost     <--  1
/// ```
/*
 * A buffer is written again two exchanges later. The neighbour sends its part of the exchange between only after it
 * has copied the first one out. This PE has waited for that part, so the buffer is free.
 */
final class Level {
    private static final int FROM_BELOW = 0;
    private static final int FROM_ABOVE = 1;
    private static final int SIDES = 2;
    private static final int BUFFERS = 2;

    final Slab slab;

    /// The solution, its residual, and the right-hand side, which is the residual itself on all levels but the finest.
    final Cube u;

    final Cube r;
    final Cube v;

    private final Shmem sh;
    private final SymDoubles ghosts;
    private final Signal[] arrived;
    private long exchanges;

    /// Planes of the coarser level. A PE uses them if it has one plane here and none of the coarse planes next to it.
    private final SymDoubles coarse;

    private final Signal[] coarseArrived;
    private final double[] coarsePlanes;
    private long cycles;

    Level(Shmem sh, int level, boolean finest) {
        this.sh = sh;
        slab = new Slab(level, sh.nPes(), sh.myPe());
        Cube[] cubes = Cube.zeros(finest ? 3 : 2, slab.edge(), slab.planes());
        u = cubes[0];
        r = cubes[1];
        v = cubes[cubes.length - 1];
        ghosts = sh.doubles(sh.nPes() == 1 ? 0 : ghostElements(slab.edge()));
        arrived = sh.signals(BUFFERS * SIDES);
        boolean sparse = sh.nPes() > 1 && !slab.isDense();
        coarse = sh.doubles(sparse ? SIDES * coarsePlane() : 0);
        coarseArrived = sh.signals(SIDES);
        coarsePlanes = new double[sparse ? SIDES * coarsePlane() : 0];
    }

    /// Doubles of a level's buffers.
    static long ghostElements(int edge) {
        return (long) BUFFERS * SIDES * (edge + 2) * (edge + 2);
    }

    private int coarsePlane() {
        return (u.edge() / 2 + 2) * (u.edge() / 2 + 2);
    }

    private int planeSize() {
        return u.side() * u.side();
    }

    /// Fills the ghost planes of a cube, whose own planes are complete with their ghosts.
    void exchange(Cube cube) {
        int planes = cube.planes();
        if (planes == 0) return;
        double[] a = cube.a();
        if (slab.below() == slab.pe()) {
            System.arraycopy(a, cube.plane(planes), a, cube.plane(0), planeSize());
            System.arraycopy(a, cube.plane(1), a, cube.plane(planes + 1), planeSize());
            return;
        }
        int buffer = (int) (exchanges % BUFFERS);
        long value = exchanges++ / BUFFERS + 1;
        send(a, cube.plane(planes), buffer, FROM_BELOW, value, slab.above());
        send(a, cube.plane(1), buffer, FROM_ABOVE, value, slab.below());
        receive(a, cube.plane(0), buffer, FROM_BELOW, value);
        receive(a, cube.plane(planes + 1), buffer, FROM_ABOVE, value);
    }

    private void send(double[] a, int from, int buffer, int towards, long value, int pe) {
        int slot = buffer * SIDES + towards;
        int n = planeSize();
        ghosts.putSignal((long) slot * n, a, from, n, arrived[slot], value, SignalOp.SET, pe);
    }

    private void receive(double[] a, int to, int buffer, int from, long value) {
        int slot = buffer * SIDES + from;
        arrived[slot].waitUntil(Cmp.GE, value);
        ghosts.get((long) slot * planeSize(), a, to, planeSize(), sh.myPe());
    }

    /// Adds the coarser level's solution to this level's solution.
    void interp(Level coarser) {
        double[] a = coarser.u.a();
        if (slab.isDense() || sh.nPes() == 1) {
            for (int z = 0; z <= u.planes() + 1; z++) {
                Stencils.interp(a, coarser.u.plane(z / 2), a, coarser.u.plane((z + 1) / 2), u, u.plane(z));
            }
            return;
        }
        if (u.planes() == 0) return;
        long value = ++cycles;
        int plane = coarser.u.plane(1);
        if (slab.first() % 2 == 1) { // both neighbours need this PE's coarse plane
            sendCoarse(a, plane, FROM_BELOW, value, slab.above());
            sendCoarse(a, plane, FROM_ABOVE, value, slab.below());
            Stencils.interp(a, plane, a, plane, u, u.plane(1));
        } else {
            for (Signal signal : coarseArrived) signal.waitUntil(Cmp.GE, value);
            coarse.get(0, coarsePlanes, 0, coarsePlanes.length, sh.myPe());
            Stencils.interp(coarsePlanes, 0, coarsePlanes, coarsePlane(), u, u.plane(1));
        }
        exchange(u);
    }

    private void sendCoarse(double[] a, int plane, int from, long value, int pe) {
        int n = coarsePlane();
        coarse.putSignal((long) from * n, a, plane, n, coarseArrived[from], value, SignalOp.SET, pe);
    }

    /// Sets the coarser level's residual to the weighted means of this level's residual.
    void rprj3(Level coarser) {
        if (coarser.r.planes() > 0) Stencils.rprj3(r, coarser.r, slab.isDense() || sh.nPes() == 1 ? 2 : 1);
        coarser.exchange(coarser.r);
    }

    void free() {
        ghosts.free();
        coarse.free();
        for (Signal signal : arrived) signal.free();
        for (Signal signal : coarseArrived) signal.free();
    }
}
