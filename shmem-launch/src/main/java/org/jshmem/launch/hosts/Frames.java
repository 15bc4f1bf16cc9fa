// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/// The encoding of the pipes between launcher and [HostMain]: each [Frame] is its kind, a length, and that number of
/// bytes.
final class Frames {
    /// The first bytes that a host sends. A login shell may have printed something before them.
    static final String GREETING = "jshmem-host-2\n";

    /// The largest number of bytes of one stream that may be under way.
    static final int WINDOW = 1 << 18;

    /// The bytes that may be under way to a launcher whose reader stalls, of all PEs together: a part of its Java
    /// heap.
    private static final int ALL_WINDOWS = 128 << 20;

    private static final int MOST_CHUNK = 1 << 14;

    /// The window of each stream in a job of [JobFile#MOST_PES_OF_HOSTS].
    private static final int LEAST_WINDOW = 1 << 10;

    private static final int MOST_BYTES = 64 << 20;

    private static final List<Class<?>> KINDS = List.of(Frame.class.getPermittedSubclasses());

    private Frames() {}

    /// The bytes of each of the two streams of a PE that may be under way, in a job of `npes` PEs. A stream whose
    /// reader stalls holds up its own PE and no other.
    static int window(int npes) {
        return Math.clamp(ALL_WINDOWS / (2L * npes), LEAST_WINDOW, WINDOW);
    }

    /// The largest piece of a stream with this window. It fits next to the quarter that the launcher may have read
    /// without giving it back: a larger one might wait for room without end.
    static int chunk(int window) {
        return Math.min(window / 2, MOST_CHUNK);
    }

    static final class Writer {
        private final OutputStream out;

        Writer(OutputStream out) {
            this.out = out;
        }

        /// Sends a frame. Throws `UncheckedIOException` if the reader is gone.
        void send(Frame frame) {
            byte[] bytes = Codec.bytes((Record) frame);
            byte[] whole = ByteBuffer.allocate(1 + Integer.BYTES + bytes.length)
                    .put((byte) KINDS.indexOf(frame.getClass()))
                    .putInt(bytes.length)
                    .put(bytes)
                    .array();
            try {
                synchronized (this) {
                    out.write(whole);
                    out.flush();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static final class Reader {
        private final DataInputStream in;

        Reader(InputStream in) {
            this.in = new DataInputStream(new BufferedInputStream(in, 1 << 14));
        }

        /// Skips to the end of the greeting. Returns false if the stream ends before.
        boolean greeted() throws IOException {
            int matched = 0;
            while (matched < GREETING.length()) {
                int c = in.read();
                if (c < 0) return false;
                if (c == GREETING.charAt(matched)) matched++;
                else matched = c == GREETING.charAt(0) ? 1 : 0;
            }
            return true;
        }

        Frame next() throws IOException {
            int kind = in.read();
            if (kind < 0) return null;
            int length = in.readInt();
            if (kind >= KINDS.size() || length < 0 || length > MOST_BYTES) {
                throw new IOException("a frame of kind %d with %d bytes is none of this build".formatted(kind, length));
            }
            byte[] bytes = in.readNBytes(length);
            return bytes.length < length ? null : (Frame) Codec.read(bytes, KINDS.get(kind));
        }
    }
}
