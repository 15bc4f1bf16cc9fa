// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

/// The exchange of the two outer layers of `u` with the six neighbours, before each right-hand side.
///
/// One message for each side, with the layers of all own cells that have a neighbour there. Each side has its own box
/// and its own signal, which counts exchanges. A box is written again only when the sender has been through the
/// sweeps of the step, and those need messages that this PE sends after it has emptied the box: no barrier is needed.
final class SpFaces {
    private static final int LAYERS = 2;

    private final Shmem sh;
    private final Multipartition parts;
    private final SpCell[] cells;
    private final Access access;
    private final Stopwatch watch;
    private final int boxDoubles;
    private final SymDoubles boxes;
    private final Signal[] arrived;
    private final double[] packed;
    private final MemorySegment own;
    private long exchanges;

    SpFaces(Shmem sh, Multipartition parts, SpCell[] cells, Access access, Stopwatch watch) {
        this.sh = sh;
        this.parts = parts;
        this.cells = cells;
        this.access = access;
        this.watch = watch;
        int edge = parts.extent(0);
        boxDoubles = (parts.p() - 1) * LAYERS * SpCell.VARIABLES * edge * edge;
        boxes = sh.doubles(6L * boxDoubles);
        arrived = sh.signals(6);
        packed = new double[boxDoubles];
        own = boxes.local();
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        boxes.free();
        for (Signal signal : arrived) signal.free();
    }

    /// Sends all six faces, then takes in what the neighbours send.
    void exchange() {
        exchanges++;
        for (int d = 0; d < 3; d++) {
            send(d, true);
            send(d, false);
        }
        for (int d = 0; d < 3; d++) {
            receive(d, false);
            receive(d, true);
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// The box of the layers that came from before (`high` false) or behind.
    private int box(int d, boolean high) {
        return 2 * d + (high ? 1 : 0);
    }

    private void send(int d, boolean high) {
        watch.enter(Stopwatch.Phase.COMPUTE);
        int n = 0;
        for (int c = 0; c < cells.length; c++) {
            if (hasNeighbour(d, high, c)) {
                int first = high ? cells[c].extent(d) - LAYERS : 0;
                n = copy(cells[c], d, first, packed, n, true);
            }
        }
        sh.compute(SpWork.packing(n));
        watch.enter(Stopwatch.Phase.TRANSFER);
        int pe = high ? parts.successor(d) : parts.predecessor(d);
        int box = box(d, !high);
        long at = (long) box * boxDoubles;
        if (access == Access.PTR) {
            MemorySegment there = boxes.ptr(pe);
            boxes.stored(at, n, pe);
            MemorySegment.copy(packed, 0, there, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, n);
            // release: pairs with the wait in receive; publishes the stores above
            arrived[box].set(exchanges, pe);
        } else {
            boxes.putSignal(at, packed, 0, n, arrived[box], exchanges, SignalOp.SET, pe);
        }
    }

    private void receive(int d, boolean high) {
        watch.enter(Stopwatch.Phase.WAITING);
        int box = box(d, high);
        // acquire: pairs with the signal in send
        arrived[box].waitUntil(Cmp.GE, exchanges);
        watch.enter(Stopwatch.Phase.COMPUTE);
        int n = 0;
        for (int c = 0; c < cells.length; c++) {
            if (hasNeighbour(d, high, c)) n += LAYERS * SpCell.VARIABLES * area(cells[c], d);
        }
        long at = (long) box * boxDoubles;
        boxes.loaded(at, n, sh.myPe());
        MemorySegment.copy(own, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, packed, 0, n);
        n = 0;
        for (int c = 0; c < cells.length; c++) {
            if (hasNeighbour(d, high, c)) {
                n = copy(cells[c], d, high ? cells[c].extent(d) : -LAYERS, packed, n, false);
            }
        }
        sh.compute(SpWork.packing(n));
    }

    private boolean hasNeighbour(int d, boolean high, int c) {
        return parts.slab(d, c) != (high ? parts.p() - 1 : 0);
    }

    private static int area(SpCell c, int d) {
        return d == 0 ? c.ny * c.nz : d == 1 ? c.nx * c.nz : c.nx * c.ny;
    }

    /// Copies two layers of a cell from position `first` on out of `u` (`out`) or into it; where the next cell starts.
    private static int copy(SpCell c, int d, int first, double[] packed, int start, boolean out) {
        int at = start;
        int kFirst = d == 2 ? first : 0;
        int kEnd = d == 2 ? first + LAYERS : c.nz;
        int jFirst = d == 1 ? first : 0;
        int jEnd = d == 1 ? first + LAYERS : c.ny;
        int n = d == 0 ? LAYERS : c.nx;
        for (int k = kFirst; k < kEnd; k++) {
            for (int j = jFirst; j < jEnd; j++) {
                int u = c.uAt(k, j) + (d == 0 ? first : 0);
                for (int m = 0; m < SpCell.VARIABLES; m++) {
                    if (out) System.arraycopy(c.u, u, packed, at, n);
                    else System.arraycopy(packed, at, c.u, u, n);
                    u += c.row;
                    at += n;
                }
            }
        }
        return at;
    }
}
