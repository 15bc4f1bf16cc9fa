// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// One of the two output streams of a process of PEs: the bytes that are held, and the time at which they are due.
/// All fields except `readingSince` change under the lock of [Output].
///
/// Complete lines of standard output are due at once. Lines of standard error are due when the stream is silent for a
/// moment, so that stack traces stay in one piece.
final class PeStream extends ByteArrayOutputStream {
    /// A pipe that has been silent for this long since its process ended has no more output of that process.
    static final long ORPHAN_NANOS = 200_000_000;

    private static final long PROMPT_NANOS = 100_000_000;
    static final long IDLE_NANOS = 1_000_000; // less than the pause between lines of PEs that print often
    private static final long QUIET_NANOS = 250_000_000;

    /// Lines of standard error that keep coming are not held for longer.
    private static final long OLD_NANOS = 1_000_000_000;

    private static final byte[] INCUBATOR =
            "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII);

    final int part;
    final int pe;

    /// It is that of a JVM with several PEs, which writes whole lines and tags them itself.
    final boolean shared;

    final boolean error;
    private final InputStream source;
    private final BooleanSupplier begun;

    /// The time at which held bytes are to be written.
    long due = Long.MAX_VALUE;

    /// Its bytes do not wait for the end of another stream's line.
    boolean hurried;

    /// No more bytes follow.
    boolean ended;

    /// Its process has ended, by a failure before its PE began.
    boolean failedToStart;

    boolean orphaned;
    boolean atLineStart = true;
    private long orphanedSince;
    private long since; // when the oldest held byte arrived
    private int whole; // the held bytes up to the last newline
    private boolean written;
    private volatile long readingSince; // when its thread began to wait for more, or 0

    PeStream(int part, int pe, boolean shared, boolean error, InputStream source, BooleanSupplier begun) {
        this.part = part;
        this.pe = pe;
        this.shared = shared;
        this.error = error;
        this.source = source;
        this.begun = begun;
    }

    /// Records that its thread begins to wait for more, or has got some.
    void reads(boolean begins) {
        readingSince = begins ? System.nanoTime() : 0;
    }

    void add(byte[] bytes, int n, long now) {
        if (count == 0) since = now;
        write(bytes, 0, n);
        for (int k = count; k > count - n && whole < k; k--) if (buf[k - 1] == '\n') whole = k;
        due = dueAfter(now);
    }

    /// The time at which the held bytes are due if no more arrive after `last`.
    private long dueAfter(long last) {
        if (count == 0) return Long.MAX_VALUE;
        if (ended || hurried || !error && whole > 0) return since;
        if (!error) return last + PROMPT_NANOS;
        return Math.min(last + QUIET_NANOS, since + OLD_NANOS);
    }

    /// Whether its JVM may end before the PE begins.
    boolean isStarting() {
        return !orphaned && !begun.getAsBoolean();
    }

    /// Makes all held bytes due.
    void hurry() {
        hurried = count > 0;
        due = dueAfter(since);
    }

    /// Records that no more bytes follow. Ends the last line.
    void end(boolean inFile) {
        ended = true;
        if (!inFile && (count == 0 ? !atLineStart : whole < count)) write('\n');
        due = dueAfter(since);
    }

    /// Whether the held bytes are the beginning of a line, and its thread may be about to add the rest.
    boolean isIncomplete() {
        return whole == 0 && !ended && readingSince == 0;
    }

    /// Takes the bytes that are due: complete lines, and what has stayed without a newline for a while.
    byte[] take(long now) {
        boolean silent = readingSince != 0 && now - readingSince >= (whole < count ? PROMPT_NANOS : 0);
        int n = whole == 0 || ended || hurried || silent ? count : whole;
        byte[] taken = Arrays.copyOf(buf, n);
        System.arraycopy(buf, n, buf, 0, count - n);
        count -= n;
        whole = Math.max(0, whole - n);
        since = now;
        hurried &= count > 0;
        due = dueAfter(now);
        if (n > 0) atLineStart = taken[n - 1] == '\n';
        int warning = INCUBATOR.length;
        boolean warns = error && !written && n >= warning && Arrays.equals(INCUBATOR, 0, warning, taken, 0, warning);
        written = true;
        return warns ? Arrays.copyOfRange(taken, warning, n) : taken;
    }

    @Override
    public synchronized void reset() {
        super.reset();
        whole = 0;
    }

    /// Records that its process has ended.
    void orphan(boolean beforeItsPe, long now) {
        failedToStart = beforeItsPe;
        orphaned = true;
        orphanedSince = now;
    }

    /// Whether all output has arrived. That holds also if a process that the PE had started keeps the pipe open
    /// and is silent. A silence before the end of its process says nothing: the last lines are often written then.
    boolean isDone(long now) {
        long reading = readingSince;
        boolean silent = reading != 0 && Math.min(now - reading, now - orphanedSince) > ORPHAN_NANOS && isEmpty();
        return count == 0 && (ended || orphaned && silent);
    }

    /// Whether its thread waits for more, and has taken all that has arrived.
    boolean isIdle(long now) {
        long reading = readingSince;
        return ended || reading != 0 && now - reading > IDLE_NANOS && isEmpty();
    }

    /// Whether its thread has taken all that has arrived, however late a busy machine lets it run.
    private boolean isEmpty() {
        try {
            return source.available() == 0;
        } catch (IOException e) {
            return true; // closed
        }
    }
}
