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
        ByteArrayOutputStream line = lines.computeIfAbsent(pe, name -> new ByteArrayOutputStream());
        line.write(b);
        if (b == '\n') finish(pe, line);
    }

    private void finish(String pe, ByteArrayOutputStream line) {
        byte[] tag = ("[" + pe + kind + "] ").getBytes(StandardCharsets.UTF_8);
        out.write(tag, 0, tag.length);
        out.write(line.toByteArray(), 0, line.size());
        out.flush();
        line.reset();
    }

    /// Writes the last lines, which have no line end.
    @Override
    public synchronized void close() {
        lines.forEach((pe, line) -> {
            if (line.size() == 0) return;
            line.write('\n');
            finish(pe, line);
        });
    }
}
