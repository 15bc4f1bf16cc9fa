// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The parameters of a new job.
///
/// @param npes number of PEs
/// @param systemBytes bytes of each region before the heap, a multiple of the alignment
/// @param startBytes bytes of these that must be backed by memory before any PE starts
/// @param heapBytes bytes of each heap, a whole number of pages
/// @param timeoutNanos the longest wait inside the library, or 0 for no limit
public record Shape(int npes, long systemBytes, long startBytes, long heapBytes, long timeoutNanos) {

    /// Regions and heaps begin at addresses that are multiples of this, so it is also the largest alignment of an
    /// object. The size of a large page.
    public static final long ALIGNMENT = 2L << 20;

    /// The largest number of PEs on one machine; a larger number is a typing error.
    public static final int MOST_PES = 4096;

    /// Bytes of a page of memory.
    public static final int PAGE = 4096;

    /// Rounds up to whole pages.
    public static long pages(long bytes) {
        return Math.addExact(bytes, PAGE - 1) & -PAGE;
    }

    /// Rounds up to the next multiple of the alignment.
    public static long aligned(long bytes) {
        return Math.addExact(bytes, ALIGNMENT - 1) & -ALIGNMENT;
    }

    /// Bytes of each region; the next one begins at the next multiple of the alignment.
    public long regionBytes() {
        return Math.addExact(systemBytes, heapBytes);
    }
}
