// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jshmem.transport.Memory;

/// The buffers that all links of one [SocketWire] share, so that an idle link holds none.
final class SocketRoom implements AutoCloseable {
    private static final int IN_BYTES = 256 << 10;
    private static final int OUT_BYTES = 16 << 10;

    /// The bytes of one read.
    final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);

    final long inAddress = address(in);

    /// Answers to the messages of one read, which leave together.
    final ByteBuffer answers = ByteBuffer.allocateDirect(OUT_BYTES);

    final long answersAddress = address(answers);

    /// A message on its way into the socket.
    final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);

    final long outAddress = address(out);

    /// Blocks for messages of which only a part has come.
    final BlockPool blocks = new BlockPool(SocketLink.MOST_FRAME_BYTES);

    /// Memory as a buffer.
    static ByteBuffer view(long address, long bytes) {
        return Memory.everywhere().asSlice(address, bytes).asByteBuffer();
    }

    /// The address of the first byte of a direct buffer.
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    @Override
    public void close() {
        blocks.close();
    }
}
