// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.nas.npb.Stopwatch;

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
    final int edge;
    final int planes;
    final int side;

    /// The solution and its residual, with one ghost point on every side.
    final double[] u;

    final double[] r;

    private final Shmem sh;
    private final Stopwatch watch;
    private final SymDoubles ghosts;
    private final Signal[] arrived;
    private long exchanges;

    /// Planes of the coarser level. A PE uses them if it has one plane here and none of the coarse planes next to it.
    private final SymDoubles coarse;

    private final Signal[] coarseArrived;
    private final double[] coarsePlanes;
    private long cycles;

    /// Collective: allocates symmetric memory.
    Level(Shmem sh, int level, Stopwatch watch) {
        this.sh = sh;
        this.watch = watch;
        slab = new Slab(level, sh.nPes(), sh.myPe());
        edge = slab.edge();
        planes = slab.planes();
        side = edge + 2;
        u = new double[planes == 0 ? 0 : (planes + 2) * side * side + Stencils.SLACK];
        r = new double[u.length];
        ghosts = sh.doubles(sh.nPes() == 1 ? 0 : ghostElements(edge));
        arrived = sh.signals(BUFFERS * SIDES);
        boolean sparse = sh.nPes() > 1 && !slab.isDense();
        coarse = sh.doubles(sparse ? SIDES * coarsePlane() : 0);
        coarseArrived = sh.signals(SIDES);
        coarsePlanes = new double[sparse ? SIDES * coarsePlane() + Stencils.SLACK : 0];
    }

    /// Doubles of a level's buffers.
    static long ghostElements(int edge) {
        return (long) BUFFERS * SIDES * (edge + 2) * (edge + 2);
    }

    private int coarsePlane() {
        return (edge / 2 + 2) * (edge / 2 + 2);
    }

    /// Fills the ghost planes of a cube, whose own planes are complete with their ghosts.
    void exchange(double[] a) {
        if (planes == 0) return;
        int plane = side * side;
        if (slab.below() == slab.pe()) {
            System.arraycopy(a, planes * plane, a, 0, plane);
            System.arraycopy(a, plane, a, (planes + 1) * plane, plane);
            return;
        }
        watch.enter(Stopwatch.Phase.TRANSFER);
        int buffer = (int) (exchanges % BUFFERS);
        long value = exchanges++ / BUFFERS + 1;
        send(a, planes * plane, buffer, FROM_BELOW, value, slab.above());
        send(a, plane, buffer, FROM_ABOVE, value, slab.below());
        receive(a, 0, buffer, FROM_BELOW, value);
        receive(a, (planes + 1) * plane, buffer, FROM_ABOVE, value);
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    private void send(double[] a, int from, int buffer, int towards, long value, int pe) {
        int slot = buffer * SIDES + towards;
        ghosts.putSignal((long) slot * side * side, a, from, side * side, arrived[slot], value, SignalOp.SET, pe);
    }

    private void receive(double[] a, int to, int buffer, int from, long value) {
        int slot = buffer * SIDES + from;
        watch.enter(Stopwatch.Phase.WAITING);
        arrived[slot].waitUntil(Cmp.GE, value);
        watch.enter(Stopwatch.Phase.TRANSFER);
        ghosts.get((long) slot * side * side, a, to, side * side, sh.myPe());
    }

    /// Adds the coarser level's solution to this level's solution.
    void prolong(Level coarser) {
        int plane = side * side;
        int coarsePlane = coarser.side * coarser.side;
        if (slab.isDense() || sh.nPes() == 1) {
            for (int z = 0; z <= planes + 1; z++) {
                int lower = z / 2 * coarsePlane;
                int upper = (z + 1) / 2 * coarsePlane;
                Stencils.prolong(coarser.u, lower, coarser.u, upper, u, z * plane, coarser.edge);
            }
            return;
        }
        if (planes == 0) return;
        long value = ++cycles;
        if (slab.first() % 2 == 1) { // both neighbours need this PE's coarse plane
            watch.enter(Stopwatch.Phase.TRANSFER);
            sendCoarse(coarser.u, coarsePlane, FROM_BELOW, value, slab.above());
            sendCoarse(coarser.u, coarsePlane, FROM_ABOVE, value, slab.below());
            watch.enter(Stopwatch.Phase.COMPUTE);
            Stencils.prolong(coarser.u, coarsePlane, coarser.u, coarsePlane, u, plane, coarser.edge);
        } else {
            watch.enter(Stopwatch.Phase.WAITING);
            for (Signal signal : coarseArrived) signal.waitUntil(Cmp.GE, value);
            watch.enter(Stopwatch.Phase.COMPUTE);
            coarse.get(0, coarsePlanes, 0, SIDES * coarsePlane, sh.myPe());
            Stencils.prolong(coarsePlanes, 0, coarsePlanes, coarsePlane, u, plane, coarser.edge);
        }
        exchange(u);
    }

    private void sendCoarse(double[] a, int plane, int from, long value, int pe) {
        coarse.putSignal((long) from * plane, a, plane, plane, coarseArrived[from], value, SignalOp.SET, pe);
    }

    /// Sets the coarser level's residual to the weighted means of this level's residual.
    void restrict(Level coarser) {
        if (coarser.planes > 0) {
            Stencils.restrict(r, coarser.r, coarser.edge, coarser.planes, slab.isDense() || sh.nPes() == 1 ? 2 : 1);
        }
        coarser.exchange(coarser.r);
    }

    /// Frees the symmetric memory. Collective.
    void free() {
        ghosts.free();
        coarse.free();
        for (Signal signal : arrived) signal.free();
        for (Signal signal : coarseArrived) signal.free();
    }
}
