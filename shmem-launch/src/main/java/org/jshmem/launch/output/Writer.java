// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The one thread that writes to the launcher's own streams, so that a stalled reader holds up no other thread. Only
/// the threads that read the output of PEs wait for it, before they read more.
final class Writer {
    private static final long MOST_WAITING = 1 << 20;
    private static final int STACK_BYTES = 1 << 16;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("writer").stackSize(STACK_BYTES).factory());

    private final OutputStream out;
    private final OutputStream err;
    private final Runnable whenBroken;
    private final Runnable whenEmpty;
    private long waiting; // bytes that are not written yet
    private volatile boolean broken;

    /// `whenBroken` is called once if output of PEs, to `out` or to their own files, cannot be written any more.
    /// `whenEmpty` is called each time all output has been written. Output that `err` does not take is lost.
    Writer(OutputStream out, OutputStream err, Runnable whenBroken, Runnable whenEmpty) {
        this.out = out;
        this.err = err;
        this.whenBroken = whenBroken;
        this.whenEmpty = whenEmpty;
    }

    void start() {
        thread.prestartCoreThread();
    }

    /// Queues bytes to be written; never waits.
    void put(OutputStream target, byte[] bytes) {
        synchronized (this) {
            waiting += bytes.length;
        }
        thread.execute(() -> {
            write(target, bytes);
            if (isNowEmpty(bytes.length)) whenEmpty.run();
        });
    }

    private synchronized boolean isNowEmpty(int written) {
        waiting -= written;
        notifyAll();
        return waiting == 0;
    }

    synchronized void awaitRoom() throws InterruptedException {
        while (waiting > MOST_WAITING) wait();
    }

    synchronized boolean isEmpty() {
        return waiting == 0;
    }

    private void write(OutputStream target, byte[] bytes) {
        if (broken && target != err) return;
        try {
            target.write(bytes);
        } catch (IOException e) {
            if (target == err) return;
            broken = true;
            if (!"Broken pipe".equals(e.getMessage())) { // a reader that ends early is not reported
                System.err.printf(
                        "oshrun: %s cannot be written, %s; the job is ended%n",
                        target == out ? "standard output" : "the file of a PE (--output-filename)", e.getMessage());
            }
            whenBroken.run();
        }
    }
}
