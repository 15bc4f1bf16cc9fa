// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// The pieces in which the PEs of one JVM share its standard output or standard error. Each begins with a mark, the
/// number of the PE and the number of the bytes that follow. A piece without bytes is the end of the PE's output. Bytes
/// outside of pieces are the JVM's own, or native code's.
///
/// ```
///   text of the JVM | 0 P E 0 | pe: int | count: int | count bytes | 0 P E 0 ...
/// ```
public final class PePieces {
    /// Stands for a PE: the bytes are those of no PE.
    public static final int NO_PE = -1;

    private static final byte[] MARK = {0, 'P', 'E', 0};
    private static final int HEADER_BYTES = MARK.length + 2 * Integer.BYTES;

    /// The kernel writes no more bytes than these to a pipe in one piece, between those of other writers.
    private static final int MOST = 4096 - HEADER_BYTES;

    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private int pe = NO_PE;
    private int left; // bytes of the piece that have not arrived

    /// The receiver of the bytes of each PE; no bytes mean the end of its output.
    interface Target {
        void take(int pe, byte[] bytes, int from, int count);
    }

    /// Writes bytes as pieces of this PE.
    public static void write(OutputStream out, int pe, byte[] bytes, int from, int count) throws IOException {
        for (int done = 0; done < count; done += MOST) {
            writeOne(out, pe, bytes, from + done, Math.min(MOST, count - done));
        }
    }

    /// Writes the end of this PE's output.
    public static void end(OutputStream out, int pe) throws IOException {
        writeOne(out, pe, new byte[0], 0, 0);
    }

    private static void writeOne(OutputStream out, int pe, byte[] bytes, int from, int count) throws IOException {
        out.write(ByteBuffer.allocate(HEADER_BYTES + count)
                .put(MARK)
                .putInt(pe)
                .putInt(count)
                .put(bytes, from, count)
                .array());
    }

    /// Takes the next bytes of the stream, which may end anywhere in a piece.
    void take(byte[] bytes, int from, int count, Target target) {
        int end = from + count;
        for (int at = from; at < end; ) {
            int n = 1;
            if (left > 0) {
                n = Math.min(left, end - at);
                target.take(pe, bytes, at, n);
                left -= n;
            } else if (header.position() > 0 || bytes[at] == MARK[0]) {
                n = begin(bytes[at], target);
            } else {
                while (at + n < end && bytes[at + n] != MARK[0]) n++;
                target.take(NO_PE, bytes, at, n);
            }
            at += n;
        }
    }

    /// Takes the end of the stream: held bytes do not begin a piece.
    void end(Target target) {
        int position = header.position();
        header.clear();
        if (position > 0) target.take(NO_PE, header.array(), 0, position);
    }

    /// Takes a byte of the beginning of a piece. Returns 0 if it does not continue one: then it may begin one itself.
    private int begin(byte next, Target target) {
        int position = header.position();
        if (position < MARK.length && next != MARK[position]) {
            end(target);
            return 0;
        }
        header.put(next);
        if (header.hasRemaining()) return 1;
        pe = header.getInt(MARK.length);
        left = header.getInt(MARK.length + Integer.BYTES);
        header.clear();
        if (left == 0) target.take(pe, header.array(), 0, 0);
        return 1;
    }
}
