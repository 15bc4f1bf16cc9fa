// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// What a job is made with.
///
/// @param npes PEs
/// @param systemBytes bytes of each region before the heap, a whole number of pages
/// @param startBytes how many of them must be backed by memory before any PE starts
/// @param heapBytes bytes of each heap, a whole number of pages
/// @param timeoutNanos the longest wait inside the library, or 0 for no limit
public record Shape(int npes, long systemBytes, long startBytes, long heapBytes, long timeoutNanos) {

    /// Bytes of each region.
    public long regionBytes() {
        return Math.addExact(systemBytes, heapBytes);
    }
}
