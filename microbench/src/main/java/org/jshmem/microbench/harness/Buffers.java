// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// A source and a destination that are symmetric, touched and of one size. Made and closed by all PEs.
public record Buffers(SymMem source, SymMem destination) implements AutoCloseable {

    /// What alignment may cost.
    public static final long SLACK = 16 * 1024;

    private static final long ALIGN = 4096;

    public Buffers(Shmem sh, long bytes) {
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
