// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;

/// The forwarder of the PEs' output, whole lines at a time, so that lines of different PEs never mix.
/*
 * One thread per pipe reads chunks. Standard output: the complete lines of a chunk are written in one locked write, and
 * the tail waits for its rest. Standard error: lines are held until the pipe is quiet for a moment, longer in the
 * middle of a stack trace, so that a trace stays in one piece. A tail without newline that gets no rest for 100 ms is a
 * prompt and is written without one. Until its line is finished the others hold back (the `open` stream), but not
 * longer than PATIENCE; then a newline separates them. One timer thread writes output that is due. One more thread,
 * `Writer`, does all the writing. The state of a stream, and its held output, is a `PeStream`.
 *
 * A JVM that cannot start prints many lines, and 64 JVMs may print them at once. These are kept for the launcher, which
 * makes one line of them.
 */
public final class Output {
    private static final int LONGEST_HELD = 1 << 20;

    /// The bytes that all streams may hold together: a part of the launcher's Java heap.
    private static final int MOST_HELD = 64 << 20;

    /// Lines of standard error are not held for longer, except those of a stack trace that is not complete.
    static final long OLD_NANOS = 300_000_000;

    private static final int STACK_BYTES = 1 << 16;

    /// The status of a job whose output has no reader: that of SIGPIPE.
    private static final int UNREAD = 128 + 13;

    private final Writer writer;
    private final Screen screen;
    private final List<PeStream> streams = new ArrayList<>();

    private boolean timing;
    private long timerAt = Long.MAX_VALUE; // when the timer looks next

    /// `ender` ends the job with a status when standard output has no reader any more.
    public Output(OutputStream out, OutputStream err, IntConsumer ender) {
        this.writer = new Writer(out, err, () -> ender.accept(UNREAD), this::awaken);
        this.screen = new Screen(out, err, writer, this);
    }

    /// Sends the output of PEs to these files from now on, or to the launcher's streams for null. The launcher's
    /// own lines stay on its streams.
    public Output into(List<? extends OutputStream> these) {
        screen.into(these);
        return this;
    }

    /// Begins lines with the PE that wrote them. To be called before any process is started.
    public void tag() {
        screen.tag();
    }

    /// Forwards a stream of a process from now on, in a thread of its own. `pe` is the first PE of the process. If
    /// `shared`, the process has several PEs, and tags their lines itself.
    public void forward(int part, int pe, boolean shared, boolean error, InputStream pipe) {
        PeStream stream = new PeStream(part, pe, shared, error, pipe);
        startTimer(); // first, so that its failure leaves nothing half done
        writer.start();
        synchronized (this) {
            streams.add(stream);
        }
        Thread.ofPlatform()
                .daemon()
                .stackSize(STACK_BYTES)
                .name("PE " + pe + (error ? " stderr" : " stdout"))
                .start(() -> forward(stream, pipe));
    }

    private void forward(PeStream stream, InputStream pipe) {
        stream.reads(true);
        try {
            pipe.transferTo(new Forwarding(stream));
        } catch (IOException e) {
            // the pipe ended with its process: no more output follows
        }
        end(stream);
    }

    /// The target of the bytes of a stream, in the pieces in which they arrive.
    private final class Forwarding extends OutputStream {
        private final PeStream stream;

        Forwarding(PeStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            stream.reads(false);
            accept(stream, bytes, offset, count);
            try {
                writer.awaitRoom();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            stream.reads(true);
        }
    }

    /// Records that a process has ended, with this status. Output that its pipes still bring was under way, or is
    /// another process's.
    public synchronized void ended(int part, int status) {
        for (PeStream s : streams) {
            if (s.part != part) continue;
            s.orphan(status == 0, System.nanoTime());
            if (s.well && !s.stillborn.isEmpty())
                screen.write(s, s.held.size()); // another JVM's words: this one started
            if (s.well) s.stillborn = "";
        }
        notifyAll();
    }

    private synchronized void awaken() {
        notifyAll();
    }

    public synchronized void say(String line) {
        screen.say(line);
        lineHasEnded(System.nanoTime());
    }

    /// Writes all that has arrived of a process, whose output goes on. Returns false while some of it is on its way.
    public synchronized boolean settled(int part) {
        long now = System.nanoTime();
        for (PeStream s : streams) if (s.part == part && !s.ended && !s.isIdle(now)) return false;
        for (PeStream s : streams) {
            if (s.part != part || s.held.size() == 0) continue;
            screen.endOther(s);
            write(s, s.held.size(), now);
        }
        return writer.isEmpty();
    }

    /// Waits until the whole output of a process has been written. Returns false if the time is over first.
    public synchronized boolean drained(int part, long nanos) throws InterruptedException {
        return await(now -> isDrained(part, now), nanos);
    }

