// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;

/// The forwarder of the PEs' output, whole lines at a time, so that lines of different PEs never mix.
/*
 * One thread per pipe reads chunks into its `PeStream`, which says when they are due. One more thread does all the
 * writing, so that a stalled reader holds up no other thread: it always writes the stream that is due first.
 *
 * A line without newline that gets no rest for a while is a prompt, and is written without one. Until that line, `open`,
 * is finished the other streams hold back, but not longer than PATIENCE; then a newline separates them.
 */
public final class Output {
    /// The bytes that all streams may hold together, except for a chunk of each.
    private static final int MOST_HELD = 8 << 20;

    private static final int MOST_WORDS = 16;
    private static final int CHUNK = 1 << 14;
    private static final int STACK_BYTES = 1 << 16;
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final long LATE_NANOS = 100_000_000;
    private static final long STATUS_NANOS = 1_000_000_000;
    private static final long SETTLE_NANOS = 30_000_000;

    /// The status of a job whose output has no reader: that of SIGPIPE.
    private static final int UNREAD = 128 + 13;

    /// @param held the bytes of a stream that it has
    private record Piece(OutputStream target, byte[] bytes, int held) {}

    private final OutputStream out;
    private final OutputStream err;
    private final IntConsumer ender;

    /// The launcher's own lines, which begin at once.
    private final PeStream own = new PeStream(-1, -1, true, true, InputStream.nullInputStream(), () -> true);

    private final List<PeStream> streams = new ArrayList<>(List.of(own));
    private final List<String> firstWords = new ArrayList<>(); // of JVMs whose PEs had not begun
    private List<? extends OutputStream> files;
    private boolean tagged;
    private PeStream open; // its unfinished line was written last to the terminal
    private long openUntil;
    private PeStream writing;
    private PeStream turn; // it comes next, since another one's line was ended for it
    private long held;
    private boolean broken;

    /// `ender` ends the job with a status when output of PEs, to `out` or to their own files, cannot be written any
    /// more. Output that `err` does not take is lost.
    public Output(OutputStream out, OutputStream err, IntConsumer ender) {
        this.out = out;
        this.err = err;
        this.ender = ender;
        own.ended = true;
        start("writer", this::write);
    }

    private static void start(String name, Runnable body) {
        Thread.ofPlatform().daemon().stackSize(STACK_BYTES).name(name).start(body);
    }

    /// Sends the output of PEs to these files from now on, or to the launcher's streams for null. The launcher's
    /// own lines stay on its streams.
    public Output into(List<? extends OutputStream> these) {
        files = these;
        return this;
    }

    /// Begins lines with the PE that wrote them. To be called before any process is started.
    public void tag() {
        tagged = true;
    }

    /// Forwards a stream of a process from now on, in a thread of its own. `pe` is the first PE of the process. If
    /// `shared`, the process has several PEs, and tags their lines itself. `begun` is whether one has begun.
    public void forward(int part, int pe, boolean shared, boolean error, InputStream pipe, BooleanSupplier begun) {
        PeStream stream = new PeStream(part, pe, shared, error, pipe, begun);
        synchronized (this) {
            streams.add(stream);
        }
        start("PE " + pe + (error ? " stderr" : " stdout"), () -> read(stream, pipe));
    }

    private void read(PeStream stream, InputStream pipe) {
        byte[] chunk = new byte[CHUNK];
        try {
            while (true) {
                stream.reads(true);
                int n = pipe.read(chunk);
                stream.reads(false);
                if (n < 0) break;
                add(stream, chunk, n);
            }
        } catch (IOException e) {
            // the pipe ended with its process: no more output follows
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(stream);
    }

    private synchronized void add(PeStream stream, byte[] bytes, int n) throws InterruptedException {
        stream.add(bytes, n, System.nanoTime());
        held += n;
        notifyAll();
        while (held > MOST_HELD) wait();
    }

    private synchronized void end(PeStream stream) {
        if (stream.error && stream.size() > 0 && stream.isStarting()) {
            stream.due = Long.MAX_VALUE; // until the status of its process shows whether it has failed
            await(_ -> stream.orphaned, STATUS_NANOS, STATUS_NANOS);
        }
        if (stream.failedToStart && isKnown(stream)) {
            held -= stream.size();
            stream.reset();
        }
        int before = stream.size();
        stream.end(files != null);
        held += stream.size() - before;
        notifyAll();
    }

    /// Whether a JVM whose PE has not begun has words that another one has printed, or the beginning of them. It is
    /// probably about to end: its words wait for its status, and are dropped if it has failed.
    private boolean isRepeated(PeStream stream, long now) {
        boolean repeated = stream.error && stream.isStarting() && held <= MOST_HELD && isKnown(stream);
        if (repeated) stream.due = now + LATE_NANOS;
        return repeated;
    }

    private boolean isKnown(PeStream stream) {
        String words = stream.toString(StandardCharsets.UTF_8);
        if (files != null) return false;
        if (firstWords.stream().anyMatch(known -> known.startsWith(words))) return true;
        if (firstWords.size() < MOST_WORDS) firstWords.add(words);
        return false;
    }

    /// Records that a process has ended, perhaps by a failure before its PE began. Output that its pipes still bring
    /// was under way, or is another process's.
    public synchronized void ended(int part, boolean beforeItsPe) {
        for (PeStream s : streams) if (s.part == part) s.orphan(beforeItsPe, System.nanoTime());
        notifyAll();
    }

    /// Prints a line of the launcher's own, on standard error.
    public synchronized void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        own.add(bytes, bytes.length, System.nanoTime());
        own.hurried = true;
        held += bytes.length;
        notifyAll();
    }

