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
import java.util.concurrent.ConcurrentHashMap;

/// Standard streams for each PE of this JVM: what one writes comes out in whole lines, PE 0 has standard input.
///
/// A line of standard output goes out when it is complete; one without an end after a while, or where PE 0 reads,
/// and so as it is. Standard error is held until nothing more comes for a moment, so that a stack trace stays in
/// one piece. A thread writes for the PE that started it.
final class PeStreams {
    private static final long PROMPT_NANOS = 2_000_000_000;
    private static final long QUIET_NANOS = 10_000_000;
    private static final int MOST_HELD = 1 << 16;
    private static final int NO_PE = -1;

    private final InheritableThreadLocal<Integer> current = new InheritableThreadLocal<>();
    private final boolean tagged;
    private final Sink out;
    private final Sink err;

    private PeStreams(boolean tagged) {
        this.tagged = tagged;
        this.out = new Sink(new FileOutputStream(FileDescriptor.out), false);
        this.err = new Sink(new FileOutputStream(FileDescriptor.err), true);
    }

    /// Replaces the standard streams of this JVM by those of its PEs.
    static PeStreams install(boolean tagged) {
        var streams = new PeStreams(tagged);
        System.setOut(new PrintStream(streams.out, true, charset("stdout.encoding")));
        System.setErr(new PrintStream(streams.err, true, charset("stderr.encoding")));
        System.setIn(streams.new Source(System.in));
        Thread.ofPlatform().daemon().name("streams").start(streams::flushWhatIsDue);
        return streams;
    }

    private static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, "UTF-8"), StandardCharsets.UTF_8);
    }

    /// From now on this thread, and those that it starts, write as this PE.
    void become(int pe) {
        current.set(pe);
    }

    /// Writes what is held, also lines without an end.
    void flush() {
        out.flushAll(Long.MAX_VALUE);
        err.flushAll(Long.MAX_VALUE);
    }

    /// Writes what this PE has left, also a line without an end: others may be in the middle of one.
    void flushOwn() {
        out.flushOf(pe());
        err.flushOf(pe());
    }

    private int pe() {
        Integer pe = current.get();
        return pe == null ? NO_PE : pe;
    }

    private void flushWhatIsDue() {
        try {
            while (true) {
                Thread.sleep(QUIET_NANOS / 1_000_000);
                long now = System.nanoTime();
                out.flushAll(now - PROMPT_NANOS);
                err.flushAll(now - QUIET_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What one PE has written and this JVM has not.
    private static final class Held extends ByteArrayOutputStream {
        boolean atLineStart = true;
        volatile long since;

        int complete() {
            for (int i = count - 1; i >= 0; i--) if (buf[i] == '\n') return i + 1;
            return 0;
        }

        byte[] take(int n) {
            byte[] taken = Arrays.copyOf(buf, n);
            System.arraycopy(buf, n, buf, 0, count - n);
            count -= n;
            return taken;
        }
    }

    /// One of the two output streams, for all PEs.
    private final class Sink extends OutputStream {
        private final OutputStream target;
        private final boolean holds;
        private int last = NO_PE; // the PE whose unfinished line stands last
        private final Map<Integer, Held> held = new ConcurrentHashMap<>();

        Sink(OutputStream target, boolean holds) {
            this.target = target;
            this.holds = holds;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int n) throws IOException {
            int pe = pe();
            Held mine = held.computeIfAbsent(pe, k -> new Held());
            synchronized (mine) {
                mine.write(bytes, from, n);
                mine.since = System.nanoTime();
                int lines = mine.complete();
                if (mine.size() > MOST_HELD) put(pe, mine, mine.size());
                else if (lines > 0 && !holds) put(pe, mine, lines);
            }
        }

        /// Writes what is held of a PE.
        void flushOf(int pe) {
            Held theirs = held.get(pe);
            if (theirs == null) return;
            synchronized (theirs) {
                if (theirs.size() > 0) put(pe, theirs, theirs.size());
            }
        }

        /// Writes what has been held since `latest` or longer.
        void flushAll(long latest) {
            held.forEach((pe, theirs) -> {
                if (theirs.size() == 0 || latest != Long.MAX_VALUE && theirs.since - latest > 0) return;
                synchronized (theirs) {
                    if (theirs.size() > 0) put(pe, theirs, theirs.size());
                }
            });
        }

        private void put(int pe, Held theirs, int n) {
            byte[] bytes = theirs.take(n);
            if (tagged && pe != NO_PE) bytes = tag("[PE " + pe + (holds ? " err] " : "] "), bytes, theirs);
            try {
                target(pe, bytes);
            } catch (IOException e) {
                return; // nobody reads it any more
            }
        }

        /// One write: lines of different PEs do not mix. One that was left unfinished is ended.
        private synchronized void target(int pe, byte[] bytes) throws IOException {
            if (last != NO_PE && last != pe) target.write('\n');
            target.write(bytes);
            last = bytes[bytes.length - 1] == '\n' ? NO_PE : pe;
        }

        private byte[] tag(String tag, byte[] bytes, Held theirs) {
            byte[] prefix = tag.getBytes(StandardCharsets.US_ASCII);
            var result = new ByteArrayOutputStream(bytes.length + 4 * prefix.length);
            for (byte b : bytes) {
                if (theirs.atLineStart) result.writeBytes(prefix);
                result.write(b);
                theirs.atLineStart = b == '\n';
            }
            return result.toByteArray();
        }
    }

    /// Standard input for PE 0, none for the others.
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

        private boolean isOpen() {
            if (pe() > 0) return false;
            out.flushAll(Long.MAX_VALUE); // the prompt
            return true;
        }

        @Override
        public int available() throws IOException {
            return pe() <= 0 ? in.available() : 0;
        }
    }
}
