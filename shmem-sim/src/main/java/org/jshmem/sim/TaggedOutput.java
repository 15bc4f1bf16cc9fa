// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// An output stream that puts `[PE n] ` before each line of a PE, and writes whole lines only. The name of the writing
/// thread, `PE n`, identifies the PE. Bytes of other threads pass unchanged.
final class TaggedOutput extends OutputStream {
    private final PrintStream out;
    private final Map<String, ByteArrayOutputStream> lines = new HashMap<>();

    private final String kind;

    private TaggedOutput(PrintStream out, String kind) {
        this.out = out;
        this.kind = kind;
    }

    /// The stream that replaces standard output, or standard error if `kind` is ` err`: its lines then begin with
    /// `[PE n err] `.
    static PrintStream over(PrintStream out, String kind) {
        return new PrintStream(new TaggedOutput(out, kind), true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int b) {
        String pe = Thread.currentThread().getName();
        if (!pe.startsWith("PE ")) {
            out.write(b);
            return;
        }
        ByteArrayOutputStream line = lines.computeIfAbsent(pe, _ -> new ByteArrayOutputStream());
        if (line.size() == 0) line.writeBytes(("[" + pe + kind + "] ").getBytes(StandardCharsets.US_ASCII));
        line.write(b);
        if (b == '\n') finish(line);
    }

    private void finish(ByteArrayOutputStream line) {
        out.writeBytes(line.toByteArray());
        out.flush();
        line.reset();
    }

    /// Writes the last lines, which have no line end.
    @Override
    public synchronized void close() {
        for (ByteArrayOutputStream line : lines.values()) {
            if (line.size() == 0) continue;
            line.write('\n');
            finish(line);
        }
    }
}
