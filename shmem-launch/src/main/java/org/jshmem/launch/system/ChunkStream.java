// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// A stream of bytes that another thread adds in chunks. A virtual thread that waits for the next chunk
/// keeps no thread of the kernel.
public class ChunkStream extends InputStream {
    private final LinkedBlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
    private byte[] chunk = {};
    private int position;
    private boolean ended;

    /// The bytes that are added and that the reader has not taken.
    private final AtomicLong untaken = new AtomicLong();

    /// Adds bytes; no bytes mean the end of the stream.
    public final void add(byte[] bytes) {
        untaken.addAndGet(bytes.length); // first: a reader that is late must not look like an empty stream
        chunks.add(bytes);
    }

    /// Whether there are bytes that the reader has not taken: 0 means that [#transferTo] has written all of them. Any
    /// thread may call it.
    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, untaken.get());
    }

    /// The number of chunks that no read has begun.
    final int waiting() {
        return chunks.size();
    }

    /// Called by the reader after it has read all of a chunk with this number of bytes.
    protected void taken(int bytes) {}

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length == 0) return 0;
        if (position == chunk.length && !next()) return -1;
        int n = Math.min(length, chunk.length - position);
        System.arraycopy(chunk, position, to, offset, n);
        position += n;
        untaken.addAndGet(-n);
        return n;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long bytes = 0;
        while (position < chunk.length || next()) {
            int count = chunk.length - position;
            out.write(chunk, position, count);
            bytes += count;
            position = chunk.length;
            untaken.addAndGet(-count);
        }
        return bytes;
    }

    private boolean next() {
        try {
            if (ended) return false;
            taken(chunk.length);
            chunk = chunks.take();
            position = 0;
            ended = chunk.length == 0;
            return !ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
