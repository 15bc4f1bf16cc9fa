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
import org.jshmem.launch.output.PePieces;
import org.jshmem.runtime.Binding;

/// The standard streams of the PEs of this JVM. The output of a PE goes to the launcher at once, with the number of
/// the PE. The launcher makes lines of it, as of the output of a process. PE 0 has the standard input. A thread writes
/// for the PE that started it.
final class PeStreams {
    private final InheritableThreadLocal<Integer> current = new InheritableThreadLocal<>();
    private final Sink out = new Sink(FileDescriptor.out);
    private final Sink err = new Sink(FileDescriptor.err);

    private PeStreams() {}

    /// Replaces the standard streams of this JVM by those of its PEs.
    static PeStreams install() {
        var streams = new PeStreams();
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

    /// Tells the launcher that this PE writes nothing more, though its JVM runs on.
    void end(int pe) {
        try {
            out.end(pe);
            err.end(pe);
        } catch (IOException e) {
            // the launcher is gone
        }
    }

    private int pe() {
        Integer pe = Binding.isCommon() ? null : current.get(); // the common pool has inherited from any PE
        return pe == null ? PePieces.NO_PE : pe;
    }

    /// One of the two output streams, for all PEs.
    private final class Sink extends OutputStream {
        private final OutputStream target;

        Sink(FileDescriptor descriptor) {
            this.target = new FileOutputStream(descriptor);
        }

        synchronized void end(int pe) throws IOException {
            PePieces.end(target, pe);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int n) throws IOException {
            int pe = pe();
            if (pe == PePieces.NO_PE) target.write(bytes, from, n);
            else PePieces.write(target, pe, bytes, from, n);
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
            return pe() <= 0;
        }

        @Override
        public int available() throws IOException {
            return isOpen() ? in.available() : 0;
        }
    }
}
