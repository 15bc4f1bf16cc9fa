// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// The memory of the PEs of one host, for the agent that serves it.
interface HostMemory {

    /// Whether the PE belongs to this host.
    boolean isHere(int pe);

    /// Bytes of each region.
    long regionBytes();

    /// The address of a byte of a region of this host.
    long address(int pe, long offset);

    /// Wakes the PE if it sleeps on bytes that were just written. A full fence has made these stores visible.
    void wake(int pe, long offset, long bytes);
}
