// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.output.LineTags;
import org.jshmem.runtime.Binding;

/// The standard streams of the PEs of this JVM, which writes whole lines, so that lines of different PEs do not
/// mix. PE 0 has the standard input. A thread writes for the PE that started it.
///
/// The beginning of a line is written when its PE flushes it, reads input or ends, and after a tenth of a second. The
/// lines of other PEs then wait for the rest of it, for a second at most.
final class PeStreams {
    private static final int NO_PE = -1;
    private static final long PROMPT_NANOS = 100_000_000;
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long LOOK_MILLIS = 50;

    /// The bytes of a PE that wait for the rest of another one's line.
    private static final int MOST_HELD = 1 << 20;

    private final InheritableThreadLocal<Integer> current = new InheritableThreadLocal<>();
    private final boolean tagged;
    private final long patience;
    final Sink out;
    final Sink err;

    /// `patience` is the time in nanoseconds for which lines wait for the rest of another PE's line.
    PeStreams(OutputStream out, OutputStream err, boolean tagged, long patience) {
        this.tagged = tagged;
        this.patience = patience;
        this.out = new Sink(out, false);
        this.err = new Sink(err, true);
        Thread.ofPlatform().daemon().name("output").start(this::writeBeginnings);
    }

    /// Replaces the standard streams of this JVM by those of its PEs.
    static PeStreams install() {
        var streams = new PeStreams(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                Boolean.getBoolean(MemberJvm.TAGGED_PROPERTY),
                PATIENCE_NANOS);
        System.setOut(output(streams.out, "stdout.encoding"));
        System.setErr(output(streams.err, "stderr.encoding"));
        System.setIn(streams.new Source(System.in));
        return streams;
    }

    private static PrintStream output(Sink sink, String charset) {
        Charset known = Charset.forName(System.getProperty(charset, "UTF-8"), StandardCharsets.UTF_8);
        return new PrintStream(sink, false, known);
    }

    /// From now on this thread, and the threads that it starts, write as this PE.
    void become(int pe) {
        current.set(pe);
    }

    /// Ends the unfinished lines of a PE.
    synchronized void end(int pe) {
        try {
            out.end(pe);
            err.end(pe);
        } catch (IOException e) {
            // the launcher is gone
        }
    }

    /// Ends all unfinished lines.
    synchronized void end() {
        for (Sink sink : new Sink[] {out, err})
            sink.lines.keySet().stream().toList().forEach(this::end);
    }

    private synchronized void writeBeginnings() {
        try {
            while (true) {
                wait(out.holds() || err.holds() ? LOOK_MILLIS : 0);
                long now = System.nanoTime();
                out.writeOlder(now);
                err.writeOlder(now);
            }
        } catch (InterruptedException | IOException e) {
            // the launcher is gone
        }
    }

    private int pe() {
        Integer pe = Binding.isCommon() ? null : current.get(); // the common pool has inherited from any PE
        return pe == null ? NO_PE : pe;
    }

    /// The bytes of a PE that are not written.
    private static final class Line extends ByteArrayOutputStream {
        private final int pe;
        private long since; // when the last bytes came
        private boolean begun; // the beginning of the line is written

        Line(int pe) {
            this.pe = pe;
        }

        int whole() {
            int n = count;
            while (n > 0 && buf[n - 1] != '\n') n--;
            return n;
        }

        byte[] take(int n) {
            byte[] taken = Arrays.copyOf(buf, n);
            System.arraycopy(buf, n, buf, 0, count - n);
            count -= n;
            return taken;
        }
    }

    /// One of the two output streams, for all PEs.
    final class Sink extends OutputStream {
        private final OutputStream target;
        private final boolean error;
        private final Map<Integer, Line> lines = new TreeMap<>();
        private Line open; // its beginning is written, and its end is not

        private Sink(OutputStream target, boolean error) {
            this.target = target;
            this.error = error;
        }

        private boolean holds() {
            return lines.values().stream().anyMatch(line -> line.size() > 0);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int n) throws IOException {
            synchronized (PeStreams.this) {
                Line line = lines.computeIfAbsent(pe(), Line::new);
                line.write(bytes, from, n);
                line.since = System.nanoTime();
                write(line, line.whole());
                if (line.size() > 0) PeStreams.this.notifyAll();
            }
        }

        @Override
        public void flush() throws IOException {
            synchronized (PeStreams.this) {
                Line line = lines.get(pe());
                if (line != null) write(line, line.size());
            }
        }

        /// Writes the first n bytes, unless they have to wait for the rest of another PE's line.
        private void write(Line line, int n) throws IOException {
            if (n == 0) return;
            if (open != null && open != line) {
                if (line.size() < MOST_HELD && System.nanoTime() - open.since < patience) return;
                endOpen();
            }
            byte[] bytes = line.take(n);
            boolean ends = bytes[n - 1] == '\n';
            target.write(tagged && line.pe != NO_PE ? LineTags.tagged(bytes, line.pe, error, !line.begun) : bytes);
            line.begun = !ends;
            boolean othersWait = open != null && ends;
            open = ends ? null : line;
            if (othersWait) for (Line other : lines.values()) write(other, other.whole());
        }

        private void endOpen() throws IOException {
            if (open == null) return;
            target.write('\n');
            open.begun = false;
            open = null;
        }

        private void writeOlder(long now) throws IOException {
            for (Line line : lines.values()) {
                write(line, now - line.since > PROMPT_NANOS ? line.size() : line.whole());
            }
        }

        private void end(int pe) throws IOException {
            Line line = lines.remove(pe);
            if (line == null || line.size() == 0 && open != line) return;
            if (open != line) endOpen();
            write(line, line.size());
            if (open == line) endOpen();
        }
    }

    /// The standard input for PE 0 and for threads of no PE; it is empty for the other PEs.
    private final class Source extends InputStream {
        private final InputStream in;

        Source(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return isOpen() ? in.read() : -1;
        }

        @Override
        public int read(byte[] to, int from, int n) throws IOException {
            return isOpen() ? in.read(to, from, n) : n == 0 ? 0 : -1;
        }

        private boolean isOpen() throws IOException {
            if (pe() > 0) return false;
            out.flush(); // a prompt
            return true;
        }

        @Override
        public int available() throws IOException {
            return pe() > 0 ? 0 : in.available();
        }
    }
}
