// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Where;

/// The three arrays of STREAM, page-aligned, and their sizes.
public record StreamArrays(SymMem a, SymMem b, SymMem c) implements AutoCloseable {
    private static final long ALIGN = 4096;
    private static final long MARGIN = 16 << 20;
    private static final long SIMULATED_ELEMENTS = 256 << 10;

    StreamArrays(Shmem sh, long bytes) {
        this(sh.mem(bytes, ALIGN), sh.mem(bytes, ALIGN), sh.mem(bytes, ALIGN));
    }

    /// Doubles of each array at one PE: the number that the user named, or as many as fit the heap of an array
    /// of four times the last-level cache over all PEs.
    static long elements(Shmem sh, StreamOptions options, Where where) {
        long room = (sh.largestFree() - 64 * 1024) / 3 / ALIGN * ALIGN / Double.BYTES - ALIGN;
        long asked = options.elements();
        if (asked > room) {
            throw new InvalidArguments("three arrays of " + asked + " doubles need " + 3 * Double.BYTES * asked
                    + " bytes of symmetric heap on each PE, " + sh.largestFree()
                    + " are free; raise --heap or lower --elements");
        }
        if (asked > 0) return asked;
        long usual = where.virtual() ? SIMULATED_ELEMENTS : enough() / Double.BYTES / sh.nPes();
        return Math.clamp(usual, 1, room);
    }

    /// McCalpin's rule: each array has at least four times the bytes of the last-level cache.
    static long enough() {
        return 4 * CacheSizes.lastLevel();
    }

    /// Bytes of heap that arrays of that size need on each of `npes` PEs.
    public static long heap(int npes) {
        return 3 * (enough() / npes) + MARGIN;
    }

    Streaming kernels(boolean vector) {
        return new Streaming(a.local(), b.local(), c.local(), vector);
    }

    @Override
    public void close() {
        c.free();
        b.free();
        a.free();
    }
}