    /// Writes all that has arrived of a process, whose output goes on. Returns false while some of it is on its way.
    public synchronized boolean settled(int part) {
        List<PeStream> its = streams.stream().filter(s -> s.part == part).toList();
        if (!await(now -> its.stream().allMatch(s -> s.isIdle(now)), SETTLE_NANOS, PeStream.IDLE_NANOS)) return false;
        its.forEach(PeStream::hurry);
        notifyAll();
        return await(_ -> its.stream().allMatch(s -> s.size() == 0 && writing != s), SETTLE_NANOS, SETTLE_NANOS);
    }

    /// Waits until the whole output of a process, or of all for -1, has been written. Returns false if the time is over
    /// first.
    public synchronized boolean drained(int part, long nanos) {
        return await(now -> isDrained(part, now), nanos, PeStream.ORPHAN_NANOS);
    }

    private boolean isDrained(int part, long now) {
        for (PeStream s : streams) if ((part < 0 || s.part == part) && !s.isDone(now)) return false;
        return writing == null || part >= 0 && writing.part != part;
    }

    /// Waits until a condition holds, which it looks at when the state has changed and each `pause`
    /// nanoseconds. Returns false if the time is over first.
    private boolean await(LongPredicate condition, long nanos, long pause) {
        long now = System.nanoTime();
        long deadline = now + nanos;
        while (!condition.test(now)) {
            if (deadline - now <= 0) return false;
            try {
                wait(Math.min(deadline - now, pause) / 1_000_000 + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            now = System.nanoTime();
        }
        return true;
    }

    private void write() {
        try {
            while (true) {
                Piece piece = next();
                write(piece.target, piece.bytes);
                written(piece.held);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void written(int count) {
        held -= count;
        writing = null;
        notifyAll();
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
            ender.accept(UNREAD);
        }
    }

    /// Waits until a stream is due and returns its bytes.
    private synchronized Piece next() throws InterruptedException {
        while (true) {
            long now = System.nanoTime();
            if (turn != null) return next(turn, now);
            PeStream first = own;
            for (PeStream s : streams) if (due(s, now) < due(first, now)) first = s;
            long due = due(first, now);
            if (due <= now && !isRepeated(first, now)) return next(first, now);
            if (due > now) wait(due == Long.MAX_VALUE ? 0 : (due - now) / 1_000_000 + 1);
        }
    }

    /// The time at which a stream may write: later than it is due while another one has an unfinished line.
    private long due(PeStream s, long now) {
        if (s.size() == 0 || s.due == Long.MAX_VALUE) return Long.MAX_VALUE;
        boolean full = held > MOST_HELD;
        long due = full ? Math.min(s.due, now) : s.due;
        if (!full && s.isIncomplete()) due = Math.max(due, now + LATE_NANOS);
        return open == null || open == s || s.hurried ? due : Math.max(due, openUntil);
    }

    private Piece next(PeStream s, long now) {
        writing = s;
        turn = null;
        if (open != null && open != s) {
            Piece end = new Piece(open.error ? err : out, new byte[] {'\n'}, 0);
            open.atLineStart = true;
            open = null;
            turn = s;
            return end;
        }
        boolean lineStart = s.atLineStart;
        int before = s.size();
        byte[] bytes = s.take(now);
        boolean inFile = files != null && s != own;
        if (!inFile && !s.atLineStart && open == null) openUntil = now + PATIENCE_NANOS;
        open = inFile || s.atLineStart ? null : s;
        OutputStream target = inFile ? files.get(s.pe) : s.error ? err : out;
        boolean tags = tagged && !s.shared;
        return new Piece(target, tags ? LineTags.tagged(bytes, s.pe, s.error, lineStart) : bytes, before - s.size());
    }
}
