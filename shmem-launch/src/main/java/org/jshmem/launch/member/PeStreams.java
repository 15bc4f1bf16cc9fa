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
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jshmem.launch.output.LineMerger;
import org.jshmem.launch.output.LineStream;
import org.jshmem.runtime.PeBinding;

/// The standard streams of the PEs of this JVM, which writes whole lines, so that lines of different PEs do not
/// mix. PE 0 has the standard input. A thread writes for the PE that started it.
///
/// The beginning of a line is written when its PE flushes it, reads input or ends, and after a moment. The
/// lines of other PEs then wait for the rest of it, for a second at most.
final class PeStreams {
    private static final int NO_PE = -1;
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /// The streams of a PE, or those of threads of no PE.
    private record Own(int pe, LineStream out, LineStream err) {}

    private final InheritableThreadLocal<Own> current = new InheritableThreadLocal<>();
    private final LineMerger outputs;
    private final LineMerger errors;
    private final IntFunction<Own> streams;
    private final Own ofNone;
    final OutputStream out = new Sink(Own::out);
    final OutputStream err = new Sink(Own::err);

    /// `patience` is the time in nanoseconds for which lines wait for the rest of another PE's line.
    PeStreams(OutputStream out, OutputStream err, boolean tagged, long patience) {
        outputs = new LineMerger(patience);
        errors = new LineMerger(patience);
        streams = pe -> {
            boolean tags = tagged && pe != NO_PE;
            return new Own( // a write fails if the launcher is gone
                    pe,
                    outputs.stream(out, _ -> {}, tags ? LineStream.tag(pe, false) : "", 0),
                    errors.stream(err, _ -> {}, tags ? LineStream.tag(pe, true) : "", 0));
        };
        ofNone = streams.apply(NO_PE);
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
        System.setIn(streams.new Source());
        return streams;
    }

    private static PrintStream output(OutputStream sink, String charset) {
        Charset known = Charset.forName(System.getProperty(charset, "UTF-8"), StandardCharsets.UTF_8);
        return new PrintStream(sink, false, known);
    }

    /// From now on this thread, and the threads that it starts, write as this PE.
    void become(int pe) {
        current.set(streams.apply(pe));
    }

    /// Ends the unfinished lines of this thread's PE.
    void end() {
        own().out.end();
        own().err.end();
    }

    /// Ends all unfinished lines.
    void endAll() {
        outputs.end();
        errors.end();
    }

    private Own own() {
        Own own = PeBinding.isCommon() ? null : current.get(); // the common pool has inherited from any PE
        return own == null ? ofNone : own;
    }

    /// One of the two output streams, for all PEs.
    private final class Sink extends OutputStream {
        private final Function<Own, LineStream> which;

        Sink(Function<Own, LineStream> which) {
            this.which = which;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int n) {
            which.apply(own()).append(bytes, from, n);
        }

        @Override
        public void flush() {
            which.apply(own()).flush(false);
        }
    }

    /// The standard input for PE 0 and for threads of no PE; it is empty for the other PEs.
    private final class Source extends InputStream {
        private final InputStream in = System.in;

        private InputStream open() {
            if (own().pe > 0) return InputStream.nullInputStream();
            own().out.flush(false); // a prompt
            return in;
        }

        @Override
        public int read() throws IOException {
            return open().read();
        }

        @Override
        public int read(byte[] to, int from, int n) throws IOException {
            return open().read(to, from, n);
        }

        @Override
        public int available() throws IOException {
            return open().available();
        }
    }
}
