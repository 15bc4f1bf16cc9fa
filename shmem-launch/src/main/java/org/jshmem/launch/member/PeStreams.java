// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

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

/// The standard streams of the PEs of this JVM: each PE's output is written in whole lines, and PE 0 has the standard
/// input.
///
/// A line of standard output is written when it is complete. A line without an end is written when the PE flushes it,
/// after 2 s, or when PE 0 reads, so that prompts appear. While one PE is in the middle of a line the others wait for
/// up to 2 s. Standard error is held until the PE is quiet for 10 ms or flushes it, so that a stack trace stays in one
/// piece. A thread writes for the PE that started it.
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
        // an own class of PrintStream is its own lock, which a thread holds as long as it prints a stack trace
        PrintStream errors = new PrintStream(streams.err, false, charset("stderr.encoding")) {};
        System.setErr(errors);
        System.setIn(streams.new Source(System.in));
        Thread.ofPlatform().daemon().name("streams").start(() -> streams.flushWhatIsDue(errors));
        return streams;
    }

    private static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, "UTF-8"), StandardCharsets.UTF_8);
    }

    /// From now on this thread, and the threads that it starts, write as this PE.
    void become(int pe) {
        current.set(pe);
    }

    /// Writes all held output, also lines without an end.
    void flush() {
        out.flushAll();
        err.flushAll();
    }

    /// Writes the rest of this PE's output. A line without an end may wait: another PE may be in the middle of a
    /// line.
    void flushOwn() {
        out.flush();
        err.flush();
    }

    private int pe() {
        Integer pe = Binding.isCommon() ? null : current.get(); // the common pool has inherited from any PE
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

    /// The bytes that one PE has written and this JVM has not.
    private static final class Unwritten extends PendingOutput {
        final int pe;
        boolean atLineStart = true;
        boolean flushed; // all of it is to be written, also a line without an end
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
        private Unwritten open; // the PE whose unfinished line was written last, or null
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

        /// Writes the output of the calling PE, also a line without an end.
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

        synchronized void flushAll() {
            for (Unwritten theirs : held.values()) put(theirs, theirs.size());
        }

        /// Writes output that has been held for `nanos`, and complete lines that had to wait.
        synchronized void flushWhatIsDue(long nanos) {
            long now = System.nanoTime();
            for (Unwritten theirs : held.values()) {
                if (theirs.size() == 0 || waits(theirs)) continue;
                boolean all = theirs.flushed || now - theirs.since >= nanos;
                put(theirs, all ? theirs.size() : holds ? 0 : theirs.lastNewline() + 1);
            }
        }

        /// Writes bytes at once, so that lines of different PEs do not mix. An unfinished line of another PE gets
        /// an end first.
        private void put(Unwritten theirs, int n) {
            if (n == 0) return;
            byte[] bytes = theirs.take(n);
            if (theirs.size() == 0) theirs.flushed = false;
            if (tagged && theirs.pe != NO_PE) {
                bytes = PendingOutput.tagged(bytes, theirs.pe, holds, theirs.atLineStart);
            }
            try {
                if (open != null && open != theirs) target.write('\n');
                target.write(bytes);
            } catch (IOException e) {
                return; // the reader is gone
            }
            boolean finished = bytes[bytes.length - 1] == '\n';
            theirs.atLineStart = finished;
            boolean freed = finished && open != null;
            open = finished ? null : theirs;
            openSince = System.nanoTime();
            if (freed) flushWhatIsDue(Long.MAX_VALUE);
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

        private boolean isOpen() {
            if (pe() > 0) return false;
            out.flushAll(); // writes a prompt
            return true;
        }

        @Override
        public int available() throws IOException {
            return pe() <= 0 ? in.available() : 0;
        }
    }
}
