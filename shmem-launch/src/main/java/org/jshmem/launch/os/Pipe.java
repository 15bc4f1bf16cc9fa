// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// A pipe from another process, whose bytes a thread can await without taking them.
///
/// The JDK closes its own pipes when a process ends, and loses the output of processes that it has started and that
/// outlive it. A read of the JDK waits and takes at once, so that no other thread knows whether it has bytes.
public class Pipe extends InputStream {
    private static final long O_CLOEXEC = 0x80000;
    private static final long FIONREAD = 0x541b;
    private static final int POLLIN = 1;
    private static final int NONE = -1;

    /// A `struct pollfd`, then a number of bytes.
    private final ByteBuffer words = ByteBuffer.allocateDirect(16);

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 13);
    private int reader = NONE;
    private int writer = NONE;

    /// Makes the pipe. Returns the name of the end for the process.
    File open() throws IOException {
        long pair = address(words);
        if ((int) CFunction.named("pipe2").call(pair, O_CLOEXEC, 0, 0, 0, 0) < 0)
            throw new IOException("pipe2 failed: Too many open files, or no memory");
        reader = Memory.getInt(pair);
        writer = Memory.getInt(pair + Integer.BYTES);
        return new File("/proc/self/fd/" + writer);
    }

    /// Closes the end for the process, which has its own descriptor.
    void closeWriter() {
        if (writer != NONE) SystemCalls.close(writer);
        writer = NONE;
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    /// Waits until bytes can be read, or no more follow.
    public void await() {
        long poll = address(words);
        Memory.setInt(poll, reader);
        Memory.setInt(poll + Integer.BYTES, POLLIN);
        while ((int) CFunction.named("poll").call(poll, 1, -1, 0, 0, 0) < 0) continue; // interrupted
    }

    @Override
    public int available() {
        if (reader == NONE) return 0;
        long count = address(words) + Long.BYTES;
        return (int) CFunction.named("ioctl").call(reader, FIONREAD, count, 0, 0, 0) < 0 ? 0 : Memory.getInt(count);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int n) {
        if (n == 0) return 0;
        int most = Math.min(n, bytes.capacity());
        int count = (int) CFunction.named("read").call(reader, address(bytes), most, 0, 0, 0);
        if (count <= 0) return -1;
        bytes.get(0, to, from, count);
        return count;
    }

    @Override
    public void close() {
        closeWriter();
        if (reader != NONE) SystemCalls.close(reader);
        reader = NONE;
    }
}