    private boolean await(LongPredicate condition, long nanos) throws InterruptedException {
        long now = System.nanoTime();
        long deadline = now + nanos;
        while (!condition.test(now)) {
            if (deadline - now <= 0) return false;
            wait(Math.min(deadline - now, PeStream.ORPHAN_NANOS) / 1_000_000 + 1);
            now = System.nanoTime();
        }
        return true;
    }

    private boolean isDrained(int part, long now) {
        for (PeStream s : streams) if ((part < 0 || s.part == part) && !s.isDone(now)) return false;
        return writer.isEmpty();
    }

    private synchronized void accept(PeStream stream, byte[] chunk, int offset, int n) {
        take(stream, chunk, offset, n);
        wakeTimer(stream);
    }

    private void wakeTimer(PeStream stream) {
        if (stream.due - timerAt < 0) notifyAll();
    }

    private void take(PeStream stream, byte[] chunk, int offset, int n) {
        long now = System.nanoTime();
        stream.putOff = false;
        if (stream.held.size() == 0) stream.heldSince = now;
        stream.held.write(chunk, offset, n);
        if (stream.error && !stream.warned && !stream.dropWarning()) return;
        if (stream.mayNotStart(now)) return;
        boolean tooMuch = stream.held.size() > Math.min(LONGEST_HELD, MOST_HELD / streams.size());
        int ready = stream.error && !tooMuch ? 0 : stream.held.lastNewline() + 1;
        if (ready == 0 && tooMuch) ready = stream.held.size();
        if (ready == 0 && now - stream.heldSince > OLD_NANOS) {
            ready = stream.held.beforeTrace();
            stream.heldSince = now;
        }
        if (ready > 0) {
            int held = stream.held.size();
            if (screen.awaitTurn(stream)) lineHasEnded(System.nanoTime());
            ready -= held - stream.held.size(); // what another thread has written meanwhile
            write(stream, ready, System.nanoTime());
        } else {
            write(stream, 0, now);
        }
    }

    private void write(PeStream stream, int n, long now) {
        boolean open = screen.isOpen(stream);
        if (n > 0) screen.write(stream, n);
        stream.due = stream.held.size() == 0 ? Long.MAX_VALUE : now + stream.quietNanos();
        if (open && !screen.isOpen(stream)) lineHasEnded(now);
    }

    /// Lets a stream write at `due`, or later if another one has an unfinished line.
    private void putOff(PeStream stream, long due, long now) {
        stream.due = screen.turn(stream, due, now);
        stream.putOff |= stream.due != due;
    }

    /// Lets streams write that were held back while another one had an unfinished line on the terminal.
    private void lineHasEnded(long now) {
        for (PeStream s : streams) {
            if (!s.putOff) continue;
            s.putOff = false;
            s.due = now;
            wakeTimer(s);
        }
    }

    /// The reason why a JVM could not start, in its words, those on standard error first; empty if it could.
    public synchronized String stillborn(int part) {
        String reason = "";
        for (PeStream s : streams) {
            if (s.part != part || s.stillborn.isEmpty()) continue;
            if (s.error) return s.stillborn;
            if (reason.isEmpty()) reason = s.stillborn;
        }
        return reason;
    }

    private synchronized void end(PeStream stream) {
        if (stream.held.size() > 0 && screen.awaitTurn(stream)) lineHasEnded(System.nanoTime());
        stream.stillborn = stream.why();
        boolean cutShort = !stream.begun && StartFailure.isCutShort(stream.held); // killed before it printed the reason
        if (stream.held.size() > 0 && stream.stillborn.isEmpty() && !cutShort) screen.write(stream, stream.held.size());
        boolean open = screen.isOpen(stream);
        screen.end(stream);
        stream.due = Long.MAX_VALUE;
        stream.putOff = false;
        stream.ended = true;
        if (open) lineHasEnded(System.nanoTime());
        notifyAll();
    }

    private synchronized void startTimer() {
        if (timing) return;
        timing = true;
        Thread.ofPlatform().daemon().name("output timer").stackSize(STACK_BYTES).start(this::flushWhatIsDue);
    }

    private void flushWhatIsDue() {
        try {
            flushUntilInterrupted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void flushUntilInterrupted() throws InterruptedException {
        while (true) {
            long now = System.nanoTime();
            long next = now + 3_600_000_000_000L;
            for (PeStream stream : streams) {
                if (stream.due == Long.MAX_VALUE) continue;
                if (stream.due - now <= 0 && !stream.isRead()) {
                    stream.due =
                            now + PeStream.PROMPT_NANOS; // its thread waits for room: the rest of a line may be there
                }
                // this thread must not wait for one stream
                if (stream.due - now <= 0) putOff(stream, stream.due, now);
                if (stream.due - now <= 0) {
                    screen.awaitTurn(stream); // ends the open line at once: its time is over
                    write(stream, stream.held.size(), now);
                    next = now; // the end of a line lets others write, also those before this one
                } else if (stream.due - next < 0) {
                    next = stream.due;
                }
            }
            timerAt = next;
            wait(Math.max(1, (next - System.nanoTime()) / 1_000_000));
        }
    }
}
