// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// One of the memories that a region is made of. Spaces follow each other in a region; the first one, `heap`,
/// begins with the system area.
///
/// @param name what programs call it: `heap`, or that of a machine's other memory
/// @param offset where it begins in every region
/// @param bytes its size in every region
/// @param line bytes of a line, the unit in which it is shared; a power of two
/// @param reach what another PE of the same host can do with it: load and store, or operations of a channel alone
/// @param coherent whether a load sees the latest store without more ado
public record MemorySpace(String name, long offset, long bytes, int line, Reach reach, boolean coherent) {

    /// The name of the space that every machine has.
    public static final String HEAP = "heap";

    /// A region that is nothing but coherent memory within everybody's reach.
    public static MemorySpace heap(long bytes) {
        return new MemorySpace(HEAP, 0, bytes, 64, Reach.LOAD_STORE, true);
    }
}
