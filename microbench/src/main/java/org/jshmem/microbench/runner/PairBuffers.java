// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// A symmetric source and destination of equal size, both touched. All PEs make and close them together.
public record PairBuffers(SymMem source, SymMem destination) implements AutoCloseable {

    /// Bytes that alignment may take.
    public static final long SLACK = 16 * 1024;

    private static final long ALIGN = 4096;

    public PairBuffers(Shmem sh, long bytes) {
        this(sh.mem(bytes, ALIGN), sh.mem(bytes, ALIGN));
        source.local().fill((byte) (sh.myPe() + 1));
        destination.local().fill((byte) 0);
    }

    @Override
    public void close() {
        destination.free();
        source.free();
    }
}
