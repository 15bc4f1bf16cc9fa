// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jshmem.transport.Memory;

/// Buffers that all links of one [SocketWire] share, so that a link that has nothing to do holds none.
final class SocketRoom implements AutoCloseable {
    private static final int IN_BYTES = 256 << 10;
    private static final int OUT_BYTES = 16 << 10;

    /// What one read has brought.
    final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);

    final long inAddress = address(in);

    /// Answers to the messages of one read, which leave together.
    final ByteBuffer answers = ByteBuffer.allocateDirect(OUT_BYTES);

    final long answersAddress = address(answers);

    /// A message on its way into the socket.
    final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);

    final long outAddress = address(out);

    /// For messages of which the socket has had only a part.
    final BlockPool blocks = new BlockPool(SocketLink.MOST_FRAME_BYTES);

    /// Memory as a buffer.
    static ByteBuffer view(long address, long bytes) {
        return Memory.everywhere().asSlice(address, bytes).asByteBuffer();
    }

    /// Where the first byte of a direct buffer is.
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    @Override
    public void close() {
        blocks.close();
    }
}
