// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The target of all output: the launcher's own streams, on which lines of different PEs do not mix, or files of the
/// PEs. All methods are called under the lock of [Output].
final class Screen {
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final OutputStream out;
    private final OutputStream err;
    private final Writer writer;
    private final Object lock;

    /// Whether lines begin with the PE that wrote them.
    private boolean tagged;

    /// The files to which PEs write; null for `out` and `err`.
    private List<? extends OutputStream> files;

    /// The stream whose unfinished line was written last to the terminal, or null.
    private PeStream open;

    private long openUntil;

    /// `writer` writes to the launcher's streams `out` and `err`.
    Screen(OutputStream out, OutputStream err, Writer writer, Object lock) {
        this.out = out;
        this.err = err;
        this.writer = writer;
        this.lock = lock;
    }

    void into(List<? extends OutputStream> these) {
        files = these;
    }

    void tag() {
        tagged = true;
    }

    /// Prints a line of the launcher's own, on standard error.
    void say(String line) {
        closeLine();
        writer.put(err, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// The time at which a stream that is due may write: later than `due` while another stream has an unfinished line.
    long turn(PeStream stream, long due, long now) {
        return open != null && open != stream && openUntil - now > 0 ? openUntil : due;
    }

    boolean isOpen(PeStream stream) {
        return open == stream;
    }

    /// Ends the unfinished line of another stream.
    void endOther(PeStream stream) {
        if (open != stream) closeLine();
    }

    /// Waits until the stream with an unfinished line on the terminal has finished it, for PATIENCE at most. Returns
    /// whether it has ended that line itself.
    boolean awaitTurn(PeStream stream) {
        boolean interrupted = false;
        boolean ends = false;
        while (open != null && open != stream) {
            long left = openUntil - System.nanoTime();
            if (left <= 0) {
                open.impatient = true;
                closeLine();
                ends = true;
                break;
            }
            try {
                lock.wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        return ends;
    }

    void end(PeStream stream) {
        if (open == stream) closeLine();
    }

    /// Ends the unfinished line, so that the next one starts at the left.
    private void closeLine() {
        if (open == null) return;
        writer.put(open.error ? err : out, new byte[] {'\n'});
        open.atLineStart = true;
        open = null;
        lock.notifyAll();
    }

    void write(PeStream stream, int n) {
        byte[] bytes = stream.held.take(n);
        stream.begun = true;
        boolean lineStart = stream.atLineStart;
        stream.atLineStart = bytes[bytes.length - 1] == '\n';
        OutputStream target = files != null ? files.get(stream.pe) : stream.error ? err : out;
        boolean tags = tagged && !stream.shared;
        writer.put(target, tags ? LineTags.tagged(bytes, stream.pe, stream.error, lineStart) : bytes);
        if (files != null) return;
        if (!stream.atLineStart) {
            open = stream;
            openUntil = stream.impatient ? System.nanoTime() : System.nanoTime() + PATIENCE_NANOS;
        } else if (open == stream) {
            open = null;
            lock.notifyAll();
        }
    }
}
