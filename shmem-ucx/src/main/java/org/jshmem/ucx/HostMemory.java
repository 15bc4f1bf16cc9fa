// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// The memory of the PEs of one host, as the agent that serves it sees it.
interface HostMemory {

    /// Whether the PE is one of this host's.
    boolean isHere(int pe);

    /// Bytes of each region.
    long regionBytes();

    /// The address of a byte of a region of this host.
    long address(int pe, long offset);

    /// Wakes the PE if it sleeps on bytes that were just written, whose stores a full fence has made visible.
    void wake(int pe, long offset, long bytes);
}
