// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.util.function.IntToLongFunction;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// The fields of SP in slabs, in two views: by planes for the work in x and y, and by rows for the lines along z.
///
/// ```
///   by planes (k of this PE)                     by rows (j of this PE, all k)
///     u     own planes, two ghosts either side     u     ptr: where the planes are    put: a copy of its own
///     rhs   own planes                             rhs   ptr: where the planes are    put: an inbox
///
///   after the planes:  ptr: a barrier      put: rows of rhs to the inboxes of their PEs, a barrier
///   after the rows:    ptr: a barrier      put: rows of u to the planes and ghosts of their PEs, a barrier
/// ```
///
/// In both modes a pass only uses addresses: the fields contain the mode.
final class Planes {
    private static final int LINE = 64;

    /// The number of different starts of planes: they begin at different sets of the cache, since a sweep along z
    /// walks from plane to plane.
    private static final int SKEWS = 32;

    private final Shmem sh;
    private final Slabs slabs;

    /// Whether planes and rows of other PEs are used where they are; else there are ghosts and copies, to be filled
    /// too.
    final boolean direct;

    private final int me, nodes, first, count;

    /// The nodes of a row and the rows of a plane, padding included.
    final int width;

    private final long row, planeBytes, inboxBytes;

    /// The rows of this PE in a plane: their offset, and their bytes.
    private final long rows, rowsBytes;
    private final SymMem u, rhs, inbox;

    /// The fields by planes, and by rows; position 0 is the first plane or row of this PE.
    final Field uPlanes, rhsPlanes, uRows, rhsRows;

    Planes(Shmem sh, Slabs slabs, Access access, ScratchMemory memory) {
        this.sh = sh;
        this.slabs = slabs;
        direct = access == Access.PTR;
        me = sh.myPe();
        nodes = slabs.nodes();
        width = VectorMemory.padded(nodes);
        row = rowBytes(nodes);
        planeBytes = planeBytes(nodes);
        inboxBytes = inboxBytes(slabs);
        u = sh.mem(fieldBytes(slabs, Field.GHOSTS), LINE);
        rhs = sh.mem(fieldBytes(slabs, 0), LINE);
        inbox = direct ? null : sh.mem(nodes * inboxBytes, LINE);
        first = slabs.first(me);
        count = slabs.count(me);
        rows = first * row;
        rowsBytes = count * row;
        if (direct) {
            uPlanes = field(count, k -> addressOf(u, Math.clamp(first + k, 0, nodes - 1), Field.GHOSTS));
            uRows = field(nodes, k -> addressOf(u, Math.clamp(k, 0, nodes - 1), Field.GHOSTS) + rows);
            rhsRows = field(nodes, k -> addressOf(rhs, Math.clamp(k, 1, nodes - 2), 0) + rows);
        } else {
            long copy = memory.take(nodes * inboxBytes / Double.BYTES);
            uPlanes = field(count, k -> u.local().address() + inPlanes(me, first + k, Field.GHOSTS));
            uRows = field(nodes, k -> copy + Math.clamp(k, 0, nodes - 1) * inboxBytes);
            rhsRows = field(nodes, k -> inbox.local().address() + Math.clamp(k, 0, nodes - 1) * inboxBytes);
        }
        int last = Math.max(count - 1, 0);
        rhsPlanes = field(count, k -> rhs.local().address() + inPlanes(me, first + Math.clamp(k, 0, last), 0));
    }

    private Field field(int count, IntToLongFunction address) {
        return Field.of(count, PointOperations.VARIABLES, nodes, address);
    }

    /// Returns the symmetric memory of the fields, in bytes.
    static long needed(Slabs slabs, Access access) {
        return fieldBytes(slabs, Field.GHOSTS) + fieldBytes(slabs, 0) + scratchBytes(slabs, access);
    }

    /// Returns the bytes of the inbox, which are those of the copy of `u` in scratch memory too.
    static long scratchBytes(Slabs slabs, Access access) {
        return access == Access.PTR ? 0 : slabs.nodes() * inboxBytes(slabs);
    }

