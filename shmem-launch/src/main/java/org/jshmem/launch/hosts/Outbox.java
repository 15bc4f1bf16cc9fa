// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A pipe to a process that a virtual thread of its own fills, so that a process that does not read holds up no
/// sender. The next flush sends the written bytes; bytes that are flushed before the pipe is closed are sent.
final class Outbox extends OutputStream {
    private static final int USUAL_BYTES = 128; // of a frame; the first ones have the table of all hosts

    private ByteArrayOutputStream unsent = new ByteArrayOutputStream(USUAL_BYTES);
    private final ExecutorService thread;
    private final OutputStream pipe;
    private volatile IOException broken;

    Outbox(OutputStream pipe, String name) {
        this.pipe = pipe;
        this.thread =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().name(name).factory());
    }

    private void send(byte[] bytes) {
        try {
            if (broken != null) return;
            pipe.write(bytes);
            pipe.flush();
        } catch (IOException e) {
            broken = e;
        }
    }

    @Override
    public void write(int b) {
        unsent.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        unsent.write(bytes, offset, count);
    }

    @Override
    public void flush() throws IOException {
        if (broken != null) throw broken;
        byte[] bytes = unsent.toByteArray();
        if (bytes.length > 0) thread.execute(() -> send(bytes));
        if (unsent.size() > USUAL_BYTES) unsent = new ByteArrayOutputStream(USUAL_BYTES);
        else unsent.reset();
    }

    @Override
    public void close() {
        thread.execute(this::end);
    }

    private void end() {
        try {
            pipe.close();
        } catch (IOException e) {
            broken = e;
        }
    }
}
