// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The tags `[PE 3] ` and `[PE 3 err] ` at the beginning of lines.
public final class LineTags {
    private LineTags() {}

    /// The output with the PE and the stream before each line; `lineStart` means that it begins a line.
    public static byte[] tagged(byte[] bytes, int pe, boolean error, boolean lineStart) {
        byte[] prefix = ("[PE " + pe + (error ? " err] " : "] ")).getBytes(StandardCharsets.US_ASCII);
        var result = new ByteArrayOutputStream(bytes.length + 4 * prefix.length);
        boolean start = lineStart;
        for (byte b : bytes) {
            if (start) result.writeBytes(prefix);
            result.write(b);
            start = b == '\n';
        }
        return result.toByteArray();
    }
}
