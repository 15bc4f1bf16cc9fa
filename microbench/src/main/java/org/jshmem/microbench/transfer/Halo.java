// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymMem;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Test of the exchange of a stencil: each PE of a periodic grid sends a side with a signal to each neighbour and
/// waits for theirs.
public record Halo(String name, int dimensions) implements Test.Sized {

    @Override
    public String about() {
        return "each PE of a periodic " + dimensions + "-D grid sends n bytes to each of its " + 2 * dimensions
                + " neighbours with a signal behind them and waits for theirs; MB/s count what arrives at one PE";
    }

    @Override
    public long largest(org.jshmem.report.Where where) {
        return 256 << 10;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return (4L * dimensions + 1) * bytes + 4L * dimensions * 128 + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        int sides = 2 * dimensions;
        long room = sizes.getLast();
        SymMem src = b.sh.mem(room);
        SymMem dst = b.sh.mem(2L * sides * room); // even and odd rounds: a neighbour may be one ahead
        Signal[] arrived = b.sh.signals(sides);
        int[] neighbours = neighbours(b.sh.myPe(), b.sh.nPes());
        long[] round = new long[1];
        b.sweep(
                sizes,
                bytes -> Case.collective(name, "exchange", "putget")
                        .bytes(bytes)
                        .moves(bytes * sides)
                        .windowed(),
                bytes -> n -> exchanges(src, dst, arrived, neighbours, room, bytes, round, n));
        for (Signal signal : arrived) signal.free();
        dst.free();
        src.free();
    }

    private static void exchanges(
            SymMem src, SymMem dst, Signal[] arrived, int[] neighbours, long room, long bytes, long[] round, int n) {
        int sides = neighbours.length;
        for (int i = 0; i < n; i++) {
            long k = ++round[0];
            long half = (k & 1) * sides * room;
            for (int side = 0; side < sides; side++) {
                int theirs = side ^ 1; // data sent east arrive from the west
                dst.putSignal(half + theirs * room, src, 0, bytes, arrived[theirs], k, SignalOp.SET, neighbours[side]);
            }
            for (Signal signal : arrived) signal.waitUntil(Cmp.GE, k);
        }
    }

    /// The neighbours below and above in each dimension of the grid, whose shape is as close to a cube as the
    /// number of PEs allows.
    private int[] neighbours(int me, int npes) {
        int[] shape = shape(npes);
        int[] all = new int[2 * dimensions];
        int stride = 1;
        for (int d = 0; d < dimensions; d++) {
            int at = me / stride % shape[d];
            int row = me - at * stride;
            all[2 * d] = row + Math.floorMod(at - 1, shape[d]) * stride;
            all[2 * d + 1] = row + (at + 1) % shape[d] * stride;
            stride *= shape[d];
        }
        return all;
    }

    private int[] shape(int npes) {
        int[] shape = new int[dimensions];
        int left = npes;
        for (int d = 0; d < dimensions; d++) {
            int side = (int) Math.round(Math.pow(left, 1.0 / (dimensions - d)));
            while (left % side != 0) side--;
            shape[d] = side;
            left /= side;
        }
        return shape;
    }
}
