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
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.output.PendingOutput;
import org.jshmem.runtime.Binding;

/// Standard streams for each PE of this JVM: what one writes comes out in whole lines, PE 0 has standard input.
///
/// A line of standard output goes out when it is complete; one without an end when the PE flushes it, after a
/// while, or where PE 0 reads, and so as it is. While one PE is in the middle of a line the others wait for a
/// while. Standard error is held until nothing more comes for a moment or the PE flushes it, so that a stack trace
/// stays in one piece. A thread writes for the PE that started it.
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
        System.setOut(new PrintStream(streams.out, false, charset("stdout.encoding")));
        // a class of its own: then it is its own lock, which a thread holds as long as it prints a stack trace
        PrintStream errors = new PrintStream(streams.err, false, charset("stderr.encoding")) {};
        System.setErr(errors);
        System.setIn(streams.new Source(System.in));
        Thread.ofPlatform().daemon().name("streams").start(() -> streams.flushWhatIsDue(errors));
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
        out.flushAll();
        err.flushAll();
    }

    /// Writes what this PE has left, also a line without an end: others may be in the middle of one.
    void flushOwn() {
        out.flush();
        err.flush();
    }

    private int pe() {
        Integer pe = Binding.isCommon() ? null : current.get(); // that pool has inherited from any PE
        return pe == null ? NO_PE : pe;
    }

    private void flushWhatIsDue(PrintStream errors) {
        try {
            while (true) {
                Thread.sleep(QUIET_NANOS / 1_000_000);
                out.flushWhatIsDue(PROMPT_NANOS);
                synchronized (errors) {
                    err.flushWhatIsDue(QUIET_NANOS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What one PE has written and this JVM has not.
    private static final class Unwritten extends PendingOutput {
        final int pe;
        boolean atLineStart = true;
        boolean flushed; // all of it is to go out, also a line without an end
        long since;

        Unwritten(int pe) {
            this.pe = pe;
        }
    }

    /// One of the two output streams, for all PEs.
    private final class Sink extends OutputStream {
        private final OutputStream target;
        private final boolean holds;
        private final Map<Integer, Unwritten> held = new TreeMap<>();
        private Unwritten open; // its unfinished line stands last; null where there is none
        private long openSince;

        Sink(OutputStream target, boolean holds) {
            this.target = target;
            this.holds = holds;
        }

        private Unwritten mine() {
            return held.computeIfAbsent(pe(), Unwritten::new);
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int n) {
            Unwritten mine = mine();
            mine.write(bytes, from, n);
            mine.since = System.nanoTime();
            if (mine.size() > MOST_HELD) put(mine, mine.size());
            else if (!holds && !waits(mine)) put(mine, mine.lastNewline() + 1);
        }

        /// The calling PE wants out what it has written, however it ends.
        @Override
        public synchronized void flush() {
            Unwritten mine = mine();
            mine.flushed = true;
            if (!waits(mine)) put(mine, mine.size());
        }

        /// Whether another PE is in the middle of a line.
        private boolean waits(Unwritten mine) {
            return !holds && open != null && open != mine && System.nanoTime() - openSince < PROMPT_NANOS;
        }

        /// Writes all that is held.
        synchronized void flushAll() {
            for (Unwritten theirs : held.values()) put(theirs, theirs.size());
        }

        /// Writes what has been held for so long, and complete lines that had to wait.
        synchronized void flushWhatIsDue(long nanos) {
            long now = System.nanoTime();
            for (Unwritten theirs : held.values()) {
                if (theirs.size() == 0 || waits(theirs)) continue;
                boolean all = theirs.flushed || now - theirs.since >= nanos;
                put(theirs, all ? theirs.size() : holds ? 0 : theirs.lastNewline() + 1);
            }
        }

        /// One write: lines of different PEs do not mix. One that was left unfinished is ended.
        private void put(Unwritten theirs, int n) {
            if (n == 0) return;
            byte[] bytes = theirs.take(n);
            if (theirs.size() == 0) theirs.flushed = false;
            if (tagged && theirs.pe != NO_PE) bytes = tag(bytes, theirs);
            try {
                if (open != null && open != theirs) target.write('\n');
                target.write(bytes);
            } catch (IOException e) {
                return; // nobody reads it any more
            }
            boolean finished = bytes[bytes.length - 1] == '\n';
            boolean freed = finished && open != null;
            open = finished ? null : theirs;
            openSince = System.nanoTime();
            if (freed) flushWhatIsDue(Long.MAX_VALUE);
        }

        private byte[] tag(byte[] bytes, Unwritten theirs) {
            byte[] prefix = ("[PE " + theirs.pe + (holds ? " err] " : "] ")).getBytes(StandardCharsets.US_ASCII);
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
            out.flushAll(); // the prompt
            return true;
        }

        @Override
        public int available() throws IOException {
            return pe() <= 0 ? in.available() : 0;
        }
    }
}
