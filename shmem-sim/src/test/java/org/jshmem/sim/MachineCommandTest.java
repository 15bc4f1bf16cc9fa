// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MachineCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return MachineCommand.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    /// The messages of `--machine` name it.
    @Test
    void theListHasThisHostAlsoBeforeItIsCalibrated() {
        assertEquals(0, run());
        String listed = out.toString(StandardCharsets.UTF_8);
        assertTrue(listed.matches("(?s)(.*\n)?calibrated +\\S.*"), listed);
        assertTrue(listed.matches("(?s).*\nknc +Intel Xeon Phi 5110P.*"), listed);
    }

    @Test
    void whatItDoesNotUnderstandIsRefusedInOneLine() {
        assertEquals(2, run("--check"));
        assertEquals(
                "oshrun: machine: got --check; give a name, --check FILE, or nothing\n",
                err.toString(StandardCharsets.UTF_8));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }
}
