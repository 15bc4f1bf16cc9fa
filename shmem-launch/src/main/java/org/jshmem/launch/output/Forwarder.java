// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Pipe;

/// The way of the bytes of one pipe to the terminal, or to the file of a PE.
/*
 * The thread awaits bytes without taking them, and takes them only while `busy`. So bytes are in the pipe, or the thread
 * is busy, or they have arrived in the stream: between these no moment is left in which they look like silence.
 */
final class Forwarder implements Runnable {
    private static final long QUIET_NANOS = 250_000_000;
    private static final long LOOK_NANOS = 20_000_000;
    private static final int CHUNK = 1 << 14;

    /// The most first words that are remembered, because a program that never begins a session may write for ever.
    private static final int MOST_SAID = 1 << 16;

    /// A pipe that has been silent for this long since its process ended has no more output of that process.
    static final long ORPHAN_NANOS = 200_000_000;

    final int pe;
    private final Output output;
    private final ChildProcess process;
    private final Pipe pipe;
    private final LineStream lines;
    private final boolean shared;
    private final boolean error;
    private final BooleanSupplier begun;
    private final CompletableFuture<Void> ended;
    private final Thread thread;
    private volatile boolean busy;
    private volatile long active = System.nanoTime(); // when bytes came, or the process ended
    private String said = ""; // the words of a JVM that is starting, as far as they have been printed

    Forwarder(Output output, int pe, boolean shared, boolean error, ChildProcess process, BooleanSupplier begun) {
        this.output = output;
        this.pe = pe;
        this.shared = shared;
        this.error = error;
        this.process = process;
        this.begun = begun;
        pipe = error ? process.errors() : process.output();
        lines = stream(output.tagged && !shared ? LineStream.tag(pe, error) : "", error ? QUIET_NANOS : 0);
        lines.waits = this::repeatsAnother;
        ended = process.end().thenRun(() -> active = System.nanoTime());
        thread = Output.thread("PE " + pe + (error ? " stderr" : " stdout"), this);
        thread.start();
    }

    private LineStream stream(String tag, long quiet) {
        if (output.files != null) {
            String name = "the file of a PE (--output-filename)";
            return new LineMerger(0).stream(output.files.get(pe), e -> output.fail(name, e), tag, quiet);
        }
        return error
                ? output.terminal.stream(output.err, _ -> {}, tag, quiet)
                : output.terminal.stream(output.out, e -> output.fail("standard output", e), tag, quiet);
    }

    /// Whether these may be the last words of a JVM that ends before its PE begins. They are printed once for all JVMs.
    private boolean isStarting() {
        return error && output.files == null && said.length() < MOST_SAID && !begun.getAsBoolean();
    }

    /// Whether the words wait for the status of the JVM, since another one has printed them. Once it has failed,
    /// they are dropped.
    private boolean repeatsAnother(int bytes) {
        if (!isStarting() || !isRepeated(lines.text(bytes))) return false;
        if (!ended.isDone()) return true;
        if (process.end().join() == 0) return false;
        lines.dropIf(_ -> true);
        return true;
    }

    /// Whether another JVM has printed these words. Else they are this one's from now on: a look that comes before they
    /// are printed must not take them for another's.
    private boolean isRepeated(String words) {
        if (output.isKnown(said + words)) return true;
        said += words;
        return false;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        for (int n = 0; n >= 0; ) {
            busy = false;
            pipe.await();
            busy = true;
            n = pipe.read(chunk, 0, CHUNK);
            active = System.nanoTime();
            if (n > 0) lines.append(chunk, 0, n);
        }
        if (lines.holds() && isStarting() && process.end().join() != 0) lines.dropIf(this::isRepeated);
        if (output.files != null) lines.flush(true);
        else lines.end();
        pipe.close();
    }

    /// Whether all bytes of the pipe have arrived. A thread that takes bytes after the first look is busy at the
    /// second.
    boolean isIdle() {
        return !thread.isAlive() || pipe.available() == 0 && !busy;
    }

    /// Writes what has arrived of a JVM with several PEs, which itself writes whole lines and stack traces.
    void flushShared() {
        if (shared) lines.flush(true);
    }

    /// Waits until all bytes are written. That holds also if a process that the PE had started keeps the pipe
    /// open and is silent. A silence before the end of the PE's process says nothing: the last lines are
    /// often written then.
    boolean isDone(long deadline) throws InterruptedException {
        while (true) {
            long left = deadline - System.nanoTime();
            if (thread.join(Duration.ofNanos(Math.clamp(left, 0, LOOK_NANOS))) || isOrphan()) return true;
            if (left <= 0) return false;
        }
    }

    private boolean isOrphan() {
        return ended.isDone() && System.nanoTime() - active > ORPHAN_NANOS && isIdle() && !lines.holds();
    }
}
