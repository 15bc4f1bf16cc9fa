// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The one thread that writes to the launcher's own streams, so that a stalled reader holds up no other thread. Only
/// the threads that read the output of PEs wait for it, before they read more.
final class Writer {
    private static final long MOST_WAITING = 1 << 20;
    private static final int STACK_BYTES = 1 << 16;

    private record Piece(OutputStream target, byte[] bytes) {}

    private final BlockingQueue<Piece> queue = new LinkedBlockingQueue<>();
    private final OutputStream out;
    private final OutputStream err;
    private final Runnable whenBroken;
    private final Runnable whenEmpty;
    private long waiting; // bytes in the queue and of the piece that the thread writes
    private boolean started;
    private volatile boolean broken;

    /// `whenBroken` is called once if output of PEs, to `out` or to their own files, cannot be written any more.
    /// `whenEmpty` is called each time all output has been written. Output that `err` does not take is lost.
    Writer(OutputStream out, OutputStream err, Runnable whenBroken, Runnable whenEmpty) {
        this.out = out;
        this.err = err;
        this.whenBroken = whenBroken;
        this.whenEmpty = whenEmpty;
    }

    /// Starts the thread, unless it runs.
    synchronized void start() {
        if (started) return;
        Thread.ofPlatform().daemon().name("writer").stackSize(STACK_BYTES).start(this::write);
        started = true;
    }

    /// Queues bytes to be written; never waits.
    void put(OutputStream target, byte[] bytes) {
        start();
        synchronized (this) {
            waiting += bytes.length;
        }
        queue.add(new Piece(target, bytes));
    }

    /// Waits until the queue has room.
    synchronized void awaitRoom() throws InterruptedException {
        while (waiting > MOST_WAITING) wait();
    }

    /// Whether all output has been written.
    synchronized boolean isEmpty() {
        return waiting == 0;
    }

    private void write() {
        try {
            while (true) {
                Piece piece = queue.take();
                write(piece);
                boolean empty;
                synchronized (this) {
                    waiting -= piece.bytes.length;
                    empty = waiting == 0;
                    notifyAll();
                }
                if (empty) whenEmpty.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Piece piece) {
        if (broken && piece.target != err) return;
        try {
            piece.target.write(piece.bytes);
        } catch (IOException e) {
            if (piece.target == err) return;
            broken = true;
            if (!"Broken pipe".equals(e.getMessage())) { // a reader that ends early is not reported
                System.err.printf(
                        "oshrun: %s cannot be written, %s; the job is ended%n",
                        piece.target == out ? "standard output" : "the file of a PE (--output-filename)",
                        e.getMessage());
            }
            whenBroken.run();
        }
    }
}
