// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/// The pipe each way between launcher and [HostMain]: of each [Frame] its kind, a length, that many bytes.
final class Frames {
    /// First bytes that a host sends. A login shell may have printed something before them.
    static final String GREETING = "jshmem-host-2\n";

    /// Bytes of input that may be on their way to a PE.
    static final int WINDOW = 1 << 18;

    /// What may be on its way to a launcher whose reader stalls, of all PEs together: a part of its Java heap.
    private static final int ALL_WINDOWS = 128 << 20;

    private static final int MOST_CHUNK = 1 << 14;

    /// The window of each stream in a job of [JobFile#MOST_PES_OF_HOSTS].
    private static final int LEAST_WINDOW = 1 << 10;

    private static final int MOST_BYTES = 64 << 20;

    private static final List<Class<?>> KINDS = List.of(Frame.class.getPermittedSubclasses());

    private Frames() {}

    /// Bytes of each of the two streams of a PE that may be on their way, in a job of so many: a stream whose reader
    /// stalls holds up its PE and no other.
    static int window(int npes) {
        return Math.clamp(ALL_WINDOWS / (2L * npes), LEAST_WINDOW, WINDOW);
    }

    /// No piece of a stream with this window is larger.
    static int chunk(int window) {
        return Math.min(window, MOST_CHUNK);
    }

    /// Writes frames, from any thread.
    static final class Writer {
        private final DataOutputStream out;

        Writer(OutputStream out) {
            this.out = new DataOutputStream(out);
        }

        /// Sends a frame; `UncheckedIOException` when nobody reads any more.
        void send(Frame frame) {
            byte[] bytes = Codec.bytes((Record) frame);
            try {
                synchronized (this) {
                    out.writeByte(KINDS.indexOf(frame.getClass()));
                    out.writeInt(bytes.length);
                    out.write(bytes);
                    out.flush();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// Reads frames.
    static final class Reader {
        private final DataInputStream in;

        Reader(InputStream in) {
            this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        }

        /// Skips to after the greeting; false when the end comes first.
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

        /// The next frame, or null at the end.
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
