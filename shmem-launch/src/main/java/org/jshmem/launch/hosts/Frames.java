// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.job.Binding;
import org.jshmem.launch.job.PeStart;

/// What launcher and [HostMain] tell each other, over a pipe each way: a kind, a length, that many bytes.
final class Frames {
    /// First bytes of what a host says, behind whatever a login shell printed before.
    static final String GREETING = "jshmem-host-1\n";

    // from the launcher
    static final int SETUP = 1; // what the job is made with
    static final int HOSTS = 2; // how all agents are reached
    static final int START = 3; // a PE's command
    static final int INPUT = 4; // bytes for a PE's standard input; none for its end
    static final int KILL = 5; // a PE
    static final int SIGNAL = 6; // to a PE
    static final int UP = 7; // a PE of another host has started
    static final int REPORTED = 8; // the report is made
    static final int COLLECT = 9; // what the PEs have recorded
    static final int TAKEN = 10; // so much of what a PE wrote has found its reader

    // from a host
    static final int HELLO = 20; // what the host is
    static final int READY = 21; // its agent's address, or why there is none
    static final int STARTED = 22; // a PE's process, or why there is none
    static final int OUTPUT = 23; // bytes of a PE's standard output or error
    static final int ENDED = 24; // a PE's exit status
    static final int SLOT = 25; // a PE's control slot has changed
    static final int EVENT = 26; // what a PE tells the launcher
    static final int LOST = 28; // a host that does not answer this one
    static final int RECORDED = 29; // a piece of what a PE has recorded
    static final int COLLECTED = 30; // that was all, or why there is no more
    static final int READ = 31; // so much of its input a PE has taken
    static final int MEMORY = 32; // a piece of a PE's region that reports read

    // from both
    static final int ABORT = 40; // the job ends
    static final int ALIVE = 41; // nothing else to send

    /// Bytes of input that may be on their way to a PE.
    static final int WINDOW = 1 << 18;

    /// What may be on its way to a launcher whose reader stalls, of all PEs together: a part of its Java heap.
    private static final int ALL_WINDOWS = 128 << 20;

    /// No piece of a stream is larger.
    static final int CHUNK = 1 << 14;

    private static final int MOST_BYTES = 64 << 20;

    private Frames() {}

    /// Bytes of each of the two streams of a PE that may be on their way, in a job of so many: a stream whose reader
    /// stalls holds up its PE and no other.
    static int window(int npes) {
        return Math.clamp(ALL_WINDOWS / (2L * npes), CHUNK, WINDOW);
    }

    /// Writes text of any length.
    static void put(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /// Reads what [#put] wrote.
    static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    /// Writes names with their values, in their order.
    static void put(DataOutputStream out, Map<String, String> map) throws IOException {
        out.writeInt(map.size());
        for (var entry : map.entrySet()) {
            put(out, entry.getKey());
            put(out, entry.getValue());
        }
    }

    /// Reads them, in that order.
    static Map<String, String> map(DataInputStream in) throws IOException {
        Map<String, String> map = new LinkedHashMap<>();
        for (int n = in.readInt(); n > 0; n--) map.put(text(in), text(in));
        return map;
    }

    /// Writes what [#START] has.
    static void put(DataOutputStream out, PeStart start) throws IOException {
        for (int n : new int[] {start.first(), start.count(), start.npes(), start.nth()}) out.writeInt(n);
        out.writeBoolean(start.reads());
        put(out, start.binding().what());
        out.writeBoolean(start.binding().reports());
        out.writeInt(start.command().size());
        for (String word : start.command()) put(out, word);
        put(out, start.environment());
    }

    /// Reads it.
    static PeStart start(DataInputStream in) throws IOException {
        int first = in.readInt();
        int count = in.readInt();
        int npes = in.readInt();
        int nth = in.readInt();
        boolean reads = in.readBoolean();
        var binding = new Binding(text(in), in.readBoolean());
        List<String> command = new ArrayList<>();
        for (int n = in.readInt(); n > 0; n--) command.add(text(in));
        return new PeStart(first, count, npes, nth, reads, binding, command, map(in));
    }

    /// A frame as it was read.
    record Frame(int kind, byte[] bytes) {
        /// Its content.
        DataInputStream in() {
            return new DataInputStream(new ByteArrayInputStream(bytes));
        }
    }

    /// What fills a frame.
    interface Content {
        /// Writes it.
        void write(DataOutputStream out) throws IOException;
    }

    /// Writes frames, from any thread.
    static final class Writer {
        private final DataOutputStream out;

        Writer(OutputStream out) {
            this.out = new DataOutputStream(out);
        }

        /// Sends a frame; `UncheckedIOException` when nobody reads any more.
        void send(int kind, Content content) {
            try {
                var bytes = new ByteArrayOutputStream();
                content.write(new DataOutputStream(bytes));
                synchronized (this) {
                    out.writeByte(kind);
                    out.writeInt(bytes.size());
                    bytes.writeTo(out);
                    out.flush();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// Sends a frame about one PE.
        void send(int kind, int pe) {
            send(kind, out -> out.writeInt(pe));
        }
    }

    /// Reads frames.
    static final class Reader {
        private final DataInputStream in;

        Reader(InputStream in) {
            this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        }

        /// Skips to behind the greeting; false when the end comes first.
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
            if (length < 0 || length > MOST_BYTES) throw new IOException("frame " + kind + " of " + length + " bytes");
            byte[] bytes = in.readNBytes(length);
            return bytes.length < length ? null : new Frame(kind, bytes);
        }
    }
}
