// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves of a box along one direction. The three directions differ only in the way to collect the lines'
/// rows and in the use of the solution.
///
/// ```
///   direction   a plane   its lanes   position   right-hand sides                          solution
///   x           k         j           i          transposed to scratch memory              ninvr, transposed back
///   y           k         i           j          solved where they are                     pinvr
///   z           j         i           k          read where they are, solved in scratch    tzetar, added to u
/// ```
/*
 * `bring` and `finish` are called from one place for three kinds of sweeps, so that the compiler does not inline
 * them: together their loops would exceed its limit, see SpFlux.
 */
abstract class LineSweep {
    /// Lines with more bytes than this leave the second-level cache, so they are cut to fewer lanes.
    private static final long ROOM_BYTES = 600 << 10;

    /// Lanes of a strip, at most.
    static final int LANES = 64;

    final SpBlock block;
    final Box box;
    private final Pentadiagonal system;

    LineSweep(SpBlock block, int direction) {
        this.block = block;
        box = block.box;
        system = new Pentadiagonal(block.physics, box, direction);
    }

    static LineSweep[] of(SpBlock block) {
        return new LineSweep[] {new SweepX(block), new SweepY(block), new SweepZ(block)};
    }

    /// Solves `lanes` lanes of a plane, from `first` on, whose lines are whole.
    final void solve(GridLines l, int plane, int first, int lanes) {
        eliminate(l, plane, first, lanes);
        substitute(l);
        finish(l, plane, first);
    }

    /// Runs the first half of a solve: towards the last positions.
    final void eliminate(GridLines l, int plane, int first, int lanes) {
        l.bytes = lanes * Double.BYTES;
        bring(l, plane, first);
        system.eliminate(l);
    }

    /// Runs the second half: towards the first positions.
    final void substitute(GridLines l) {
        system.substitute(l);
    }

    abstract int width();

    abstract int strip();

    /// Returns lines with memory for `lanes` lanes.
    abstract GridLines lines(int lanes, ScratchMemory.Space space);

    /// Sets the addresses of the lines' rows, and copies rows that are elsewhere.
    abstract void bring(GridLines l, int plane, int first);

    /// Changes the solution's variables and copies the solution to its field.
    abstract void finish(GridLines l, int plane, int first);

    /// Returns the number of lanes that stay in the cache with `rows` rows at each position.
    final int fitting(int positions, int rows) {
        long most = ROOM_BYTES / (Math.max(positions, 1L) * rows * Double.BYTES);
        return even(Math.clamp(most, Lanes.PAD, LANES));
    }

    /// Returns at most `most` lanes, so that strips are as even as possible.
    final int even(int most) {
        int strips = (width() + most - 1) / most;
        return Lanes.padded((width() + strips - 1) / strips);
    }
}
