// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

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
/// In both modes a pass only uses addresses: the tables of [Field] contain the mode.
final class Planes {
    private static final int LINE = 64;

    /// The number of different starts of planes: they begin at different sets of the cache, since a sweep along z
    /// walks from plane to plane.
    private static final int SKEWS = 32;

    private final Shmem sh;
    private final Slabs slabs;

    /// Whether rows of other PEs are used where they are; else the rows have a copy of `u`, which must be filled too.
    final boolean direct;

    private final int me;
    private final int nodes;

    final int width;
    /// Rows of a plane, padding included.
    final int rows;
    /// Bytes of one variable of a row, and of all five.
    final long stride;

    final long row;

    private final long planeBytes;
    private final long inboxBytes;
    private final SymMem u;
    private final SymMem rhs;
    private final SymMem inbox;
    private final long copy;

    /// The fields by planes; `uHere` has ghosts of its own in either mode.
    final Field uPlanes;

    final Field uHere;
    final Field rhsPlanes;
    /// The fields by rows; position 0 is the first row of this PE.
    final Field uRows;

    final Field rhsRows;

    Planes(Shmem sh, Slabs slabs, Access access, ScratchMemory memory) {
        this.sh = sh;
        this.slabs = slabs;
        direct = access == Access.PTR;
        me = sh.myPe();
        nodes = slabs.nodes();
        width = VectorMemory.padded(nodes);
        rows = VectorMemory.padded(nodes);
        stride = (long) width * Double.BYTES;
        row = PointOperations.VARIABLES * stride;
        planeBytes = planeBytes(nodes);
        inboxBytes = inboxBytes(slabs);
        u = sh.mem(fieldBytes(slabs, Field.GHOSTS), LINE);
        rhs = sh.mem(fieldBytes(slabs, 0), LINE);
        inbox = direct ? null : sh.mem(nodes * inboxBytes, LINE);
        copy = direct ? 0 : memory.take(nodes * inboxBytes / Double.BYTES);

        int first = slabs.first(me);
        int count = slabs.count(me);
        long[] near = new long[count + 2 * Field.GHOSTS];
        long[] here = new long[near.length];
        long[] own = new long[near.length];
        for (int i = 0; i < near.length; i++) {
            int k = first + i - Field.GHOSTS;
            here[i] = u.local().address() + inPlanes(me, k, Field.GHOSTS);
            near[i] = direct ? addressOf(u, Math.clamp(k, 0, nodes - 1), Field.GHOSTS) : here[i];
            own[i] = rhs.local().address() + inPlanes(me, Math.clamp(k, first, first + Math.max(count - 1, 0)), 0);
        }
        uPlanes = new Field(near, row, stride);
        uHere = new Field(here, row, stride);
        rhsPlanes = new Field(own, row, stride);

        long[] uAt = new long[nodes + 2 * Field.GHOSTS];
        long[] rhsAt = new long[uAt.length];
        for (int i = 0; i < uAt.length; i++) {
            int k = Math.clamp(i - Field.GHOSTS, 0, nodes - 1);
            uAt[i] = direct ? addressOf(u, k, Field.GHOSTS) + first * row : copy + k * inboxBytes;
            rhsAt[i] = direct
                    ? addressOf(rhs, Math.clamp(k, 1, nodes - 2), 0) + first * row
                    : inbox.local().address() + k * inboxBytes;
        }
        uRows = new Field(uAt, row, stride);
        rhsRows = new Field(rhsAt, row, stride);
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

    private static long margin(int nodes) {
        return 2 * rowBytes(nodes);
    }

    private static long fieldBytes(Slabs slabs, int ghosts) {
        int n = slabs.nodes();
        return 2 * margin(n) + (SKEWS - 1) * (rowBytes(n) + LINE) + (slabs.most() + 2L * ghosts) * planeBytes(n);
    }

    /// Returns the offset of plane `k` in the memory of a PE that has it or has room for it as a ghost.
    private long inPlanes(int pe, int k, int ghosts) {
        int first = slabs.first(pe);
        return margin(nodes) + first % SKEWS * (row + LINE) + (k - first + ghosts) * planeBytes;
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
        if (slabs.count(me) == 0) return;
        int first = slabs.first(me);
        int end = first + slabs.count(me);
        for (int k = Math.max(0, first - Field.GHOSTS); k < Math.min(nodes, end + Field.GHOSTS); k++) {
            int pe = direct ? slabs.owner(k) : me;
            u.loaded(inPlanes(pe, k, Field.GHOSTS), nodes * row, pe);
        }
    }

    /// Sends the right-hand sides to the PEs that solve their rows, after the planes.
    void sendRightHandSides() {
        int first = slabs.first(me);
        for (int k = first; k < first + slabs.count(me); k++) rhs.stored(inPlanes(me, k, 0), nodes * row, me);
        if (!direct) {
            for (int i = 1; i <= slabs.pes(); i++) {
                int pe = (me + i) % slabs.pes(); // the PEs begin with different targets
                long from = slabs.first(pe) * row;
                long bytes = slabs.count(pe) * row;
                if (bytes == 0) continue;
                for (int k = first; k < first + slabs.count(me); k++) {
                    inbox.putNbi(k * inboxBytes, rhs, inPlanes(me, k, 0) + from, bytes, pe);
                }
            }
        }
        sh.barrierAll();
    }

    /// Declares the loads of `u` and of the right-hand sides, before the rows.
    void declareRowLoads() {
        long from = slabs.first(me) * row;
        long bytes = slabs.count(me) * row;
        if (bytes == 0) return;
        for (int k = 0; k < nodes; k++) {
            boolean moves = k > 0 && k < nodes - 1;
            if (!direct) {
                if (moves) inbox.loaded(k * inboxBytes, bytes, me);
                continue;
            }
            int pe = slabs.owner(k);
            u.loaded(inPlanes(pe, k, Field.GHOSTS) + from, bytes, pe);
            if (moves) rhs.loaded(inPlanes(pe, k, 0) + from, bytes, pe);
        }
    }

    /// Sends `u` of the rows to the PEs of its planes, after the rows.
    void sendSolution() {
        long from = slabs.first(me) * row;
        long bytes = slabs.count(me) * row;
        if (bytes > 0) {
            for (int k = 1; k < nodes - 1; k++) {
                int owner = slabs.owner(k);
                if (direct) u.stored(inPlanes(owner, k, Field.GHOSTS) + from, bytes, owner);
                else putRows(k, owner, from, bytes);
            }
        }
        sh.barrierAll();
    }

    /// Puts this PE's rows of plane `k` to its owner and to all PEs that have it as a ghost.
    private void putRows(int k, int owner, long from, long bytes) {
        for (int pe = slabs.owner(k - Field.GHOSTS); pe <= slabs.owner(k + Field.GHOSTS); pe++) {
            if (pe != owner && slabs.count(pe) == 0) continue;
            u.putNbi(inPlanes(pe, k, Field.GHOSTS) + from, VectorMemory.bytes(uRows.at(k, 0), bytes), pe);
        }
    }
}
