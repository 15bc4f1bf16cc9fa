// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer of bytes that have not been written yet.
final class PendingOutput extends ByteArrayOutputStream {
    int lastNewline() {
        for (int i = count - 1; i >= 0; i--) if (buf[i] == '\n') return i;
        return -1;
    }

    byte[] take(int n) {
        byte[] taken = Arrays.copyOf(buf, n);
        System.arraycopy(buf, n, buf, 0, count - n);
        count -= n;
        return taken;
    }

    boolean startsWith(byte[] text) {
        int n = Math.min(count, text.length);
        return Arrays.equals(buf, 0, n, text, 0, n);
    }

    /// The first bytes, as characters.
    String beginning(int most) {
        return new String(buf, 0, Math.min(count, most), StandardCharsets.ISO_8859_1);
    }

    String line(int number) {
        return toString(StandardCharsets.UTF_8).lines().skip(number).findFirst().orElse("");
    }

    /// The number of bytes before a stack trace that may be incomplete. These are all complete lines if the last
    /// of them is not part of a trace.
    int beforeTrace() {
        if (!inStackTrace()) return lastNewline() + 1;
        String text = toString(StandardCharsets.ISO_8859_1);
        int start = text.lastIndexOf('\n', lastNewline() - 1) + 1;
        while (start > 0 && (text.startsWith("\t", start) || text.startsWith("Caused by: ", start))) {
            start = text.lastIndexOf('\n', start - 2) + 1;
        }
        return start;
    }

    /// Whether the last complete line looks like a part of a stack trace that may be incomplete.
    boolean inStackTrace() {
        int end = lastNewline();
        if (end < 0) return false;
        int start = end;
        while (start > 0 && buf[start - 1] != '\n') start--;
        String line = new String(buf, start, end - start, StandardCharsets.UTF_8);
        return line.startsWith("\t")
                || line.startsWith("Caused by: ")
                || line.startsWith("Exception in thread ")
                || line.contains("Exception")
                || line.contains("Error");
    }
}
