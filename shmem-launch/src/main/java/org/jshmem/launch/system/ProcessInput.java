// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jshmem.shm.PipePoll;

/// The pipe to the standard input of a process. A write never waits: bytes for which the pipe has no room
/// are kept, and written once it has. Bytes that are kept when the pipe is closed are written too.
public final class ProcessInput extends OutputStream {
    private final int descriptor;
    private final Processes processes;
    private final Deque<byte[]> kept = new ArrayDeque<>();
    private int written; // bytes of the first kept array
    private boolean watched;
    private boolean closing;
    private boolean ended;

    ProcessInput(int descriptor, Processes processes) {
        this.descriptor = descriptor;
        this.processes = processes;
        PipePoll.neverWait(descriptor);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
        if (closing || ended) throw new IOException("the process has closed its input");
        if (count == 0) return;
        kept.add(Arrays.copyOfRange(bytes, offset, offset + count));
        if (!watched && !put()) watch();
    }

    /// Waits until all bytes are written.
    public synchronized void drain() throws IOException {
        try {
            while (!kept.isEmpty()) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (ended) throw new IOException("the process has closed its input");
    }

    /// Writes all of these bytes, or closes the pipe if there are none.
    public void take(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            close();
            return;
        }
        write(bytes);
        drain();
    }

    @Override
    public synchronized void close() throws IOException {
        if (closing) return;
        closing = true;
        if (!watched && !ended)
            watch(); // the thread that waits for it closes it: until then no other pipe has its number
    }

    /// Writes kept bytes until there are none, or no room.
    private boolean put() {
        while (!kept.isEmpty()) {
            int count = PipePoll.write(descriptor, kept.getFirst(), written);
            if (count < 0) return false;
            written += count;
            if (written < kept.getFirst().length) continue;
            kept.removeFirst();
            written = 0;
        }
        notifyAll();
        return true;
    }

    private void watch() throws IOException {
        watched = true;
        processes.watch(descriptor, true, this::ready);
    }

    /// There is room, or no reader: then the first write fails.
    private synchronized void ready() {
        int before = written;
        int waiting = kept.size();
        boolean done = put();
        if (!done && before == written && waiting == kept.size()) drop();
        if (!kept.isEmpty()) return;
        watched = false;
        processes.unwatch(descriptor);
        if (!closing && !ended) return;
        ended = true;
        PipePoll.close(descriptor);
    }

    /// Drops the kept bytes, since the process has ended or has closed its input.
    private void drop() {
        kept.clear();
        ended = true;
        notifyAll();
    }
}
