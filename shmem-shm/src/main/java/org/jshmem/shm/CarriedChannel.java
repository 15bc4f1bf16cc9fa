// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.wait.CarriedPe;
import org.jshmem.transport.Atomic;

/// The channel of a PE that a carrier runs. A loop of tests, equal loads or failed swaps waits for another PE, which
/// may be one of the same carrier: the PE yields to the others now and then.
final class CarriedChannel extends ShmChannel {
    /// After this many failed compare-and-swaps a PE yields. The PE that holds a lock of the program's own keeps it for
    /// a short time, and runs, unless its carrier has run others meanwhile.
    private static final int SWAPS = 2048;

    /// A test of a word counts as this many swaps: another PE of the carrier may be the one that writes the word.
    private static final int TEST = SWAPS / 16;

    private final CarriedPe carried;
    private int polls;

    // the latest load: an equal one may be that of a loop
    private long loadedAt;
    private long loaded;

    CarriedChannel(ShmTransport transport, JobFile file, CarriedPe carried) {
        super(transport, file);
        this.carried = carried;
    }

    @Override
    public long look(int target, long offset, int width) {
        poll(TEST);
        return super.look(target, offset, width);
    }

    @Override
    public long load(int target, long offset, int width) {
        long at = at(target, offset);
        long value = super.load(target, offset, width);
        if (at == loadedAt && value == loaded) poll(TEST);
        loadedAt = at;
        loaded = value;
        return value;
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long old = super.atomic(op, target, offset, width, operand, expected);
        if (op == Atomic.COMPARE_SWAP && old != expected) poll(1);
        return old;
    }

    /// Counts a test or a failed swap of the PE's own thread, and yields if there were many. The carrier's looks, and
    /// those of threads that the PE has started, do not count: the PE would yield at its next test.
    private void poll(int weight) {
        if (!carried.isCallers()) return;
        polls += weight;
        if (polls < SWAPS) return;
        polls = 0;
        Thread.yield();
    }
}
