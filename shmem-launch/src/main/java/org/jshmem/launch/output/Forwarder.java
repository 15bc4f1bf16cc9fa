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

    /// A pipe that has been silent for this long since its process ended has no more output of that process.
    private static final long ORPHAN_NANOS = 200_000_000;

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
    private volatile long active; // when bytes came, or the process ended
    private boolean speaks; // its JVM has words of its own

    /// The lines of the PE's other stream that came before bytes of this one are written before them; null if the pipes
    /// do not show which PE wrote them.
    private final LineStream before;

    /// `errors` forwards the standard error of the same process; null for the forwarder that does.
    Forwarder(Output output, int pe, boolean shared, Forwarder errors, ChildProcess process, BooleanSupplier begun) {
        this.output = output;
        this.pe = pe;
        this.shared = shared;
        error = errors == null;
        before = error || shared ? null : errors.lines;
        this.process = process;
        this.begun = begun;
        pipe = error ? process.errors : process.output;
        lines = stream(output.tagged && !shared ? LineStream.tag(pe, error) : "", error ? QUIET_NANOS : 0);
        lines.waits = this::repeatsAnother;
        active = now();
        ended = process.end.thenRun(() -> active = now());
        thread = Output.thread("PE " + pe + (error ? " stderr" : " stdout"), this);
        thread.start();
    }

    private long now() {
        return output.terminal.clock.getAsLong();
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

    /// Whether the words of a JVM whose PE has not begun wait for the status of the JVM, since another one has printed
    /// them. Once it has failed, they are dropped: 64 JVMs that cannot start print one reason.
    private boolean repeatsAnother(int bytes) {
        boolean starts = error && output.files == null && !begun.getAsBoolean();
        if (!starts || (speaks |= output.isNew(lines.text(bytes)))) return false;
        if (!process.end.isDone()) return true;
        if (process.end.join() != 0) lines.drop();
        return !lines.holds();
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        for (int n = 0; n >= 0; ) {
            busy = false;
            pipe.await();
            busy = true;
            n = pipe.read(chunk, 0, CHUNK);
            active = now();
            if (n > 0 && before != null) before.flushLines();
            if (n > 0) lines.append(chunk, 0, n);
        }
        if (lines.holds() && !begun.getAsBoolean()) process.end.join(); // its status decides about its last words
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
        return ended.isDone() && now() - active > ORPHAN_NANOS && isIdle() && !lines.holds();
    }
}