    private static long rowBytes(int nodes) {
        return (long) PointOperations.VARIABLES * VectorMemory.padded(nodes) * Double.BYTES;
    }

    /// Returns the bytes of a plane: a spare row for the reach of the stencil, and a line, so that the number of
    /// lines is odd.
    private static long planeBytes(int nodes) {
        return (VectorMemory.padded(nodes) + 1) * rowBytes(nodes) + LINE;
    }

    private static long inboxBytes(Slabs slabs) {
        return slabs.most() * rowBytes(slabs.nodes()) + LINE;
    }

    /// Returns the bytes of a field: a margin of two rows at either end, and the skew.
    private static long fieldBytes(Slabs slabs, int ghosts) {
        long row = rowBytes(slabs.nodes());
        return 4 * row + (SKEWS - 1) * (row + LINE) + (slabs.most() + 2L * ghosts) * planeBytes(slabs.nodes());
    }

    /// Returns the offset of plane `k` in the memory of a PE that has it or has room for it as a ghost.
    private long inPlanes(int pe, int k, int ghosts) {
        int first = slabs.first(pe);
        return 2 * row + first % SKEWS * (row + LINE) + (k - first + ghosts) * planeBytes;
    }

    private long addressOf(SymMem field, int k, int ghosts) {
        int owner = slabs.owner(k);
        return field.ptr(owner).address() + inPlanes(owner, k, ghosts);
    }

    void free() {
        u.free();
        rhs.free();
        if (inbox != null) inbox.free();
    }

    /// Declares the loads of `u`, before the planes.
    void declarePlaneLoads() {
        if (count == 0) return;
        int end = Math.min(nodes, first + count + Field.GHOSTS);
        for (int k = Math.max(0, first - Field.GHOSTS); k < end; k++) {
            int pe = direct ? slabs.owner(k) : me;
            u.loaded(inPlanes(pe, k, Field.GHOSTS), nodes * row, pe);
        }
    }

    /// Sends the right-hand sides to the PEs that solve their rows, after the planes.
    void sendRightHandSides() {
        for (int k = first; k < first + count; k++) rhs.stored(inPlanes(me, k, 0), nodes * row, me);
        for (int i = 1; i <= slabs.pes() && !direct; i++) {
            int pe = (me + i) % slabs.pes(); // the PEs begin with different targets
            long from = slabs.first(pe) * row, bytes = slabs.count(pe) * row;
            for (int k = first; k < first + count && bytes > 0; k++) {
                inbox.putNbi(k * inboxBytes, rhs, inPlanes(me, k, 0) + from, bytes, pe);
            }
        }
        sh.barrierAll();
    }

    /// Declares the loads of `u` and of the right-hand sides, before the rows.
    void declareRowLoads() {
        for (int k = 0; k < nodes && count > 0; k++) {
            boolean moves = k > 0 && k < nodes - 1;
            if (direct) {
                int pe = slabs.owner(k);
                u.loaded(inPlanes(pe, k, Field.GHOSTS) + rows, rowsBytes, pe);
                if (moves) rhs.loaded(inPlanes(pe, k, 0) + rows, rowsBytes, pe);
            } else if (moves) inbox.loaded(k * inboxBytes, rowsBytes, me);
        }
    }

    /// Sends `u` of the rows to the PEs of its planes, after the rows.
    void sendSolution() {
        for (int k = 1; k < nodes - 1 && count > 0; k++) {
            int owner = slabs.owner(k);
            if (direct) u.stored(inPlanes(owner, k, Field.GHOSTS) + rows, rowsBytes, owner);
            else putRows(k, owner);
        }
        sh.barrierAll();
    }

    /// Puts this PE's rows of plane `k` to its owner and to all PEs that have it as a ghost.
    private void putRows(int k, int owner) {
        for (int pe = slabs.owner(k - Field.GHOSTS); pe <= slabs.owner(k + Field.GHOSTS); pe++) {
            if (pe != owner && slabs.count(pe) == 0) continue;
            u.putNbi(inPlanes(pe, k, Field.GHOSTS) + rows, VectorMemory.bytes(uRows.at(k, 0), rowsBytes), pe);
        }
    }
}
