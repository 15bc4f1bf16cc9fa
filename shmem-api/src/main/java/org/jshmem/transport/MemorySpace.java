// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// One of the memories that form a region. Spaces follow each other in a region. The first one, `heap`, begins with
/// the system area.
///
/// @param name name for programs: `heap`, or the name of a machine's other memory
/// @param offset its start in every region
/// @param bytes its size in every region
/// @param line bytes of a line, the unit in which PEs share it; a power of two
/// @param reach access of another PE of the same host: loads and stores, or operations of a channel alone
/// @param coherent whether a load returns the latest store without further operations
public record MemorySpace(String name, long offset, long bytes, int line, Reach reach, boolean coherent) {

    /// The name of the space that every machine has.
    public static final String HEAP = "heap";

    /// Whether a PE can load and store the part of this memory on a PE to which it has the access `there`. It is no
    /// method of the seam: a layer of one backend over another would have to answer it again.
    public boolean hasAddress(Reach there) {
        return there == Reach.SELF || there == Reach.LOAD_STORE && reach == Reach.LOAD_STORE;
    }

    /// A region of one coherent memory that all PEs of a host load and store.
    public static MemorySpace heap(long bytes) {
        return new MemorySpace(HEAP, 0, bytes, 64, Reach.LOAD_STORE, true);
    }
}
