// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/// The stream of one writer of a [LineMerger]: the bytes that are held, and the rules by which they are written.
///
/// Complete lines are written at once, or, where stack traces have to stay in one piece, once the writer is silent.
public final class LineStream {
    private static final long PROMPT_NANOS = 100_000_000;

    /// Lines that keep coming are not held for longer.
    private static final long OLD_NANOS = 1_000_000_000;

    /// The bytes that wait for the rest of another writer's line.
    private static final int MOST_HELD = 1 << 16;

    private final LineMerger merger;
    private final OutputStream target;
    private final Consumer<IOException> failed;
    private final String tag;
    private final long quiet;

    /// Whether this number of bytes, which are due, have to wait longer.
    IntPredicate waits = _ -> false;

    private volatile byte[] held = {};
    private long since; // when the oldest held byte came
    private long last; // when the last byte came
    private boolean begun; // the beginning of the line is written

    LineStream(LineMerger merger, OutputStream target, Consumer<IOException> failed, String tag, long quiet) {
        this.merger = merger;
        this.target = target;
        this.failed = failed;
        this.tag = tag;
        this.quiet = quiet;
    }

    /// The tag of a line.
    public static String tag(int pe, boolean error) {
        return "[PE " + pe + (error ? " err] " : "] ");
    }

    /// Takes bytes, and writes those that are due.
    public void append(byte[] bytes, int from, int n) {
        merger.locked(() -> {
            last = merger.clock.getAsLong();
            if (!holds()) since = last;
            byte[] all = Arrays.copyOf(held, held.length + n);
            System.arraycopy(bytes, from, all, held.length, n);
            held = all;
            writeDue();
            if (holds()) merger.writeLater();
        });
    }

    /// Writes all bytes; unless `hurried`, they may have to wait for the rest of another writer's line.
    public void flush(boolean hurried) {
        merger.locked(() -> writeFirst(held.length, hurried));
    }

    /// Writes the complete lines.
    void flushLines() {
        merger.locked(() -> writeFirst(whole(), false));
    }

    /// Writes all bytes, and ends the last line.
    public void end() {
        merger.locked(() -> {
            flush(true);
            if (!begun) return;
            endLine();
            merger.written(this, false);
        });
    }

    /// Whether bytes are held, or are being written.
    boolean holds() {
        return held.length > 0;
    }

    String text(int bytes) {
        return new String(held, 0, bytes, StandardCharsets.UTF_8);
    }

    /// Forgets the held bytes; to be called by `waits`.
    void drop() {
        held = new byte[0];
    }

    /// The nanoseconds since the last byte came.
    long silence(long now) {
        return now - last;
    }

    void endLine() {
        begun = false;
        toTarget(new byte[] {'\n'});
    }

    void writeDue() {
        writeFirst(due(merger.clock.getAsLong()), held.length >= MOST_HELD);
    }

    private void writeFirst(int n, boolean hurried) {
        if (n > 0 && merger.admits(this, hurried) && !waits.test(n)) write(n);
    }

    private int due(long now) {
        int all = held.length;
        int whole = whole();
        if (all >= MOST_HELD) return whole > 0 ? whole : all;
        boolean silent = silence(now) > Math.max(quiet, PROMPT_NANOS);
        if (quiet == 0) return silent ? all : whole;
        return silent || now - since > OLD_NANOS ? all : 0;
    }

    /// The bytes of the complete lines.
    private int whole() {
        int whole = held.length;
        while (whole > 0 && held[whole - 1] != '\n') whole--;
        return whole;
    }

    private void write(int n) {
        byte[] due = Arrays.copyOf(held, n);
        toTarget(tag.isEmpty() ? due : tagged(due));
        held = Arrays.copyOfRange(held, n, held.length);
        since = last;
        begun = due[n - 1] != '\n';
        merger.written(this, begun);
    }

    private void toTarget(byte[] bytes) {
        try {
            target.write(bytes);
        } catch (IOException e) {
            failed.accept(e);
        }
    }

    private byte[] tagged(byte[] bytes) {
        int last = bytes.length - 1; // after it no line begins
        String text = new String(bytes, 0, last, StandardCharsets.ISO_8859_1).replace("\n", "\n" + tag);
        String whole = (begun ? "" : tag) + text + (char) (bytes[last] & 0xff);
        return whole.getBytes(StandardCharsets.ISO_8859_1);
    }
}
