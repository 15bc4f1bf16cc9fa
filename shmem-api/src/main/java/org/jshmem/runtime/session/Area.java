// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.session;

import org.jshmem.transport.MemorySpace;

/// A memory of the machine, and the allocation of its bytes.
public final class Area {
    final Session session;
    public final Heap heap;
    private final int number;
    private final MemorySpace memory;
    private final long start;

    /// @param number its index among the machine's memories
    /// @param reserved bytes at its beginning that are the library's own
    Area(Session session, int number, MemorySpace memory, long reserved) {
        this.session = session;
        this.number = number;
        this.memory = memory;
        this.start = memory.offset() + reserved;
        this.heap = new Heap(memory.bytes() - reserved, memory.line());
    }

    /// Its index among the machine's memories, equal on all PEs.
    int number() {
        return number;
    }

    /// Offset in every region at which its objects begin.
    public long start() {
        return start;
    }

    /// Whether this PE can load and store the part of this memory on PE `pe`.
    public boolean hasAddress(int pe) {
        return memory.hasAddress(session.transport.reach(pe));
    }

    /// Bytes of a line: each object begins at one.
    public int line() {
        return memory.line();
    }

    /// Its name, such as `heap`.
    public String name() {
        return memory.name();
    }
}
