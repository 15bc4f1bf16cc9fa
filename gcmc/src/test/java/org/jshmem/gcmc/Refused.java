// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jshmem.start.BuiltIn;
import org.junit.jupiter.api.function.Executable;

/// A job that refuses its arguments.
final class Refused {
    private Refused() {}

    /// Runs one, which PE 0 has to end; returns all that it said.
    static String by(Executable job) {
        PrintStream before = System.err;
        var said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            var thrown = assertThrows(IllegalStateException.class, job);
            assertEquals("the job was ended by globalExit(%d) of PE 0".formatted(BuiltIn.REFUSED), thrown.getMessage());
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
