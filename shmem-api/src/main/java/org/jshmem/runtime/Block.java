// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

/// One allocation of the symmetric heap: what all views of it have in common.
final class Block {
    final Session session;

    /// Offset in the region; that of the heap's start for an empty block.
    final long offset;

    final long bytes;

    /// The allocation's number on this PE, for messages.
    final long number;

    /// False once freed or finalized; looked at by every operation.
    boolean live = true;

    /// The element, counted from the region's start, that an any form of waiting returned last.
    long turn = -1;

    Block(Session session, long offset, long bytes, long number) {
        this.session = session;
        this.offset = offset;
        this.bytes = bytes;
        this.number = number;
    }
}
