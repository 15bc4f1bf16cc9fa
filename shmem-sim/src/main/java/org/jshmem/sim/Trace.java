// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The timeline of a run in Chrome's trace format, which Perfetto shows: one track per PE, microseconds of virtual
/// time.
final class Trace implements AutoCloseable {
    private final BufferedWriter out;
    private boolean first = true;

    Trace(Path file, String machine, int pes) {
        try {
            out = Files.newBufferedWriter(file);
            out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
            comma();
            out.write("{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"" + machine + "\"}}");
            for (int pe = 0; pe < pes; pe++) {
                comma();
                out.write("{\"ph\":\"M\",\"pid\":0,\"tid\":" + pe + ",\"name\":\"thread_name\",\"args\":{\"name\":\"PE "
                        + pe + "\"}}");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the trace, file=" + file, e);
        }
    }

    private void comma() throws IOException {
        if (!first) out.write(",\n");
        first = false;
    }

    /// One thing a PE did, from a time to a time in picoseconds; a region of -1 for things that touch no memory.
    void event(int pe, Event event, int region, long offset, long bytes, long from, long to) {
        try {
            comma();
            out.write("{\"ph\":\"X\",\"pid\":0,\"tid\":" + pe + ",\"name\":\"" + event.word() + "\",\"ts\":"
                    + micros(from) + ",\"dur\":" + micros(to - from));
            if (region >= 0) {
                out.write(",\"args\":{\"pe\":" + region + ",\"offset\":" + offset + ",\"bytes\":" + bytes + "}");
            }
            out.write("}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String micros(long picos) {
        return picos / 1_000_000 + "."
                + Long.toString(1_000_000 + picos % 1_000_000).substring(1);
    }

    @Override
    public void close() {
        try (out) {
            out.write("\n]}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
