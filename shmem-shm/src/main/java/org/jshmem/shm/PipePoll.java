// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.transport.Memory;

/// Pipes whose ends are descriptors, and one wait for any of them, and for the ends of processes: the
/// kernel's `epoll`. The selectors of the JDK take sockets and no pipes of processes, so each such pipe
/// would need a thread.
public final class PipePoll {
    private static final int MOST_READY = 64;
    private static final int PIPE_BYTES = 1 << 16;
    private static final int READABLE = 1; // EPOLLIN
    private static final int WRITABLE = 4; // EPOLLOUT

    // struct epoll_event: packed on amd64
    private static final int EVENT_BYTES = SystemCalls.ARM ? 16 : 12;
    private static final int DATA_OFFSET = SystemCalls.ARM ? 8 : 4;

    private final int poll;
    private final MemorySegment ready = Arena.ofAuto().allocate((long) MOST_READY * EVENT_BYTES, 8);

    /// Watches no pipe yet.
    public PipePoll() throws IOException {
        poll = (int) checked(SystemCalls.epoll(), "epoll_create1");
    }

    private static long checked(long result, String call) throws IOException {
        if (result < 0) throw new IOException(call + " failed: Too many open files, or no memory");
        return result;
    }

    /// Makes a pipe: the descriptor that reads, then the one that writes. Started processes do not inherit
    /// them.
    public static int[] pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long ends = arena.allocate(2 * Integer.BYTES, Integer.BYTES).address();
            checked(SystemCalls.pipe(ends), "pipe2");
            return new int[] {Memory.getInt(ends), Memory.getInt(ends + Integer.BYTES)};
        }
    }

    /// Makes a descriptor that counts as readable once the process has ended; negative if that cannot be
    /// made, as before Linux 5.3.
    public static int ofProcess(long pid) {
        return SystemCalls.processDescriptor(pid);
    }

    /// Begins to watch a descriptor for bytes, or for room. Any thread may call it, also while another one
    /// waits. The end of a pipe is always reported.
    public void add(int descriptor, boolean writes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long event = arena.allocate(EVENT_BYTES, 8).address();
            Memory.setInt(event, writes ? WRITABLE : READABLE);
            Memory.setInt(event + DATA_OFFSET, descriptor); // the lower half: the upper one is zeros
            checked(SystemCalls.epoll(poll, true, descriptor, event), "epoll_ctl");
        }
    }

    /// Ceases to watch a descriptor.
    public void remove(int descriptor) {
        SystemCalls.epoll(poll, false, descriptor, ready.address());
    }

    /// Waits until a watched descriptor has bytes or room or has ended, and returns those that do; none
    /// after an interrupted wait or after `millis`, unless that is negative. One thread calls it.
    public int[] await(int millis) {
        int count = SystemCalls.epollWait(poll, ready.address(), MOST_READY, millis);
        int[] descriptors = new int[Math.max(0, count)];
        for (int k = 0; k < descriptors.length; k++) {
            descriptors[k] = Memory.getInt(ready.address() + (long) k * EVENT_BYTES + DATA_OFFSET);
        }
        return descriptors;
    }

    /// Reads from a descriptor. Returns the number of bytes, 0 at the end of the pipe, or a negative number after an
    /// error.
    public static int read(int descriptor, MemorySegment to) {
        return SystemCalls.read(descriptor, to.address(), to.byteSize());
    }

    /// The bytes that a pipe holds, of which this is the end that reads; negative after an error.
    public static int waiting(int descriptor) {
        return SystemCalls.waiting(descriptor);
    }

    /// Lets [#write] to this end of a pipe never wait.
    public static void neverWait(int descriptor) {
        SystemCalls.neverWait(descriptor);
    }

    /// Writes bytes from `offset` on to a descriptor, not more than a pipe holds. Returns their number,
    /// negative if there is no room or no reader.
    public static int write(int descriptor, byte[] bytes, int offset) {
        int count = Math.min(bytes.length - offset, PIPE_BYTES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(count);
            MemorySegment.copy(bytes, offset, copy, ValueLayout.JAVA_BYTE, 0, count);
            return SystemCalls.write(descriptor, copy.address(), count);
        }
    }

    /// Closes a descriptor.
    public static void close(int descriptor) {
        SystemCalls.close(descriptor);
    }
}
