// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.shm.PipePoll;

/// The pipe from one of the two output streams of a process. While its reader is behind, the pipe is not
/// read, and fills.
final class ProcessOutput extends ChunkStream {
    /// Chunks that wait for the reader.
    private static final int MOST_WAITING = 8;

    private final int descriptor;
    private final Processes processes;
    private boolean full;
    private boolean closed;

    ProcessOutput(int descriptor, Processes processes) {
        this.descriptor = descriptor;
        this.processes = processes;
        watch();
    }

    private void watch() {
        try {
            processes.watch(descriptor, false, this::ready);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void ready() {
        MemorySegment room = processes.room();
        int count = PipePoll.read(descriptor, room);
        if (count > 0) {
            add(room.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
            full = waiting() >= MOST_WAITING;
            if (full) processes.unwatch(descriptor);
        } else {
            processes.unwatch(descriptor); // first: another pipe may get this number
            closed = true;
            PipePoll.close(descriptor);
            add(new byte[0]);
        }
    }

    /// The bytes that the reader has not taken, also those in the pipe.
    @Override
    public synchronized int available() {
        return super.available() + (closed ? 0 : Math.max(0, PipePoll.waiting(descriptor)));
    }

    @Override
    protected synchronized void taken(int bytes) {
        if (!full || waiting() > MOST_WAITING / 2) return;
        full = false;
        watch();
    }
}
