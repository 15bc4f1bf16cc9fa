// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/// A program that a test wrote.
final class Compiled {
    private Compiled() {}

    /// The class `Main` of a source, compiled into a folder.
    static Program main(Path folder, String source) throws IOException {
        Path file = Files.writeString(folder.resolve("Main.java"), source);
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", folder.toString(), file.toString());
        assertEquals(0, status);
        return new Program("Main", List.of(folder.toString()));
    }
}
