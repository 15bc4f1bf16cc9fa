// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along one direction. The three directions differ only in the way to collect the lines' rows and in
/// the use of the solution.
///
/// ```
///   direction   a plane   its lanes   position   right-hand sides                          solution
///   x           k         j           i          transposed to scratch memory              ninvr, transposed back
///   y           k         i           j          solved where they are                     pinvr
///   z           j         i           k          read where they are, solved in scratch    tzetar, added to u
/// ```
/*
 * `load` and `store` are called from one place for three kinds of sweeps, megamorphic on purpose: inlined together
 * their loops would exceed NodeCountInliningCutoff, see Flux.
 */
abstract class LineSweep {
    /// Lines with more bytes than this leave the second-level cache, so they are cut to fewer lanes.
    private static final long ROOM_BYTES = 600 << 10;

    private static final int MOST_LANES = 64;

    final int nodes;
    final int width;
    final Lines lines;
    private final Pentadiagonal system;

    /// @param lanes lanes of a strip
    LineSweep(Physics physics, int direction, int lanes, long rhsStride, ScratchMemory memory) {
        nodes = physics.nodes;
        width = VectorMemory.padded(nodes);
        system = new Pentadiagonal(physics, direction);
        lines = new Lines(nodes, lanes, rhsStride, memory);
    }

    /// Solves all lines of a plane.
    final void solve(int plane) {
        for (int first = 0; first < width; first += lines.lanes)
            solve(plane, first, Math.min(lines.lanes, width - first));
    }

    /// Solves `lanes` lines of a plane, from `first` on.
    final void solve(int plane, int first, int lanes) {
        lines.bytes = lanes * Double.BYTES;
        load(plane, first);
        system.eliminate(lines);
        system.substitute(lines);
        store(plane, first);
    }

    /// Sets the addresses of the lines' rows, and copies rows that are elsewhere.
    abstract void load(int plane, int first);

    /// Changes the solution's variables and copies the solution to its field.
    abstract void store(int plane, int first);

    /// Returns the number of lanes that stay in the cache with `rows` rows at each position.
    static int fitting(int nodes, int rows) {
        long most = ROOM_BYTES / ((long) nodes * rows * Double.BYTES);
        return even(nodes, Math.clamp(most, VectorMemory.PAD, MOST_LANES));
    }

    /// Returns at most `most` lanes, so that strips are as even as possible.
    static int even(int nodes, int most) {
        int width = VectorMemory.padded(nodes);
        int strips = (width + most - 1) / most;
        return VectorMemory.padded((width + strips - 1) / strips);
    }
}
