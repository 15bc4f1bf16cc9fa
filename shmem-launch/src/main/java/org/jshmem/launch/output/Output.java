// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jshmem.launch.os.ChildProcess;

/// The forwarder of the PEs' output, whole lines at a time, so that lines of different PEs never mix.
/*
 * One thread per pipe reads and writes, so the kernel's pipes hold what a slow reader has not taken. A reader may stall
 * for ever, so the thread that decides about the job never writes: lines of the launcher's own have threads too.
 */
public final class Output {
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final int MOST_WORDS = 1 << 16;
    private static final int STACK_BYTES = 1 << 16;

    /// The status of a job whose output has no reader: that of SIGPIPE.
    private static final int UNREAD = 128 + 13;

    final OutputStream out;
    final OutputStream err;
    final LineMerger terminal = new LineMerger(PATIENCE_NANOS);
    private final LineStream own; // of the launcher itself
    private final IntConsumer ender;
    private final List<Forwarder> forwarders = new CopyOnWriteArrayList<>();
    private final StringBuilder firstWords = new StringBuilder(); // of JVMs whose PEs had not begun
    List<? extends OutputStream> files;
    boolean tagged;
    private volatile boolean broken;

    /// Ends when the last line of the launcher's own has been written.
    private CompletableFuture<Void> printed = CompletableFuture.completedFuture(null);

    /// `ender` ends the job with a status when output of PEs, to `out` or to their own files, cannot be written any
    /// more. Output that `err` does not take is lost.
    public Output(OutputStream out, OutputStream err, IntConsumer ender) {
        this.out = out;
        this.err = err;
        this.ender = ender;
        own = terminal.stream(err, _ -> {}, "", Long.MAX_VALUE);
    }

    /// The forwarder to the streams of this process.
    public Output(IntConsumer ender) {
        this(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), ender);
    }

    /// Sends the output of PEs to these files, or to the launcher's streams for null, and begins lines with their
    /// PE if `tags`. The launcher's own lines stay on its streams. To be called before any process is started.
    public Output into(List<? extends OutputStream> these, boolean tags) {
        files = these;
        tagged = tags;
        return this;
    }

    /// Forwards the streams of a process from now on, in threads of their own. `pe` is its first PE. If `shared`, the
    /// process has several PEs, and tags their lines itself. `begun` is whether one has begun.
    public void forward(int pe, boolean shared, ChildProcess process, BooleanSupplier begun) {
        var errors = new Forwarder(this, pe, shared, null, process, begun);
        forwarders.addAll(List.of(new Forwarder(this, pe, shared, errors, process, begun), errors));
    }

    static Thread thread(String name, Runnable body) {
        return Thread.ofPlatform().daemon().stackSize(STACK_BYTES).name(name).unstarted(body);
    }

    /// Prints a line of the launcher's own on standard error, after all that has arrived.
    public void print(String line) {
        printed = printed.thenRunAsync(() -> write(line), Output::start);
    }

    /// Where the system has no thread left, that of the caller writes: the line says so.
    private static void start(Runnable body) {
        try {
            thread("launcher", body).start();
        } catch (OutOfMemoryError e) {
            body.run();
        }
    }

    private void write(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        forwarders.forEach(Forwarder::flushShared);
        own.append(bytes, 0, bytes.length);
        own.end();
    }

    /// Whether all that the process of PE `first` has written has arrived.
    public boolean hasArrived(int first) {
        return forwarders.stream().noneMatch(each -> each.pe == first && !each.isIdle());
    }

    /// Waits until the whole output of the process of PE `first`, or of all for -1, has been written. Returns false if
    /// the time is over before.
    public boolean drained(int first, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        for (Forwarder each : forwarders) {
            if ((first < 0 || each.pe == first) && !each.isDone(deadline)) return false;
        }
        try {
            if (first < 0) printed.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether no JVM whose PE had not begun has written these words; remembers them. A program that never begins a
    /// session may write for ever, and is not compared with for longer.
    synchronized boolean isNew(String words) {
        if (firstWords.length() >= MOST_WORDS) return true;
        boolean isNew = firstWords.indexOf(words) < 0;
        if (isNew) firstWords.append(words);
        return isNew;
    }

    /// Ends the job, since what PEs write is lost.
    void fail(String target, IOException e) {
        if (broken) return;
        broken = true;
        if (!"Broken pipe".equals(e.getMessage())) { // a reader that ends early is not reported
            System.err.printf("oshrun: %s cannot be written, %s; the job is ended%n", target, e.getMessage());
        }
        ender.accept(UNREAD);
    }
}
