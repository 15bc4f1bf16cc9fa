// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Stopwatch;

/// The exchange of the two outer layers of `u` with the six neighbours, before each right-hand side.
///
/// One message for each side carries the layers of all of this PE's cells that have a neighbour there. Each side has
/// its own box and its own signal, which counts exchanges. The sender writes a box again only after the sweeps of the
/// step. Those need messages that this PE sends after it has emptied the box, so no barrier is needed.
final class CellFaces {
    private static final int LAYERS = 2;

    private final Shmem sh;
    private final Multipartition parts;
    private final SpBlock[] cells;
    private final long boxBytes;
    private final CellMessages messages;
    private long exchanges;

    CellFaces(Shmem sh, Multipartition parts, SpBlock[] cells, Access access, Stopwatch watch) {
        this.sh = sh;
        this.parts = parts;
        this.cells = cells;
        long edge = parts.extent(0);
        long boxDoubles = (parts.p() - 1L) * LAYERS * SpPoint.VARIABLES * edge * edge;
        boxBytes = boxDoubles * Double.BYTES;
        messages = new CellMessages(sh, 6 * boxBytes, 6, boxDoubles, access, watch);
    }

    void free() {
        messages.free();
    }

    void exchange() {
        exchanges++;
        for (int d = 0; d < Box.DIRECTIONS; d++) {
            send(d, true);
            send(d, false);
        }
        for (int d = 0; d < Box.DIRECTIONS; d++) {
            receive(d, false);
            receive(d, true);
        }
    }

    /// Returns the number of the box for layers of the predecessor (`high` false) or the successor.
    private static int box(int d, boolean high) {
        return 2 * d + (high ? 1 : 0);
    }

    private void send(int d, boolean high) {
        long end = messages.packed();
        for (int c = 0; c < cells.length; c++) {
            if (!hasNeighbour(d, high, c)) continue;
            end = copy(cells[c], d, high ? cells[c].box.extent()[d] - LAYERS : 0, end, true);
        }
        long bytes = end - messages.packed();
        sh.compute(SpWork.packing(bytes / Double.BYTES));
        int box = box(d, !high);
        messages.send(box, exchanges, box * boxBytes, bytes, high ? parts.successor(d) : parts.predecessor(d));
    }

    private void receive(int d, boolean high) {
        int box = box(d, high);
        messages.await(box, exchanges);
        long bytes = 0;
        for (int c = 0; c < cells.length; c++) {
            if (hasNeighbour(d, high, c)) bytes += layerBytes(cells[c].box, d);
        }
        long end = messages.read(box * boxBytes, bytes);
        for (int c = 0; c < cells.length; c++) {
            if (hasNeighbour(d, high, c)) {
                end = copy(cells[c], d, high ? cells[c].box.extent()[d] : -LAYERS, end, false);
            }
        }
        sh.compute(SpWork.packing(bytes / Double.BYTES));
    }

    private boolean hasNeighbour(int d, boolean high, int c) {
        return parts.slab(d, c) != (high ? parts.p() - 1 : 0);
    }

    private static long layerBytes(Box box, int d) {
        return LAYERS * SpPoint.VARIABLES * box.size() / box.extent()[d] * Double.BYTES;
    }

    /// Copies two layers of a cell, from position `first` on, out of `u` (`out`) or into it. Returns the next address
    /// of the message.
    private static long copy(SpBlock cell, int d, int first, long start, boolean out) {
        long at = start;
        Box box = cell.box;
        int kFirst = d == 2 ? first : 0;
        int kEnd = d == 2 ? first + LAYERS : box.nz();
        int jFirst = d == 1 ? first : 0;
        int jEnd = d == 1 ? first + LAYERS : box.ny();
        int n = d == 0 ? LAYERS : box.nx();
        for (int k = kFirst; k < kEnd; k++) {
            for (int j = jFirst; j < jEnd; j++) {
                for (int m = 0; m < SpPoint.VARIABLES; m++) {
                    long u = cell.u.at(k, j) + m * cell.u.apart + (d == 0 ? first : 0) * (long) Double.BYTES;
                    for (long i = 0; i < n * (long) Double.BYTES; i += Double.BYTES) {
                        Lanes.set(out ? at + i : u + i, Lanes.get(out ? u + i : at + i));
                    }
                    at += n * (long) Double.BYTES;
                }
            }
        }
        return at;
    }
}
