// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Pipes whose ends are descriptors, and one wait for bytes in any of them: the kernel's `epoll`. The selectors of the
/// JDK take sockets and no pipes of processes, so each such pipe would need a thread.
public final class PipePoll {
    private static final int MOST_READY = 64;

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

    /// Makes a pipe: the descriptor that reads, then the one that writes. Processes that are started meanwhile do not
    /// inherit them.
    public static int[] pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
            checked(SystemCalls.pipe(ends.address()), "pipe2");
            return ends.toArray(ValueLayout.JAVA_INT);
        }
    }

    /// Begins to watch a descriptor. Any thread may call it, also while another one waits.
    public void add(int descriptor) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT_BYTES, 8);
            event.set(ValueLayout.JAVA_INT, 0, 1); // EPOLLIN; the end of a pipe is always reported
            event.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA_OFFSET, descriptor);
            checked(SystemCalls.epoll(poll, true, descriptor, event.address()), "epoll_ctl");
        }
    }

    /// Ceases to watch a descriptor.
    public void remove(int descriptor) {
        SystemCalls.epoll(poll, false, descriptor, ready.address());
    }

    /// Waits until a watched descriptor has bytes or has ended, and returns those that do; none if the wait was
    /// interrupted. One thread calls it.
    public int[] await() {
        int count = SystemCalls.epollWait(poll, ready.address(), MOST_READY);
        int[] descriptors = new int[Math.max(0, count)];
        for (int k = 0; k < descriptors.length; k++) {
            descriptors[k] = (int) ready.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) k * EVENT_BYTES + DATA_OFFSET);
        }
        return descriptors;
    }

    /// Reads from a descriptor. Returns the number of bytes, 0 at the end of the pipe, or a negative number after an
    /// error.
    public static int read(int descriptor, MemorySegment to) {
        return SystemCalls.read(descriptor, to.address(), to.byteSize());
    }

    /// Closes a descriptor.
    public static void close(int descriptor) {
        SystemCalls.close(descriptor);
    }
}
