// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The text of several writers on its way to the same terminal: whole lines at a time, so that lines of different
/// writers never mix.
///
/// A line that gets no rest for a moment is a prompt, and is written without its end. The lines of other writers then
/// wait for the rest of it, but not longer than the patience; after that a newline separates them.
public final class LineMerger {
    private static final long LOOK_MILLIS = 50;

    /// Fair, since a writer that never rests would keep the others out.
    private final ReentrantLock lock = new ReentrantLock(true);

    /// Of nanoseconds; a test has its own.
    LongSupplier clock = System::nanoTime;

    private final long patience;
    private final List<LineStream> streams = new CopyOnWriteArrayList<>();
    private LineStream open; // its unfinished line was written last
    private boolean looks;

    /// `patience` is the time in nanoseconds for which lines wait for the rest of another writer's line.
    public LineMerger(long patience) {
        this.patience = patience;
    }

    /// A stream for a writer. Its lines begin with a tag, and are written once it is silent for `quiet` nanoseconds.
    /// `failed` gets the exceptions of the target.
    public LineStream stream(OutputStream target, Consumer<IOException> failed, String tag, long quiet) {
        var stream = new LineStream(this, target, failed, tag, quiet);
        streams.add(stream);
        return stream;
    }

    void locked(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }

    /// Whether a stream may write now. Ends the unfinished line of another one if it need not wait for its rest.
    boolean admits(LineStream stream, boolean hurried) {
        if (open == null || open == stream) return true;
        if (!hurried && open.silence(clock.getAsLong()) < patience) return false;
        open.endLine();
        open = null;
        return true;
    }

    /// Records that a stream has written, perhaps the beginning of a line. Otherwise the lines that have waited for it
    /// follow.
    void written(LineStream stream, boolean unfinished) {
        boolean awaited = open == stream && !unfinished;
        open = unfinished ? stream : null;
        if (awaited) streams.forEach(LineStream::writeDue);
    }

    /// Ends the unfinished lines of all writers.
    public void end() {
        streams.forEach(LineStream::end);
    }

    /// Writes what is held, once it is due.
    void writeLater() {
        if (looks) return;
        looks = true;
        Thread.ofPlatform().daemon().name("output").start(this::writeHeld);
    }

    private void writeHeld() {
        try {
            while (looks) {
                Thread.sleep(LOOK_MILLIS);
                locked(() -> {
                    streams.forEach(LineStream::writeDue);
                    looks = streams.stream().anyMatch(LineStream::holds);
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
